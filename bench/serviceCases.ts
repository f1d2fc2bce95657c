import { assetsOf, dayText, FIRST_DAY, idOf, type Size } from './portfolio.js';

/** The form of a query: GET; POST to /graphql; the same with PostGraphile's names. */
export type Surface = 'rest' | 'query' | 'relay';

/** A query in the form of each surface; null if the surface cannot express it. */
export interface ServiceCase extends Readonly<Record<Surface, string | null>> {
  readonly name: string;
  /** The paths of similar requests, one of which is `rest`. The connections send them in turn. */
  readonly paths?: readonly string[];
  /** Whether to send the entity tag of the last response, so that the response has no body. */
  readonly isConditional?: true;
  /** Hand-written servers that cannot answer the case; see {@link ByHand}. */
  readonly notFor?: readonly ByHand[];
  /** Whether to request a compressed response. */
  readonly isCompressed?: true;
}

/**
 * Hand-written servers: `bare` only answers. `promises` also has a request id, a trace, a log, metrics, limits,
 * compression, entity tags and conditional requests, each from the most usual library.
 */
export type ByHand = 'bare' | 'promises';

/** The most paths of a case. */
const MOST_PATHS = 1_000;
const ACCOUNT_FIELDS =
  '_id name group siteCode type supplierRef meterPointNumber meterPointNumber2 meterSerialNumber meterUnits ' +
  'automaticMeterRead status isVirtual meterUser assetId entityId companyId tags createdAt updatedAt';
const INTERVAL_FIELDS =
  '_id value startTimestamp endTimestamp type unit readType isHalfHourly isEstimated estimatedValue isGridData source accountId ' +
  'entityId createdAt updatedAt';
const FIGURES = `units consumption estimatedConsumption isMissing sources
  combinedBreakdown { hh invoice reading custom }`;
const EVERY_OPTION =
  '&emissions=true&dayNight=true&floorArea=true&capacityInfo=true&meterUserBreakdown=true&showCounts=true' +
  '&contractCoverage=true&showSimulated=true&detailedSource=true';
const page = (field: string, args: string, fields: string): string =>
  `query bench { ${field}(${args}) { total limit skip data { ${fields} } } }`;
const connection = (field: string, args: string, fields: string): string =>
  `query bench { ${field}(${args}) { totalCount nodes { ${fields} } } }`;

/** Returns the cases. @param intervals the number of intervals */
export function serviceCases(size: Size, intervals: number): readonly ServiceCase[] {
  // Accounts and their keys have the same numbers, so PostGraphile can select those of one account.
  const meter = Math.ceil(size.meters / 2);
  const account = idOf('account', meter);
  const last = Math.min(50_000, Math.ceil(intervals / 100));
  return [
    {
      name: 'accounts, page of 100',
      rest: '/2.0/accounts?limit=100',
      query: page('accounts', 'limit: 100', ACCOUNT_FIELDS),
      relay: connection('allAccounts', 'first: 100', ACCOUNT_FIELDS),
    },
    {
      name: 'accounts, page of 100, gzip',
      rest: '/2.0/accounts?limit=100',
      query: null,
      relay: null,
      notFor: ['bare'],
      isCompressed: true,
    },
    {
      name: 'one account',
      rest: `/2.0/accounts/${account}`,
      // The service reads accounts of concurrent requests together. The same account would be read once for all.
      paths: Array.from(
        { length: Math.min(size.meters, MOST_PATHS) },
        (_, n) => `/2.0/accounts/${idOf('account', n + 1)}`,
      ),
      query: null,
      relay: null,
    },
    {
      name: 'intervals of an account, page of 1,000',
      rest: `/2.0/non-cumulative?limit=1000&accountId=${account}`,
      query: page('nonCumulative', `limit: 1000, filter: { accountId: { eq: "${account}" } }`, INTERVAL_FIELDS),
      relay: connection('allIntervalRecords', `first: 1000, condition: { accountKey: ${meter} }`, INTERVAL_FIELDS),
    },
    {
      name: 'invoices → account → asset, 50',
      rest: null,
      query:
        'query bench { invoices(limit: 50) { data { _id status account { _id name meterPointNumber ' +
        'asset { _id siteName } } } } }',
      relay: null,
    },
    ...consumptionCases(account, size),
    { name: 'intervals, page 1 of 100', rest: '/2.0/non-cumulative?limit=100', query: null, relay: null },
    {
      name: `intervals, page ${last.toLocaleString('en')} of 100`,
      rest: `/2.0/non-cumulative?limit=100&page=${last}`,
      query: null,
      relay: null,
    },
    { name: '304', rest: '/2.0/accounts?limit=100', query: null, relay: null, isConditional: true },
  ];
}

/** Returns the cases over whole months in which the meters have intervals. */
function consumptionCases(account: string, size: Size): readonly ServiceCase[] {
  const final = new Date(FIRST_DAY + (size.days - 1) * 86_400_000);
  const to = new Date(Date.UTC(final.getUTCFullYear(), final.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
  const [asset, entity] = [idOf('asset', Math.ceil(assetsOf(size) / 2)), idOf('entity', 1)];
  const rest = (text: string): string => `/2.0/consumption?${text}&startDate=${dayText(0)}&endDate=${to}`;
  const query = (level: string): string =>
    `query bench { consumption(${level}, startDate: "${dayText(0)}", endDate: "${to}") {
      startDate endDate granularity ${FIGURES} data { date startDate endDate ${FIGURES} } } }`;
  const halfHours = `accountId=${account}&granularity=halfhourly`;
  return [
    {
      name: 'consumption by month, an account',
      rest: rest(`accountId=${account}`),
      query: query(`accountId: "${account}"`),
      relay: null,
    },
    {
      name: 'consumption by month, an asset',
      rest: rest(`assetId=${asset}&accountType=electricity`),
      query: query(`assetId: "${asset}", accountType: [electricity]`),
      relay: null,
    },
    {
      name: `consumption by month, an entity of ${size.meters} meters`,
      rest: rest(`entityId=${entity}&accountType=electricity`),
      query: query(`entityId: "${entity}", accountType: [electricity]`),
      relay: null,
    },
    { name: 'half-hours of an account, minimal', rest: rest(`${halfHours}&minimal=true`), query: null, relay: null },
    {
      name: 'half-hours of an account, every option',
      rest: rest(halfHours + EVERY_OPTION),
      query: null,
      relay: null,
      // No engineer would write it for a single endpoint.
      notFor: ['bare', 'promises'],
    },
  ];
}
