import fc from 'fast-check';

const MONTH = '"2023-01-01", endDate: "2023-01-31"';
const DATES = [MONTH, '"2020-02-01", endDate: "2023-12-31"'];
const TYPES = [
  '',
  ', accountType: [electricity]',
  ', accountType: [gas]',
  ', accountType: [heating], source: "invoice"',
];

/** The fields of figures to select, including the assets of their accounts. */
const FIGURES = [
  ...['consumption', 'estimatedConsumption', 'isMissing', 'units', 'coverage', 'sources', 'cost'],
  ...['currency', 'costReasons', 'unitCost', 'unitCostReasons'],
  ...['accountCount', 'assetCount', 'accountFloorArea', 'assetFloorArea', 'totalAssetFloorArea', 'peakCapacity'],
  ...['tenantConsumption', 'landlordConsumption', 'simulatedConsumption', 'maxDemand', 'avgCapacity'],
  ...[
    'emissions { total scope1 scope2 scope3 }',
    'totalEmissions { total }',
    'missingFactors { type country }',
    'factors { country type year }',
  ],
  ...['intensity { consumption emissions }', 'gaps { accountId startDate }', 'contractCoverage { withContract }'],
  ...[
    'assetGroups { assetId siteName address consumption emissions cost currency costReasons accountFloorArea assetFloorArea }',
  ],
  ...[
    'data { consumption totalEmissions { total } missingFactors { country } assetFloorArea }',
    'yearEarlier { totalEmissions { total } }',
    'previous { comparable { days accounts coverage consumption emissions { total } cost currency current { consumption cost } reasons } }',
  ],
];
const FIGURE_PARTS = fc.subarray(FIGURES, { minLength: 1 }).map((parts) => `{ ${parts.join(' ')} }`);

const figures = fc
  .tuple(fc.constantFrom(...DATES), fc.constantFrom(...TYPES), FIGURE_PARTS)
  .map(([dates, types, parts]) => `consumption(startDate: ${dates}${types}) ${parts}`);

interface Parts {
  readonly leaves: string;
  /** The types of links to one record and to pages, by field. */
  readonly one?: Readonly<Record<string, string>>;
  readonly pages?: Readonly<Record<string, string>>;
}

const PARTS: Readonly<Record<string, Parts>> = {
  Account: {
    leaves: '_id name type status assetId entityId',
    one: { asset: 'Asset', entity: 'Entity' },
    pages: { invoices: 'Invoice', readings: 'Reading', contracts: 'Contract', nonCumulative: 'Interval' },
  },
  Asset: {
    leaves: '_id siteName floorArea floorAreaUnit status timeZone address { countryCode locality }',
    one: { entity: 'Entity' },
    pages: { accounts: 'Account' },
  },
  AssetGroup: { leaves: '_id name', one: { entity: 'Entity' }, pages: { assets: 'Asset' } },
  Entity: { leaves: '_id name companyId currency', pages: { assets: 'Asset', accounts: 'Account' } },
  Invoice: {
    leaves: '_id status accountId currency values { totalCost supplierName }',
    one: { account: 'Account', entity: 'Entity', supplier: 'Supplier' },
  },
  Reading: { leaves: '_id value name invoiceId', one: { account: 'Account', invoice: 'Invoice' } },
  Contract: { leaves: '_id startDate endDate accountId', one: { account: 'Account', supplier: 'Supplier' } },
  Supplier: { leaves: '_id name' },
  Interval: { leaves: '_id value source accountId', one: { account: 'Account' } },
};
const WITH_FIGURES = ['Account', 'Asset', 'AssetGroup', 'Entity'];

/** Returns a selection on a type that follows its links some levels deep. */
function selection(type: string, depth: number): fc.Arbitrary<string> {
  const { leaves = '_id', one = {}, pages = {} } = PARTS[type] ?? {};
  const below = (target: string): fc.Arbitrary<string> => selection(target, depth - 1);
  const links = (): readonly fc.Arbitrary<string>[] => [
    ...Object.entries(one).map(([field, target]) => below(target).map((own) => `${field} ${own}`)),
    ...Object.entries(pages).map(([field, target]) =>
      below(target).map((own) => `${field}(limit: 3) { total data ${own} }`),
    ),
  ];
  const parts = [...(WITH_FIGURES.includes(type) ? [figures] : []), ...(depth === 0 ? [] : links())];
  const some = fc.subarray(parts, { maxLength: Math.min(2, parts.length) }).chain((chosen) => fc.tuple(...chosen));
  return some.map((texts) => `{ ${leaves} ${texts.join(' ')} }`);
}

const ROOTS: Readonly<Record<string, string>> = {
  ...{ account: 'Account', asset: 'Asset', assetGroup: 'AssetGroup', entity: 'Entity', invoice: 'Invoice' },
  ...{ reading: 'Reading', contract: 'Contract', supplier: 'Supplier' },
};
const LISTS: Readonly<Record<string, string>> = {
  ...{ accounts: 'Account', assets: 'Asset', assetGroups: 'AssetGroup', entities: 'Entity', invoices: 'Invoice' },
  ...{ readings: 'Reading', contracts: 'Contract', nonCumulative: 'Interval' },
  ...{ suppliers: 'Supplier' },
};

/**
 * Generates GraphQL documents that follow links and select figures along the way.
 * @param ids of records, by root field
 */
export function nestedQueries(ids: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<string> {
  const items = Object.entries(ROOTS).map(([field, type]) =>
    fc
      .tuple(fc.constantFrom(...(ids[field] ?? [])), selection(type, 2))
      .map(([id, own]) => `${field}(id: "${id}") ${own}`),
  );
  const lists = Object.entries(LISTS).map(([field, type]) =>
    fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 3 }), selection(type, 2))
      .map(([limit, number, own]) => `${field}(limit: ${limit}, page: ${number}) { total skip data ${own} }`),
  );
  const viewer = figures.map((own) => `viewer { role companyIds entityIds ${own} }`);
  return fc.oneof(...items, ...lists, viewer).map((field) => `{ ${field} }`);
}

/** Generates GraphQL documents that select all figures of some accounts for a month. */
export function figureQueries(accountIds: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.uniqueArray(fc.constantFrom(...accountIds), { minLength: 1, maxLength: 2 }), fc.constantFrom(...TYPES))
    .map(([ids, types]) => {
      const asked = `consumption(startDate: ${MONTH}${types}) { ${FIGURES.join(' ')} }`;
      return `{ ${ids.map((id, index) => `a${index}: account(id: "${id}") { _id ${asked} }`).join(' ')} }`;
    });
}
