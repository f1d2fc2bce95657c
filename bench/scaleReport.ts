import { table } from '../src/cli/output.js';
import type { CaseResult } from './contest.js';
import type { Size } from './portfolio.js';

/** The names of the compared databases. */
export const ONE_SERVER = 'one server';
export const SEVERAL = 'distributed';

/** Everything that `bench scale` measures. */
export interface ScaleReport {
  readonly size: Size;
  /** The number of concurrent connections. */
  readonly connections: number;
  readonly workers: number;
  readonly results: readonly CaseResult[];
  readonly statements: readonly StatementTimes[];
}

/** Times of a small statement, in milliseconds. */
export interface StatementTimes {
  readonly what: string;
  readonly plain: number;
  readonly distributed: number;
}

/** The maximum ratio of times: for queries of one account, and of many accounts or deep in a list. */
const MOST = { account: 1.3, others: 2 };

/** Returns the lines of the report. */
export function scaleLines({ size, connections, workers, results, statements }: ScaleReport): readonly string[] {
  const rows = results.flatMap((result) =>
    ['rest', 'query'].flatMap((surface) => rowOf(result, surface, connections) ?? []),
  );
  return [
    `${size.meters} meters, ${size.days} days; ${workers} workers beside the coordinator`,
    '',
    ...table(['case', 'ms', 'distributed', '', 'aim', 'processors', 'distributed'], rows),
    ...results.flatMap(({ name, failures }) =>
      Object.entries(failures).map(([who, what]) => `${name}: ${who}: ${what}`),
    ),
    '',
    ...table(
      ['statement', 'ms', 'distributed', ''],
      statements.map(({ what, plain, distributed }) => [
        what,
        plain.toFixed(2),
        distributed.toFixed(2),
        `${(distributed / plain).toFixed(1)} ×`,
      ]),
    ),
    '',
    'ms: median of one response; processors: ms of the service + of all database servers',
  ];
}

const isOfOne = (name: string): boolean => /one account|an account/.test(name);

function rowOf({ name, rates, taken }: CaseResult, surface: string, connections: number): readonly string[][] | null {
  const [own, other] = [`${ONE_SERVER}, ${surface}`, `${SEVERAL}, ${surface}`];
  const [plain, distributed] = [rates[own], rates[other]];
  if (!plain || !distributed) return null;
  const ratio = plain.median / distributed.median;
  const most = isOfOne(name) ? MOST.account : MOST.others;
  const processors = (who: string): string => {
    const one = taken[who];
    return one ? `${one.own.toFixed(1)} + ${one.database.toFixed(1)}` : '';
  };
  return [
    [
      surface === 'query' ? `${name}, GraphQL` : name,
      ((1000 * connections) / plain.median).toFixed(1),
      ((1000 * connections) / distributed.median).toFixed(1),
      `${ratio.toFixed(2)} ×`,
      ratio <= most ? `≤ ${most}: met` : `≤ ${most}: MISSED`,
      processors(own),
      processors(other),
    ],
  ];
}
