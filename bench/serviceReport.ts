import { table } from '../src/cli/output.js';
import type { CaseResult, ProcessorTime } from './contest.js';
import type { Load } from './load.js';
import type { Spread } from './measure.js';
import type { Size } from './portfolio.js';
import type { Soaked } from './soak.js';
import type { ByWorkers } from './workers.js';

/** Everything that `bench service` measures. */
export interface ServiceReport {
  /** The version that ran the servers. */
  readonly node: string;
  readonly size: Size;
  readonly intervals: number;
  readonly rounds: number;
  readonly load: Load;
  readonly results: readonly CaseResult[];
  /** The time from the start of the process to its first response, in milliseconds. */
  readonly startMs: Spread;
  /** The results of the first case by number of processes. */
  readonly workers: readonly ByWorkers[];
  readonly soaked: Soaked | null;
}

/**
 * The names of the servers: the service with and without a cached answer, and the servers whose rate is 1 in each
 * comparison.
 */
export const NAMES = {
  rest: 'REST',
  restUncached: 'REST, no cache',
  byHand: 'Express + pg',
  promises: 'with the same promises',
  query: 'GraphQL',
  queryUncached: 'GraphQL, no cache',
  mercurius: 'Mercurius, JIT',
  postgraphile: 'PostGraphile 5',
} as const;

/** The results of the service in one table. */
interface ServiceNames {
  readonly rest: string;
  readonly query: string;
}

/** The servers in the comparison with REST. The next list has those in the comparison with GraphQL. */
const BY_HAND = [NAMES.byHand, NAMES.promises];
const PEERS = [NAMES.mercurius, NAMES.postgraphile];

const CACHED: ServiceNames = { rest: NAMES.rest, query: NAMES.query };
const UNCACHED: ServiceNames = { rest: NAMES.restUncached, query: NAMES.queryUncached };

const rate = (value: number): string => value.toFixed(value < 10 ? 1 : 0);
const spread = ({ median, p25, p75 }: Spread): string => `${rate(median)} (${rate(p25)}–${rate(p75)})`;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;

/** Returns the lines of the report. */
export function serviceLines(report: ServiceReport): readonly string[] {
  const { node, size, intervals, rounds, load, results, startMs, workers, soaked } = report;
  return [
    `Node ${node.slice(1)}; ${size.meters} meters, ${size.days} days, ${intervals.toLocaleString('en')} intervals; ` +
      `${load.connections} connections, ${rounds} rounds of ${load.seconds} s, in turn`,
    'responses per second: median (p25–p75); ×: the service compared with the server before it',
    '',
    'repeated requests, with the response cache:',
    ...caseLines(results, CACHED),
    '',
    'every response computed again (ANSWER_CACHE=0):',
    ...caseLines(results, UNCACHED),
    ...results.flatMap(({ name, failures }) =>
      Object.entries(failures).map(([who, what]) => `${name}: ${who} fails: ${what}`),
    ),
    '',
    'processor time of a response in ms: server + PostgreSQL; ×: the other server compared with the service',
    ...processorLines(results),
    '',
    ...memoryLines(results),
    '',
    `start to first response: ${Math.round(startMs.median)} ms (${Math.round(startMs.p25)}–${Math.round(startMs.p75)})`,
    ...workers.map(
      ({ workers: count, rate, memory, taken: { service, database, load: own } }) =>
        `WEB_CONCURRENCY=${count}: ${spread(rate)} pages of accounts/s, ${megabytes(memory)}; processor time of each, ms: ` +
        `${service.toFixed(2)} of the service, ${database.toFixed(2)} of PostgreSQL, ${own.toFixed(2)} of the load`,
    ),
    ...(soaked
      ? [
          `${soaked.minutes} minutes of load: ${megabytes(soaked.start)} at the start, ${megabytes(soaked.middle)} in the ` +
            `middle, ${megabytes(soaked.end)} at the end, ${megabytes(soaked.most)} at most`,
        ]
      : []),
  ];
}

function caseLines(results: readonly CaseResult[], { rest, query }: ServiceNames): readonly string[] {
  const cell = ({ rates, failures }: CaseResult, name: string): string =>
    failures[name] !== undefined ? 'fails' : rates[name] ? spread(rates[name]) : '';
  const ratio = ({ rates }: CaseResult, own: string, other: string): string =>
    rates[own] && rates[other] ? `${(rates[own].median / rates[other].median).toFixed(2)} ×` : '';
  const beside = (result: CaseResult, own: string, others: readonly string[]): readonly string[] =>
    others.flatMap((other) => [cell(result, other), ratio(result, own, other)]);
  return table(
    ['case', 'KB', 'REST', ...BY_HAND.flatMap((name) => [name, '']), 'GraphQL', ...PEERS.flatMap((name) => [name, ''])],
    results.map((result) => [
      result.name,
      (result.bytes / 1024).toFixed(1),
      cell(result, rest),
      ...beside(result, rest, BY_HAND),
      cell(result, query),
      ...beside(result, query, PEERS),
    ]),
  );
}

/** Returns the lines about processor time. On a shared machine it varies less than the responses per second. */
function processorLines(results: readonly CaseResult[]): readonly string[] {
  const milliseconds = (value: number): string => value.toFixed(value < 10 ? 2 : 0);
  const cell = (one: ProcessorTime | undefined): string =>
    one ? `${milliseconds(one.own)} + ${milliseconds(one.database)}` : '';
  const sum = ({ own, database }: ProcessorTime): number => own + database;
  const ratio = (own: ProcessorTime | undefined, other: ProcessorTime | undefined): string =>
    own && other ? `${(sum(other) / sum(own)).toFixed(2)} ×` : '';
  const columns = ({ taken }: CaseResult, own: string, others: readonly string[]): readonly string[] => [
    cell(taken[own]),
    ...others.flatMap((other) => [cell(taken[other]), ratio(taken[own], taken[other])]),
  ];
  const heads = (own: string, others: readonly string[]): readonly string[] => [
    own,
    ...others.flatMap((other) => [other, '']),
  ];
  return table(
    ['case', ...heads(NAMES.restUncached, BY_HAND), ...heads(NAMES.queryUncached, PEERS)],
    results.map((result) => [
      result.name,
      ...columns(result, NAMES.restUncached, BY_HAND),
      ...columns(result, NAMES.queryUncached, PEERS),
    ]),
  );
}

/** Returns the maximum memory of each process, with the case that had it. */
function memoryLines(results: readonly CaseResult[]): readonly string[] {
  const names = Object.keys(results[0]?.memory ?? {});
  return table(
    ['process', 'memory at most', 'in the case'],
    names.map((name) => {
      const of = ({ memory }: CaseResult): number => memory[name] ?? 0;
      const [most] = results.toSorted((a, b) => of(b) - of(a));
      return [name, most ? megabytes(of(most)) : '', most?.name ?? ''];
    }),
  );
}
