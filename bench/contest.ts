import { canonical, extentOf, prepared, requestOf } from './asking.js';
import { loadWith, type Load, type Sent } from './load.js';
import { spreadOf, type Spread } from './measure.js';
import { watchMemory } from './memory.js';
import type { Peer } from './peers.js';
import type { ServiceCase, Surface } from './serviceCases.js';

/** One way to have a case answered: by whom, and by which surface. */
export interface Contestant {
  readonly name: string;
  readonly peer: Peer;
  readonly surface: Surface;
  /** Answers only what is sensible to write by hand. */
  readonly isByHand?: true;
}

export interface CaseResult {
  readonly name: string;
  readonly bytes: number;
  /** Answers per second of each contestant that can answer the case. */
  readonly rates: Readonly<Record<string, Spread>>;
  /** What went wrong with those that did not answer as they should; they have no rate. */
  readonly failures: Readonly<Record<string, string>>;
  /** Resident memory of each process meanwhile, at most, bytes. */
  readonly memory: Readonly<Record<string, number>>;
}

interface Entrant {
  readonly name: string;
  readonly sent: Sent;
  readonly rates: number[];
  failure: string | null;
}

/**
 * Loads each case with each contestant in turn, several rounds, after one short round that does not count, in which all
 * answers to a question must be the same.
 * @throws Error when answers differ
 */
export async function contest(
  cases: readonly ServiceCase[],
  contestants: readonly Contestant[],
  { key, rounds, load }: { readonly key: string; readonly rounds: number; readonly load: Load },
  onStep: (done: number, total: number) => void,
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  let done = 0;
  for (const one of cases) {
    const { entrants, bytes, failures } = await entrantsOf(one, contestants, key);
    const watched = watchMemory([...new Set(contestants.map(({ peer }) => peer))]);
    for (const entrant of entrants) await rateOf(entrant, { ...load, seconds: 1 });
    for (let round = 0; round < rounds; round += 1) {
      // Each is first, last and between in turn.
      for (let turn = 0; turn < entrants.length; turn += 1) {
        const entrant = entrants[(turn + round) % entrants.length];
        const rate = entrant && (await rateOf(entrant, load));
        if (rate !== undefined && rate !== null) entrant?.rates.push(rate);
      }
      onStep((done += 1), cases.length * rounds);
    }
    const sound = entrants.filter(({ failure }) => failure === null);
    const rates = Object.fromEntries(sound.map(({ name, rates: own }) => [name, spreadOf(own)]));
    for (const { name, failure } of entrants) if (failure !== null) failures[name] = failure;
    results.push({ name: one.name, bytes, rates, failures, memory: watched() });
  }
  return results;
}

/** @returns null once it has failed: it is not asked again */
async function rateOf(entrant: Entrant, load: Load): Promise<number | null> {
  if (entrant.failure !== null) return null;
  try {
    return await loadWith(entrant.sent, load);
  } catch (error) {
    entrant.failure = messageOf(error);
    return null;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Those that can answer a case, whose answers are the same. */
async function entrantsOf(
  one: ServiceCase,
  contestants: readonly Contestant[],
  key: string,
): Promise<{ readonly entrants: readonly Entrant[]; readonly bytes: number; failures: Record<string, string> }> {
  const entrants: Entrant[] = [];
  const failures: Record<string, string> = {};
  const texts = new Map<Surface, string>();
  for (const { name, peer, surface, isByHand } of contestants) {
    const asked = isByHand && one.isNotByHand ? null : requestOf(one, surface, peer.url, key);
    if (!asked) continue;
    const { sent, text } = await prepared(asked, one.isConditional === true).catch((error: unknown) => {
      failures[name] = messageOf(error);
      return { sent: null, text: '' };
    });
    if (sent === null) continue;
    const first = texts.get(surface);
    // Servers that name things in another way must have as many of them.
    const related = surface === 'relay' ? texts.get('query') : undefined;
    const differs =
      (first !== undefined && canonical(first) !== canonical(text)) ||
      (related !== undefined && extentOf(related) !== extentOf(text));
    if (differs) throw new Error(`${one.name}: ${name} answers another thing than those before it`);
    texts.set(surface, first ?? text);
    entrants.push({ name, sent, rates: [], failure: null });
  }
  const [text = ''] = texts.values();
  return { entrants, bytes: Buffer.byteLength(text), failures };
}
