import type { Size } from './portfolio.js';
import { dayText, idOf } from './portfolio.js';

/** A request near the allowed maximum. */
export interface LargeRequest {
  readonly name: string;
  readonly path: string;
  /** The body of a POST. */
  readonly body?: string;
}

const OPTIONS = ['emissions', 'dayNight', 'floorArea', 'capacityInfo', 'meterUserBreakdown', 'showCounts']
  .concat('contractCoverage', 'showSimulated', 'detailedSource')
  .map((name) => `${name}=true`)
  .join('&');

const ACCOUNT = `_id name group siteCode type supplierRef meterPointNumber meterPointNumber2 meterSerialNumber meterUnits
  automaticMeterRead status capacity meterOperator meterLocation meterAreaServed isVirtual meterUser consumptionPriority
  assetId entityId companyId tags createdAt updatedAt`;
const ASSET = `_id siteName siteCode address { streetAddress locality region postCode countryCode latitude longitude }
  assetType floorArea floorAreaUnit noOfFloors gav gavCurrency occupationStatus vacancyRate constructionYear ownedSince
  tenure tenantControlledPercent landlordControlledPercent occupancyLevel status entityId companyId tags createdAt updatedAt`;
const INVOICE = `_id fileName status financialStatus completed isPaid type tags
  values { invoiceNumber supplierRef supplierName recipient invoiceDate invoiceDueDate startDate endDate meterPointNumber
    meterSerialNumber totalUnits totalUnitCost totalDaily totalCCL netTotalCost totalTax totalCost units startRead endRead
    startReadType endReadType supplyAddress }
  rates { id rateName consumption unitRate cost units startDate endDate }
  notes accountId entityId supplierId companyId simulated createdAt updatedAt`;
const INTERVAL = `_id value startTimestamp endTimestamp type unit readType isHalfHourly isEstimated estimatedValue isGridData
  source accountId entityId createdAt updatedAt`;
const FIGURES = `startDate endDate units consumption estimatedConsumption isMissing sources
  emissions { total scope1 scope2 scope3 } missingFactors { type country } simulatedConsumption dayConsumption
  nightConsumption tenantConsumption landlordConsumption maxDemand avgDemand peakLoad peakCapacity avgCapacity
  combinedBreakdown { hh invoice reading custom } accountFloorArea assetFloorArea totalAssetFloorArea accountCount assetCount
  contractCoverage { withContract withoutContract } coverage intensity { consumption emissions }`;

const graphql = (name: string, query: string, variables: object = {}): LargeRequest => ({
  name: `GraphQL, ${name}`,
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});
const times = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index + 1)).join(' ');

/** Returns all large requests. @param companyId a company whose records have a value in each field */
export function largeRequests(size: Size, companyId: string): readonly LargeRequest[] {
  return [
    ...restLists(companyId),
    ...restFigures(size),
    ...graphqlLists(companyId),
    ...graphqlFigures(size),
    ...graphqlDocuments(),
  ];
}

function restLists(companyId: string): readonly LargeRequest[] {
  const [meter, entity] = [idOf('account', 1), idOf('entity', 2)];
  const list = (path: string): LargeRequest => ({ name: path.split('?', 1)[0] ?? '', path: `/2.0${path}` });
  return [
    list(`/accounts?limit=10000&companyId=${companyId}`),
    list(`/assets?limit=10000&companyId=${companyId}`),
    list(`/invoices?limit=10000&entityId=${entity}`),
    list('/non-cumulative?limit=10000'),
    { name: '/non-cumulative as CSV', path: `/2.0/non-cumulative?format=csv&accountId=${meter}` },
    {
      name: '/invoices as NDJSON, 10,000 a page',
      path: `/2.0/invoices?format=ndjson&limit=10000&entityId=${entity}`,
    },
  ];
}

function restFigures(size: Size): readonly LargeRequest[] {
  // Half of the range lies before the first half-hours of the meters, because bills are older.
  const first = -Math.floor(size.days / 2);
  const days = (from: number, count: number): string =>
    `startDate=${dayText(from)}&endDate=${dayText(from + count - 1)}`;
  const figures = (type: string, more: string): string =>
    `/2.0/consumption?entityId=${idOf('entity', 1)}&accountType=${type}&${more}`;
  return [
    {
      name: 'consumption, every option, half-hours of bills',
      path: figures(
        'gas',
        `source=invoice&financialInfo=full&granularity=halfhourly&${days(first, size.days)}&${OPTIONS}`,
      ),
    },
    {
      name: 'consumption, every option, half-hours of meters',
      path: figures('electricity', `granularity=halfhourly&${days(0, size.days)}&${OPTIONS}`),
    },
    {
      name: 'consumption as CSV, half-hours of meters',
      path: figures('electricity', `format=csv&granularity=halfhourly&${days(0, size.days)}&${OPTIONS}`),
    },
    {
      name: 'consumption, every option, 50,000 days',
      path: figures('electricity', `granularity=daily&${days(-44_500, 50_000)}&${OPTIONS}`),
    },
  ];
}

/** Returns pages of records, and of their links. */
function graphqlLists(companyId: string): readonly LargeRequest[] {
  return [
    graphql(
      '10 pages of 10,000 invoices',
      `{ ${times(10, (n) => `p${n}: invoices(limit: 9999, filter: { companyId: { eq: "${companyId}" } }) { data { ${INVOICE} } }`)} }`,
    ),
    graphql(
      '10 pages of 10,000 intervals',
      `{ ${times(10, (n) => `p${n}: nonCumulative(limit: 10000, page: ${n}) { data { ${INTERVAL} } }`)} }`,
    ),
    graphql(
      '10,000 accounts with 9 links each',
      `fragment A on Account { ${ACCOUNT} } fragment S on Asset { ${ASSET} }
       { accounts(limit: 10000, filter: { companyId: { eq: "${companyId}" } }) { data { ...A
         ${times(8, (n) => `s${n}: asset { ...S }`)} entity { _id name } } } }`,
    ),
    graphql(
      '10,000 intervals with account and asset',
      `{ nonCumulative(limit: 10000) { data { ${INTERVAL} account { ${ACCOUNT} asset { ${ASSET} } } } } }`,
    ),
    graphql(
      '60 meters with 1,600 intervals each',
      `{ accounts(limit: 60, filter: { type: { eq: electricity } }) { data { ${ACCOUNT}
         nonCumulative(limit: 1600) { data { ${INTERVAL} } } } } }`,
    ),
    graphql(
      '1,000 accounts with 99 invoices each',
      `{ accounts(limit: 1000, filter: { companyId: { eq: "${companyId}" } }) { data { _id
         invoices(limit: 98) { data { ${INVOICE} } } } } }`,
    ),
  ];
}

function graphqlFigures(size: Size): readonly LargeRequest[] {
  const within = (from: number, count: number): string =>
    `startDate: "${dayText(from)}", endDate: "${dayText(from + count - 1)}"`;
  return [
    graphql(
      'figures of 10,000 accounts, 5 years each',
      `{ accounts(limit: 10000) { data { _id consumption(${within(-700, 1700)}, granularity: yearly) { ${FIGURES.replace(
        /maxDemand.*avgCapacity/s,
        '',
      )} data { ${FIGURES.replace(/maxDemand.*avgCapacity/s, '')} } } } } }`,
    ),
    graphql(
      'figures of 54 meters by day, with gaps',
      `{ accounts(limit: 54, filter: { type: { eq: electricity } }) { data { _id
         consumption(${within(0, size.days)}, granularity: daily) { ${FIGURES} gaps { accountId startDate endDate }
           factors { type year } data { date ${FIGURES} } } } } }`,
    ),
    graphql(
      'half-hours of 20 levels',
      `{ ${times(
        20,
        (n) => `c${n}: consumption(accountId: "${idOf('account', n)}", ${within(n, 52)}, granularity: halfhourly) {
         ...F } `,
      )} } fragment F on Consumption { ${FIGURES} data { date ${FIGURES} } }`,
    ),
  ];
}

/** Returns large documents and variables. */
function graphqlDocuments(): readonly LargeRequest[] {
  const ids = Array.from({ length: 1_000 }, (_, index) => idOf('account', index + 1));
  return [
    graphql(
      'intervals of 1,000 accounts named',
      `query($ids: [ID!]) {
      nonCumulative(limit: 10000, sort: "value:desc", filter: { accountId: { in: $ids } }) { total data { ${INTERVAL} } } }`,
      { ids },
    ),
    graphql(
      'a document of 2,000 tokens with fragments',
      `
        ${times(60, (n) => `fragment F${n} on Account { ${n < 60 ? `...F${n + 1}` : ''} _id name group type status tags siteCode meterUser asset { _id siteName } }`)}
        {
          accounts(limit: 1000) {
            data {
              ...F1
            }
          }
        }
      `,
    ),
  ];
}
