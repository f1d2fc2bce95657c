import fc from 'fast-check';
import { LIST_FIELDS, type RestList } from '../../support/contractFields.js';
import { nestedQueries } from '../../support/nestedQuestions.js';
import { COMPANIES, ENTITIES, PORTFOLIO } from '../../support/portfolio.js';
import { at, pick, type Random } from '../../support/random.js';
import { figureTargets, IDS, itemTargets, listQueries, listTargets } from '../../support/randomTargets.js';
import type { Ask, KeyGrants } from '../../support/server.js';
import { LONG_ACCOUNT } from './states.js';

/** Who asks: different companies and entities, some of them of one company, and different roles. */
export const USERS: readonly KeyGrants[] = [
  { companies: COMPANIES },
  { companies: [COMPANIES[0]] },
  { companies: [COMPANIES[1]], entities: [ENTITIES[0]] },
  { entities: [ENTITIES[1]] },
  { role: 'energy', companies: COMPANIES },
  { role: 'finance', entities: [ENTITIES[0], ENTITIES[3]] },
];

/** A request of one of them, but for the key. */
export interface Question {
  /** Index of {@link USERS}. */
  readonly user: number;
  readonly target: string;
  readonly ask: Ask;
  /** Whether its answer is of one snapshot of the data; that of several statements may see an import between two of them. */
  readonly isOfOneSnapshot: boolean;
  /** Whether its answer is read bit by bit as the database gives it, and breaks off where that goes away. */
  readonly isStreamed: boolean;
  /** Whether it waits for its turn among the larger answers, and is worth being read slowly. */
  readonly isLarge: boolean;
}

type Asked = Omit<Question, 'user'>;

const rest = (path: string, more: Partial<Asked> = {}): Asked => ({
  ...{ target: `/2.0${path}`, ask: {}, isOfOneSnapshot: true, isStreamed: false, isLarge: false },
  ...more,
});
const graphql = (query: string, variables: object = {}, more: Partial<Asked> = {}): Asked => ({
  ...{ target: '/graphql', isOfOneSnapshot: true, isStreamed: false, isLarge: false },
  ask: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query, variables }) },
  ...more,
});

const YEAR = 'startDate=2023-01-01&endDate=2023-12-31';
const OPTIONS = ['emissions', 'floorArea', 'capacityInfo', 'assetBreakdown', 'contractCoverage', 'showCounts']
  .map((name) => `${name}=true`)
  .join('&');
/** Of an account, or an asset, that moves from one entity to another, and of others. */
const IDENTIFIERS = [0, 3, 20, 46, 51].map((index) => String(at(PORTFOLIO.accounts, index)._id));
const METER = String(LONG_ACCOUNT._id);
const LISTS = (Object.keys(LIST_FIELDS) as RestList[]).map(
  (name) => `/${name}?${name === 'readings' ? `accountId=${METER}&` : ''}`,
);
const LEVELS = [
  ...IDENTIFIERS.map((id) => `accountId=${id}`),
  ...[0, 12].map((index) => `assetId=${String(at(PORTFOLIO.assets, index)._id)}`),
  ...[0, 1].map((index) => `assetGroupId=${String(at(PORTFOLIO['asset-groups'], index)._id)}`),
  ...ENTITIES.slice(0, 2).map((id) => `entityId=${id}`),
];

/** What every user asks: all records, by which is known what each is shown. */
const OF_ALL: readonly Asked[] = [
  graphql('{ viewer { role companyIds entityIds } }'),
  graphql('{ accounts(limit: 500) { total data { _id name assetId entityId companyId capacity meterUser tags } } }'),
  graphql('{ assets(limit: 500, sort: "siteName:desc") { total data { _id siteName entityId companyId floorArea } } }'),
  graphql('{ assetGroups(limit: 500) { data { _id name entityId } } }'),
  graphql('{ entities { data { _id name companyId } } }'),
  graphql('{ contracts(limit: 500) { data { _id accountId entityId companyId supplierId } } }'),
  graphql('{ invoices(limit: 500) { total data { _id accountId entityId supplierId values { totalCost } } } }'),
  graphql('{ readings(limit: 500) { total data { _id accountId entityId companyId invoiceId registerId value } } }'),
  graphql(
    '{ nonCumulative(limit: 900, filter: { startTimestamp: { gte: "2023-01-01" } }) { total data { _id accountId entityId value } } }',
  ),
  rest(`/consumption?accountType=electricity,gas&${YEAR}&emissions=true&assetBreakdown=true`),
];

/** What some users ask, each. */
const OF_SOME: readonly Asked[] = [
  ...LISTS.flatMap((list) => [
    rest(`${list}limit=200`),
    rest(`${list}limit=7&after=`),
    rest(`${list}format=csv&limit=300`),
  ]),
  rest('/invoices?format=ndjson'),
  ...IDENTIFIERS.flatMap((id) => [rest(`/accounts/${id}`), rest(`/readings?accountId=${id}`)]),
  ...LEVELS.map((level) => rest(`/consumption?${level}&accountType=electricity,gas,heating&${YEAR}&${OPTIONS}`)),
  rest(`/emissions?assetId=${String(at(PORTFOLIO.assets, 0)._id)}&accountType=electricity,gas&${YEAR}`),
  graphql(
    '{ entities { data { _id name assets(limit: 50) { total data { _id siteName } } } } }',
    {},
    { isOfOneSnapshot: false },
  ),
  graphql(
    '{ invoices(limit: 100) { data { _id values { totalCost } account { _id name asset { siteName } } } } }',
    {},
    { isOfOneSnapshot: false },
  ),
];

/** What who sees all asks. */
const OF_FIRST: readonly Asked[] = [
  rest(`/non-cumulative?accountId=${METER}&format=csv`, { isOfOneSnapshot: false, isStreamed: true, isLarge: true }),
  rest(`/consumption?accountId=${METER}&startDate=2022-01-01&endDate=2022-03-31&granularity=halfhourly`, {
    isLarge: true,
  }),
];

/** Random requests of each kind. */
function randomAsked(seed: number, each: number): readonly Asked[] {
  const sample = <T>(arbitrary: fc.Arbitrary<T>): readonly T[] => fc.sample(arbitrary, { seed, numRuns: each });
  return [
    ...sample(listTargets).map((path) => rest(path)),
    ...sample(itemTargets).map((path) => rest(path)),
    ...sample(figureTargets(IDENTIFIERS)).map((path) => rest(path)),
    ...sample(listQueries).map(([query, variables]) => graphql(query, variables)),
    ...sample(nestedQueries(IDS)).map((query) => graphql(query, {}, { isOfOneSnapshot: false })),
  ];
}

/**
 * What is asked, and by whom.
 * @param some users for each question that is not one of all users'
 * @param each random requests of each kind
 */
export function makeQuestions(random: Random, seed: number, some: number, each: number): readonly Question[] {
  const users = USERS.map((_, user) => user);
  const by = (user: number) => (asked: Asked) => ({ ...asked, user });
  const first = Math.floor(random() * users.length);
  return [
    ...users.flatMap((user) => OF_ALL.map(by(user))),
    ...OF_SOME.flatMap((asked, index) =>
      users.slice(0, some).map((n) => ({ ...asked, user: (first + index + n) % users.length })),
    ),
    ...OF_FIRST.map(by(0)),
    ...randomAsked(seed, each).map((asked) => ({ ...asked, user: pick(random, users) })),
  ];
}
