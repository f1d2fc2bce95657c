import { canonical, extentOf, prepareRequest, requestOf } from './requests.js';
import { loadWith, type Load, type RepeatedRequest } from './load.js';
import { spreadOf, type Spread } from './measure.js';
import { watchBackends, watchMemory } from './processes.js';
import type { Peer } from './peers.js';
import type { ByHand, ServiceCase, Surface } from './serviceCases.js';

/** A server and the surface that answers a case. */
export interface Contestant {
  readonly name: string;
  readonly peer: Peer;
  readonly surface: Surface;
  /** Set for a hand-written server. */
  readonly byHand?: ByHand;
  /** The server's key, if the databases differ. */
  readonly key?: string;
}

export interface CaseResult {
  readonly name: string;
  readonly bytes: number;
  /** Answers per second of each contestant that can answer the case. */
  readonly rates: Readonly<Record<string, Spread>>;
  /** The processor time of a response, by contestant. */
  readonly taken: Readonly<Record<string, ProcessorTime>>;
  /** The errors of contestants that did not answer correctly. They have no rate. */
  readonly failures: Readonly<Record<string, string>>;
  /** The maximum during the case. */
  readonly memory: Memory;
}

/** The resident memory of each process, in bytes. */
type Memory = Readonly<Record<string, number>>;

/** The processor time of one response in milliseconds: the median of the rounds. */
export interface ProcessorTime {
  readonly own: number;
  /** The time of PostgreSQL, if it runs on this machine. */
  readonly database: number;
}

interface Entrant {
  readonly name: string;
  readonly sent: RepeatedRequest;
  readonly peer: Peer;
  readonly rates: number[];
  readonly taken: ProcessorTime[];
  failure: string | null;
}

/** A case with those who answer it. */
interface PreparedCase {
  readonly entrants: readonly Entrant[];
  /** The size of the response. */
  readonly bytes: number;
  /** The errors of contestants, by name. */
  readonly failures: Record<string, string>;
}

/** The conditions of the measurement. */
export interface Contest {
  readonly key: string;
  readonly rounds: number;
  readonly load: Load;
  /** The name of the database that all contestants query. */
  readonly database: string;
}

/**
 * The maximum length of each of the two warm-ups of a case. V8 still compiles much code after 20,000 requests. In
 * production the code has run for days.
 */
const WARM_SECONDS = 5;

/**
 * Loads each case with each contestant in turn, in several rounds, after it has checked that all responses to a request
 * are equal. Before all rounds, each contestant has answered every case for a while: otherwise the first cases would be
 * measured with code that V8 has not optimised yet, and the last ones with code that knows all kinds of requests.
 * @throws Error if responses differ
 */
export async function contest(
  cases: readonly ServiceCase[],
  contestants: readonly Contestant[],
  { key, rounds, load, database }: Contest,
  onStep: (done: number, total: number) => void,
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  const steps = cases.length * (rounds + 1);
  let done = 0;
  const warmUp = async (entrants: readonly Entrant[]): Promise<void> => {
    const seconds = Math.min(WARM_SECONDS, 2 * load.seconds);
    for (const entrant of entrants) await measure(entrant, { ...load, seconds }, database);
  };
  const watch = (): (() => Memory) => watchMemory([...new Set(contestants.map(({ peer }) => peer))]);
  const prepared: (PreparedCase & { readonly one: ServiceCase; readonly firstMemory: Memory })[] = [];
  for (const one of cases) {
    const preparedCase = await entrantsOf(one, contestants, key);
    const watched = watch();
    await warmUp(preparedCase.entrants);
    prepared.push({ one, ...preparedCase, firstMemory: watched() });
    onStep((done += 1), steps);
  }
  for (const { one, entrants, bytes, failures, firstMemory } of prepared) {
    const watched = watch();
    await warmUp(entrants);
    for (let round = 0; round < rounds; round += 1) {
      // Each contestant comes first, last and in between in turn.
      for (let turn = 0; turn < entrants.length; turn += 1) {
        const entrant = entrants[(turn + round) % entrants.length];
        const measured = entrant && (await measure(entrant, load, database));
        if (!measured) continue;
        entrant.rates.push(measured.rate);
        entrant.taken.push(measured.taken);
      }
      onStep((done += 1), steps);
    }
    const successful = entrants.filter(({ failure }) => failure === null);
    const rates = Object.fromEntries(successful.map(({ name, rates: values }) => [name, spreadOf(values)]));
    const taken = Object.fromEntries(successful.map(({ name, taken: values }) => [name, medianOf(values)]));
    for (const { name, failure } of entrants) if (failure !== null) failures[name] = failure;
    results.push({ name: one.name, bytes, rates, taken, failures, memory: mostOf(firstMemory, watched()) });
  }
  return results;
}

/** @returns null after a failure: the contestant gets no more requests */
async function measure(
  entrant: Entrant,
  load: Load,
  database: string,
): Promise<{ readonly rate: number; readonly taken: ProcessorTime } | null> {
  if (entrant.failure !== null) return null;
  const { peer, sent } = entrant;
  const before = peer.processorTime();
  const watched = watchBackends(database);
  try {
    const { rate, answers } = await loadWith(sent, load);
    const serverMs = peer.processorTime() - before;
    return { rate, taken: { own: serverMs / answers, database: watched() / answers } };
  } catch (error) {
    watched();
    entrant.failure = messageOf(error);
    return null;
  }
}

function medianOf(taken: readonly ProcessorTime[]): ProcessorTime {
  const median = (of: (one: ProcessorTime) => number): number => spreadOf(taken.map(of)).median;
  return { own: median(({ own }) => own), database: median(({ database }) => database) };
}

/** Returns the larger memory of each process. */
function mostOf(one: Memory, other: Memory): Memory {
  return Object.fromEntries(Object.entries(one).map(([name, bytes]) => [name, Math.max(bytes, other[name] ?? 0)]));
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns the contestants that can answer a case, after it has checked that their responses are equal. */
async function entrantsOf(one: ServiceCase, contestants: readonly Contestant[], key: string): Promise<PreparedCase> {
  const entrants: Entrant[] = [];
  const failures: Record<string, string> = {};
  const texts = new Map<Surface, string>();
  for (const { name, peer, surface, byHand, key: ownKey } of contestants) {
    const canAnswer = byHand === undefined || !one.notFor?.includes(byHand);
    const request = canAnswer ? requestOf(one, surface, peer.url, ownKey ?? key) : null;
    if (!request) continue;
    const { sent, text } = await prepareRequest(request, one.isConditional === true).catch((error: unknown) => {
      failures[name] = messageOf(error);
      return { sent: null, text: '' };
    });
    if (sent === null) continue;
    const first = texts.get(surface);
    // A server with other field names must return the same number of records.
    const related = surface === 'relay' ? texts.get('query') : undefined;
    const differs =
      (first !== undefined && canonical(first) !== canonical(text)) ||
      (related !== undefined && extentOf(related) !== extentOf(text));
    if (differs) throw new Error(`${one.name}: the response of ${name} differs from those of the servers before it`);
    texts.set(surface, first ?? text);
    entrants.push({ name, sent, peer, rates: [], taken: [], failure: null });
  }
  const [text = ''] = texts.values();
  return { entrants, bytes: Buffer.byteLength(text), failures };
}
