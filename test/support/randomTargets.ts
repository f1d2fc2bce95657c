import fc from 'fast-check';
import { LIST_FIELDS, selectionOf, type RestList } from './contractFields.js';
import type { Listed } from './model.js';
import { ENTITIES, PORTFOLIO } from './portfolio.js';
import { filters, graphqlQuery, paging, parameters, PATHS, restTarget } from './randomQuestions.js';

/** Identifiers of all records, those that are hidden too. */
const idsOf = (name: Listed): readonly string[] => PORTFOLIO[name].map(({ _id }) => String(_id));
/** The same by the root field that finds one. */
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
 * Figures of a level, which may be hidden, or of several, as paths of REST.
 * @param often accounts that are asked for more often
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

/** Single records, as paths of REST. */
export const itemTargets = fc
  .constantFrom('accounts' as const, 'assets' as const, 'invoices' as const)
  .chain((name) => fc.constantFrom(...idsOf(name)).map((id) => `/${name}/${id}`));

/** Pages of lists, as paths of REST. */
export const listTargets = fc
  .constantFrom(...(Object.keys(LIST_FIELDS) as RestList[]))
  .chain((name) => fc.tuple(parameters(name), paging(name)).map(([asked, page]) => restTarget(name, asked, page)));

/** Pages of lists with filters, as documents of GraphQL with their variables. */
export const listQueries = fc
  .constantFrom(...(Object.keys(PATHS) as Listed[]))
  .chain((name) =>
    fc
      .tuple(filters(name), paging(name))
      .map(([filter, page]) => [graphqlQuery(name, selectionOf(PATHS[name])), { ...page, filter }] as const),
  );
