import { FULL, intervalUsage, registerUsage, spanUsage, temperatureUsage, type Slot } from './slotUsage.js';
import type { Range } from './periods.js';
import type { Account, Records, Settings, SourceName } from './records.js';
import { registers } from './registers.js';
import { bills, billSpans, intervalSpans, type Bill } from './spans.js';
import { HALF_HOUR } from './time.js';

/** A slot and its chosen source. */
export interface Chosen extends Slot {
  readonly start: number;
  readonly source: SourceName;
}

/** Everything about one account: one element per slot of the queried range. */
export interface Computed {
  readonly account: Account;
  readonly starts: readonly number[];
  readonly sources: Readonly<Record<SourceName, readonly Slot[]>>;
  readonly simulated: readonly Slot[];
  readonly chosen: readonly Chosen[];
  readonly bills: readonly Bill[];
}

const EMPTY: Slot = { quantity: 0, estimated: 0, seconds: 0 };

/** Whether a source gives the slot anything, coverage or quantity. */
export const hasAnything = ({ seconds, quantity }: Slot): boolean => seconds > 0 || quantity !== 0;

/** The order of sources in `combined`. */
function order({ consumptionPriority }: Account): readonly SourceName[] {
  const given = consumptionPriority?.length ? consumptionPriority : ['hh', 'reading', 'invoice'];
  const known = given.filter((name) => name === 'hh' || name === 'reading' || name === 'invoice');
  return [...known, 'custom'];
}

/** Of the candidates with data, the first that covers the slot fully, else the first of those that cover most. */
function combine(start: number, candidates: readonly SourceName[], slotOf: (source: SourceName) => Slot): Chosen {
  let best: { readonly source: SourceName; readonly slot: Slot } = { source: 'hh', slot: EMPTY };
  for (const source of candidates) {
    const slot = slotOf(source);
    if (hasAnything(slot) && (!hasAnything(best.slot) || slot.seconds > best.slot.seconds)) best = { source, slot };
    if (slot.seconds === FULL) break;
  }
  const { quantity, estimated, seconds } = best.slot;
  return { quantity, estimated, seconds, source: best.source, start };
}

/** The computed usage of an account, for any source. */
type Sources = Pick<Computed, 'starts' | 'sources' | 'simulated' | 'bills'>;

function sourceUsage(records: Records, account: Account, range: Range, settings: Settings): Sources {
  const starts: number[] = [];
  for (let start = range.from; start < range.to; start += HALF_HOUR) starts.push(start);
  const near = <T extends Range>(spans: readonly T[]): readonly T[] =>
    spans.filter(({ from, to }) => from < range.to && to > range.from);

  const { intervals = [], readings = [] } = records;
  const hh = near(intervalSpans(intervals, account, false, settings));
  const custom = near(intervalSpans(intervals, account, true, settings));
  const all = near(registers(readings, account, false, settings));
  const halfHourly = near(registers(readings, account, true, settings));
  const real = bills(records, account, false);
  const invoices = near(billSpans(real, account, settings));
  const simulated = near(billSpans(bills(records, account, true), account, settings));
  const compute = account.type === 'temperature' ? temperatureUsage : intervalUsage;
  const sources: Readonly<Record<SourceName, readonly Slot[]>> = {
    hh: starts.map((start) => compute(start, hh)),
    reading: starts.map((start) => registerUsage(start, all, settings.registersAlive)),
    'reading-hh': starts.map((start) => registerUsage(start, halfHourly, settings.registersAlive)),
    invoice: starts.map((start) => spanUsage(start, invoices)),
    custom: starts.map((start) => compute(start, custom)),
  };
  return { starts, sources, simulated: starts.map((start) => spanUsage(start, simulated)), bills: real };
}

/** The usage of the previous request: the next one mostly has the same records and days. */
let before: { readonly records: Records; readonly of: string; readonly computed: Map<string, Known> } | undefined;

/** The computed usage of an account, and the chosen usage of each requested source. */
interface Known extends Sources {
  readonly chosen: Map<string, readonly Chosen[]>;
}

function sourcesOf(records: Records, account: Account, range: Range, settings: Settings): Known {
  const of = JSON.stringify([range.from, range.to, settings]);
  if (before?.records !== records || before.of !== of) before = { records, of, computed: new Map() };
  const known = before.computed.get(account._id);
  if (known) return known;
  const computed = { ...sourceUsage(records, account, range, settings), chosen: new Map<string, readonly Chosen[]>() };
  before.computed.set(account._id, computed);
  return computed;
}

/** Computes one account over the range, and chooses the requested source (or `combined`) for each slot. */
export function computeUsage(
  records: Records,
  account: Account,
  range: Range,
  asked: string,
  settings: Settings,
): Computed {
  const computed = sourcesOf(records, account, range, settings);
  const candidates = asked === 'combined' ? order(account) : [sourceName(asked)];
  const name = candidates.join(' ');
  const chosen =
    computed.chosen.get(name) ??
    computed.starts.map((start, index) =>
      combine(start, candidates, (source) => computed.sources[source][index] ?? EMPTY),
    );
  computed.chosen.set(name, chosen);
  return { account, ...computed, chosen };
}

function sourceName(text: string): SourceName {
  if (text === 'hh' || text === 'reading' || text === 'reading-hh' || text === 'invoice' || text === 'custom') {
    return text;
  }
  throw new Error(`there is no source ${text}`);
}
