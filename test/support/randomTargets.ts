import fc from 'fast-check';
import { LIST_FIELDS, selectionOf, type RestList } from './contractFields.js';
import type { Listed } from './model.js';
import { KIND_NAMES } from '../../src/findings/kinds.js';
import { ENTITIES, PORTFOLIO } from './portfolio.js';
import { filters, graphqlQuery, paging, parameters, PATHS, restTarget } from './randomQuestions.js';

/** Returns the identifiers of all records, including hidden ones. */
const idsOf = (name: Listed): readonly string[] => PORTFOLIO[name].map(({ _id }) => String(_id));
/** Identifiers by the root field that finds a single record. */
export const IDS = {
  ...{ account: idsOf('accounts'), asset: idsOf('assets'), assetGroup: idsOf('asset-groups') },
  ...{ entity: idsOf('entities'), invoice: idsOf('invoices'), reading: idsOf('readings') },
  ...{ contract: idsOf('contracts'), supplier: idsOf('suppliers') },
};

const flag = fc.constantFrom('true', 'true', 'false');
const OPTIONS = [
  ...['emissions', 'floorArea', 'capacityInfo', 'meterUserBreakdown', 'showCounts', 'assetBreakdown'],
  ...['contractCoverage', 'showSimulated', 'dayNight'],
];
const TYPES = ['electricity', 'gas', 'electricity,gas,heating', 'water', 'solar,cooling'];

/**
 * REST paths for the figures of one target, which may be hidden, or of several.
 * @param often accounts to request more often
 */
export const figureTargets = (often: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('consumption', 'emissions'),
      fc.oneof(
        fc.constant({}),
        fc.constant({ entityId: ENTITIES[0] }),
        fc.constantFrom(...often).map((accountId) => ({ accountId })),
        ...(['account', 'asset', 'assetGroup', 'entity'] as const).map((level) =>
          fc.constantFrom(...IDS[level]).map((id) => ({ [`${level}Id`]: id })),
        ),
      ),
      fc.record({
        accountType: fc.constantFrom(...TYPES),
        startDate: fc.constantFrom('2020-02-01', '2023-01-01', '2022-12-05'),
        endDate: fc.constantFrom('2023-01-31', '2023-12-31'),
      }),
      fc.record(Object.fromEntries(OPTIONS.map((name) => [name, flag])), { requiredKeys: [] }),
    )
    .map(([path, level, question, options]) => {
      const asked = { ...level, ...question, ...(path === 'consumption' ? options : {}) };
      return `/${path}?${new URLSearchParams(asked as Record<string, string>).toString()}`;
    });

/** REST paths for single records. */
export const itemTargets = fc
  .constantFrom('accounts' as const, 'assets' as const, 'invoices' as const)
  .chain((name) => fc.constantFrom(...idsOf(name)).map((id) => `/${name}/${id}`));

/** REST paths for pages of lists. */
export const listTargets = fc
  .constantFrom(...(Object.keys(LIST_FIELDS) as RestList[]))
  .chain((name) => fc.tuple(parameters(name), paging(name)).map(([asked, page]) => restTarget(name, asked, page)));

/** The time of detection, which differs between databases. */
export const WHEN_FOUND = ['firstSeenAt', 'updatedAt'];

const FINDING_FIELDS = [
  ...['_id', 'kind', 'severity', 'status', 'accountId', 'startDate', 'endDate', 'quantity', 'cost', 'share', 'message'],
];

/**
 * REST paths for findings and checks of invoices. Most are lists, because most single ones are hidden.
 * @param ids of findings, including those of hidden accounts
 */
export const findingTargets = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .record(
          {
            kind: fc.oneof(fc.constant('late'), fc.constantFrom(...KIND_NAMES)),
            severity: fc.constantFrom('high', 'medium', 'low'),
            accountId: fc.constantFrom(...IDS.account),
            sort: fc.constantFrom(...FINDING_FIELDS.flatMap((field) => [`${field}:asc`, `${field}:desc`])),
            limit: fc.constantFrom('1', '3', '1000'),
          },
          { requiredKeys: [] },
        )
        .map((asked) => `/findings?${new URLSearchParams(asked).toString()}`),
    },
    fc.constantFrom(...ids).map((id) => `/findings/${id}`),
    fc.constantFrom(...IDS.invoice).map((id) => `/invoices/${id}/check`),
  );

const FINDING = `_id kind severity status accountId assetId entityId companyId invoiceIds startDate endDate quantity units cost share
  message evidence { name value units text startDate endDate }`;
const CHECK = `quantity { result reason message billed metered difference coverage source }
  sum { result lines difference } rates { result beforeId rates { rateName unitRateBefore result } }`;

/** GraphQL documents that select findings through each link, and checks. */
export const findingQueries = fc
  .tuple(
    fc.constantFrom(
      `findings(limit: $limit, page: $page) { total data { ${FINDING} account { _id name } asset { _id siteName }
         invoices { total data { _id } } } }`,
      `accounts(limit: $limit, page: $page) { total data { _id findings { total data { ${FINDING} } } } }`,
      `assets(limit: $limit, page: $page) { total data { _id findings { total data { ${FINDING} } } } }`,
      `invoices(limit: $limit, page: $page) { total data { _id check { ${CHECK} } findings { total data { ${FINDING} } } } }`,
      `findings(filter: { kind: { eq: "late" } }, limit: $limit, page: $page) { total data { ${FINDING} } }`,
    ),
    fc.record({ limit: fc.integer({ min: 1, max: 40 }), page: fc.integer({ min: 1, max: 4 }) }),
  )
  .map(([field, page]) => [`query ($limit: Int!, $page: Int!) { ${field} }`, page] as const);

/** GraphQL documents and variables for pages of lists with filters. */
export const listQueries = fc
  .constantFrom(...(Object.keys(PATHS) as Listed[]))
  .chain((name) =>
    fc
      .tuple(filters(name), paging(name))
      .map(([filter, page]) => [graphqlQuery(name, selectionOf(PATHS[name])), { ...page, filter }] as const),
  );
