import fc from 'fast-check';
import { KIND_NAMES } from '../../src/findings/kinds.js';
import { graphqlRequest, restRequest } from '../support/hostileRequests.js';
import { figureQueries, nestedQueries } from '../support/nestedQuestions.js';
import { seeded } from '../support/random.js';
import {
  figureTargets,
  findingQueries,
  findingTargets,
  type IDS,
  itemTargets,
  listQueries,
  listTargets,
} from '../support/randomTargets.js';
import type { Ask } from '../support/server.js';

/** A request, but for its key. */
export interface Question {
  readonly target: string;
  readonly ask: Ask;
}

/** Identifiers of records, by the root field of GraphQL that finds one. */
export type Ids = typeof IDS;

const GRANULARITIES = ['halfhourly', 'hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'];
const ZONES = ['UTC', 'Europe/London', 'America/New_York', 'Australia/Sydney', 'Asia/Kolkata'];
const SOURCES = ['hh', 'reading', 'invoice', 'combined', 'invoice,hh'];

/** Figures of any level with every option, as paths of REST. */
const anyFigures = (ids: Ids): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(
        ...(['account', 'asset', 'assetGroup', 'entity'] as const).filter((level) => ids[level].length > 0),
      ),
      fc.nat(),
      fc.record({
        startDate: fc.constantFrom('2022-12-31', '2023-01-01', '2023-03-20', '2024-02-28'),
        endDate: fc.constantFrom('2023-01-31', '2023-03-31', '2024-03-31'),
      }),
      fc.record(
        {
          granularity: fc.constantFrom(...GRANULARITIES),
          timeZone: fc.constantFrom(...ZONES),
          source: fc.constantFrom(...SOURCES),
          accountType: fc.constantFrom('electricity', 'gas', 'electricity,gas'),
          format: fc.constantFrom('csv', 'ndjson'),
          emissions: fc.constantFrom('true', 'false'),
          capacityInfo: fc.constant('true'),
          dayNight: fc.constant('true'),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([level, n, dates, options]) => {
      const id = ids[level][n % ids[level].length] ?? '';
      return `/consumption?${new URLSearchParams({ [`${level}Id`]: id, ...dates, ...options }).toString()}`;
    });

/** Lists as CSV and NDJSON, whole and by pages. */
const exports = fc
  .tuple(listTargets, fc.constantFrom('format=csv', 'format=ndjson', 'format=csv&limit=5', 'format=ndjson&limit=7'))
  .map(
    ([target, format]) =>
      `${target.replace(/[?&](limit|page)=\d+/g, (part) => (part.startsWith('?') ? '?' : ''))}&${format}`,
  );

const rest = (target: string): Question => ({ target: `/2.0${target}`, ask: {} });

const graphql = (query: string, variables: object = {}): Question => ({
  target: '/graphql',
  ask: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query, variables }) },
});

/**
 * Requests of every kind: REST, GraphQL, exports, findings, and what is refused.
 * @param ids of the portfolio's records
 * @param seed the same seed, the same requests
 */
export function randomQuestions(ids: Ids, count: number, seed: number): readonly Question[] {
  const random = seeded(seed);
  const kinds = KIND_NAMES.map((kind) => `/findings?kind=${kind}`);
  const any: fc.Arbitrary<Question> = fc.oneof(
    { weight: 5, arbitrary: listTargets.map(rest) },
    {
      weight: 2,
      arbitrary: fc
        .oneof(
          itemTargets,
          fc.constantFrom(...ids.account).map((id) => `/accounts/${id}`),
        )
        .map(rest),
    },
    { weight: 2, arbitrary: exports.map(rest) },
    { weight: 3, arbitrary: fc.oneof(figureTargets(ids.account), anyFigures(ids)).map(rest) },
    { weight: 1, arbitrary: fc.oneof(findingTargets(ids.account), fc.constantFrom(...kinds)).map(rest) },
    { weight: 3, arbitrary: listQueries.map(([query, variables]) => graphql(query, variables)) },
    { weight: 3, arbitrary: nestedQueries(ids).map((query) => graphql(query)) },
    { weight: 1, arbitrary: figureQueries(ids.account).map((query) => graphql(query)) },
    { weight: 1, arbitrary: findingQueries.map(([query, variables]) => graphql(query, variables)) },
    { weight: 1, arbitrary: fc.constant(null).map(() => restRequest(random)) },
    { weight: 1, arbitrary: fc.constant(null).map(() => graphqlRequest(random)) },
  );
  return fc.sample(any, { numRuns: count, seed });
}
