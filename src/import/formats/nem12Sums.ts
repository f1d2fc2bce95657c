import { skippedRow, type SourceRow } from '../sourceRow.js';
import type { MeterAccount } from './meters.js';
import { configurationOf } from './nem12Days.js';
import type { Nem12Channel } from './nem12Records.js';
import { rowOf, type Span } from './reading.js';

/** The most intervals in the buffer. A year of five-minute intervals has 105 120. */
export const MAX_INTERVALS = 1_000_000;

interface Interval {
  readonly line: number;
  readonly span: Span;
  /** The sum of the channels that have data for it. */
  value: number;
  /** The estimated part of the value, and whether any or all of the value is estimated. */
  estimated: number;
  isEstimated: boolean;
  isWhollyEstimated: boolean;
  /** The channels with data for the interval: bit n is the channel at position n in the sum. */
  added: number;
  /** The channels with only null data. Without them the sum is too small. */
  missing: number;
}

/** The sum of a configuration on a day. A day on which the configuration changes has several. */
interface DaySum {
  readonly account: MeterAccount;
  readonly first: Nem12Channel;
  /** Suffixes of the channels. */
  readonly channels: string[];
  readonly intervals: Map<number, Interval>;
  /** The latest change of its channels, ISO 8601 UTC; null: none is stated. */
  statedAt: string | null;
  /** Whether the sum lacks a channel. */
  isIncomplete: boolean;
}

/** A value of a channel. */
export interface ChannelValue {
  readonly line: number;
  /** The index of the interval in its day. */
  readonly index: number;
  readonly span: Span;
  /** Null: the channel has null data. */
  readonly value: number | null;
  readonly isEstimated: boolean;
  /** The last change of the channel's day, ISO 8601 UTC; null: not stated. */
  readonly statedAt: string | null;
}

/** The bits of a positive number for bitwise operators. */
const MAX_CHANNELS = 31;

/** Sums the channels of one NMI that belong to the same account, by day and interval. */
export class Nem12Sums {
  readonly #most: number;
  readonly #sums = new Map<string, DaySum>();
  readonly #incomplete = new Set<string>();
  #count = 0;

  /**
   * Creates an empty buffer.
   * @param most the most intervals in the buffer
   */
  constructor(most = MAX_INTERVALS) {
    this.#most = most;
  }

  /** Returns why a day of a channel cannot be added to the sum; null: it can. If it cannot, the day has no sum. */
  refusal(account: MeterAccount, channel: Nem12Channel, dayMs: number): string | null {
    const sum = this.#sumOf(account, channel, dayMs);
    const problem = whyNotAddable(sum, channel);
    if (problem !== null) sum.isIncomplete = true;
    return problem;
  }

  /** Records that a day of a channel cannot be added. The day of its configuration then has no sum. */
  refuse(account: MeterAccount, channel: Nem12Channel, dayMs: number): void {
    this.#sumOf(account, channel, dayMs).isIncomplete = true;
  }

  /**
   * Adds a value of a channel.
   * @returns why it cannot be added; null: it was added
   * @throws Error if the buffer is full
   */
  add(account: MeterAccount, channel: Nem12Channel, dayMs: number, added: ChannelValue): string | null {
    const sum = this.#sumOf(account, channel, dayMs);
    const { channels, intervals } = sum;
    const { line, index, span, statedAt } = added;
    if (statedAt !== null && (sum.statedAt === null || statedAt > sum.statedAt)) sum.statedAt = statedAt;
    let position = channels.indexOf(channel.suffix);
    if (position < 0) position = channels.push(channel.suffix) - 1;
    let interval = intervals.get(index);
    if (interval === undefined) {
      this.#count += 1;
      if (this.#count > this.#most) {
        throw new Error(`the file has more than ${this.#most} intervals of NMI ${channel.nmi} to add up: split it`);
      }
      const nothing = { value: 0, estimated: 0, isEstimated: false, isWhollyEstimated: true, added: 0, missing: 0 };
      interval = { line, span, ...nothing };
      intervals.set(index, interval);
    }
    const isAdded = addValue(interval, 1 << position, added);
    return isAdded ? null : `is a repeated interval of channel ${channel.suffix}`;
  }

  /** Records that a channel of an account cannot be read. Sums without it would be too small. */
  markUnreadable({ id }: MeterAccount): void {
    this.#incomplete.add(id);
  }

  /** Yields the rows of all sums, and clears the buffer. */
  *rows(): Generator<SourceRow> {
    for (const sum of this.#sums.values()) {
      yield* rowsOf(sum, sum.isIncomplete || this.#incomplete.has(sum.account.id));
    }
    this.#sums.clear();
    this.#incomplete.clear();
    this.#count = 0;
  }

  #sumOf(account: MeterAccount, first: Nem12Channel, dayMs: number): DaySum {
    const key = `${account.id} ${dayMs} ${configurationOf(first)}`;
    let sum = this.#sums.get(key);
    if (sum === undefined) {
      sum = { account, first, channels: [], intervals: new Map(), statedAt: null, isIncomplete: false };
      this.#sums.set(key, sum);
    }
    return sum;
  }
}

/** Returns a clause that says why a channel cannot be added to those before it; null: it can be added. */
function whyNotAddable({ first, channels }: DaySum, { length, unit, suffix }: Nem12Channel): string | null {
  if (channels.length >= MAX_CHANNELS && !channels.includes(suffix)) {
    return `is channel ${channels.length + 1} of the same account, more than the import can add up`;
  }
  if (first.length === length && first.unit.toLowerCase() === unit.toLowerCase()) return null;
  const [stated, other] =
    first.length === length ? [unit, first.unit] : [`${length} minutes`, `${first.length} minutes`];
  return `has ${stated}, but channel ${first.suffix} of the same account has ${other}: the import cannot add them up`;
}

/**
 * Adds the value of a channel to an interval.
 * @param bit the bit of the channel
 * @returns whether it was added; false: the channel has a value for the interval already
 */
function addValue(interval: Interval, bit: number, { value, isEstimated }: ChannelValue): boolean {
  // If a meter is replaced within a day, a channel has two records. Each has null data for the time of the other.
  if (value === null) {
    if ((interval.added & bit) === 0) interval.missing |= bit;
    return true;
  }
  if ((interval.added & bit) !== 0) return false;
  interval.added |= bit;
  interval.missing &= ~bit;
  interval.value = plus(interval.value, value);
  if (isEstimated) interval.estimated = plus(interval.estimated, value);
  interval.isEstimated ||= isEstimated;
  interval.isWhollyEstimated &&= isEstimated;
  return true;
}

/**
 * Yields the rows of a sum.
 * @param lacksChannel whether the sum lacks a channel
 */
function* rowsOf(sum: DaySum, lacksChannel: boolean): Generator<SourceRow> {
  const { account, first, statedAt } = sum;
  const isInTurn = areInTurn(sum);
  const why = lacksChannel ? 'an unreadable channel' : 'null data in a channel';
  const reason = `NMI ${first.nmi}: no sum of the channels, because of ${why}`;
  for (const { line, span, value, estimated, isEstimated, isWhollyEstimated, ...bits } of sum.intervals.values()) {
    const lacksData = isInTurn ? bits.added === 0 : bits.missing !== 0;
    if (lacksData || lacksChannel) {
      yield skippedRow(line, reason);
      continue;
    }
    const estimatedValue = isEstimated && !isWhollyEstimated ? estimated : null;
    const common = { line, meter: first.nmi, match: { account }, span, unit: first.unit };
    yield rowOf({ ...common, value, isEstimated, estimatedValue, statedAt });
  }
}

/**
 * Whether each channel has data for one part of the day and null data for the others, as if a meter was replaced at
 * midday. Then the only channel with data is the sum.
 */
function areInTurn({ channels, intervals }: DaySum): boolean {
  const inOrder = [...intervals].toSorted(([one], [other]) => one - other);
  const masks = inOrder.flatMap(([, { added }]) => (added === 0 ? [] : [added]));
  const turns = masks.filter((added, at) => added !== masks[at - 1]);
  const isOneChannel = (bits: number): boolean => (bits & (bits - 1)) === 0;
  return turns.length === channels.length && new Set(turns).size === turns.length && turns.every(isOneChannel);
}

/** Adds decimal numbers without the noise of binary fractions: 0.1 and 0.2 give 0.3. */
function plus(a: number, b: number): number {
  return Number((a + b).toPrecision(15));
}
