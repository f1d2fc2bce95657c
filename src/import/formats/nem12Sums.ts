import type { SourceRow } from '../sourceRow.js';
import { intervalRow, leftOutRow, type Span } from './meterRow.js';
import type { MeterAccount } from './meters.js';
import type { Nem12Channel } from './nem12Channel.js';

/** Intervals that are held to be added up; a year of five minutes is 105 120. */
export const MOST_INTERVALS = 1_000_000;

interface Interval {
  readonly line: number;
  readonly span: Span;
  /** Null when a channel has no data for it: the sum of the others would be too small. */
  value: number | null;
  isEstimated: boolean;
  /** The channels that were added: a bit for each, by its place in the sum. */
  added: number;
}

interface Sum {
  readonly account: MeterAccount;
  readonly first: Nem12Channel;
  /** Suffixes of the channels. */
  readonly channels: string[];
  readonly intervals: Map<string, Interval>;
}

/** Adds up the channels of one NMI that are of the same account, interval by interval. */
export interface Nem12Sums {
  /** Why a channel cannot be added to those before it, or null; those before it are then not complete. */
  refusal(account: MeterAccount, channel: Nem12Channel): string | null;
  /**
   * Adds a value; null where the channel has none.
   * @returns why it cannot be added, or null
   * @throws Error when more is held than memory should
   */
  add(
    account: MeterAccount,
    channel: Nem12Channel,
    line: number,
    span: Span,
    value: number | null,
    isEstimated: boolean,
  ): string | null;
  /** Notes that a channel of an account could not be read: the sums without it would be too small. */
  spoil(account: MeterAccount): void;
  /** The rows of all sums, which are then forgotten. */
  rows(): Generator<SourceRow>;
}

/** Bits of a number that bitwise operators keep positive. */
const MOST_CHANNELS = 31;

/** @param most intervals that are held at once */
export function createNem12Sums(most = MOST_INTERVALS): Nem12Sums {
  const sums = new Map<string, Sum>();
  const incomplete = new Set<string>();
  let held = 0;

  return {
    refusal(account, { length, unit, suffix }) {
      const { first, channels = [] } = sums.get(account.id) ?? {};
      if (channels.length >= MOST_CHANNELS && !channels.includes(suffix)) {
        incomplete.add(account.id);
        return `is channel ${channels.length + 1} of the same account: they cannot be added up`;
      }
      if (first === undefined || (first.length === length && first.unit.toLowerCase() === unit.toLowerCase()))
        return null;
      incomplete.add(account.id);
      const [own, other] =
        first.length === length ? [unit, first.unit] : [`${length} minutes`, `${first.length} minutes`];
      return `has ${own}, and channel ${first.suffix} of the same account ${other}: they cannot be added up`;
    },
    add(account, channel, line, span, value, isEstimated) {
      let sum = sums.get(account.id);
      if (sum === undefined) {
        sum = { account, first: channel, channels: [], intervals: new Map() };
        sums.set(account.id, sum);
      }
      let place = sum.channels.indexOf(channel.suffix);
      if (place < 0) place = sum.channels.push(channel.suffix) - 1;
      const interval = sum.intervals.get(span.start);
      if (interval === undefined) {
        held += 1;
        if (held > most) throw new Error(`the file has more than ${most} intervals of NMI ${channel.nmi} to add up`);
        sum.intervals.set(span.start, { line, span, value, isEstimated, added: 1 << place });
        return null;
      }
      if ((interval.added & (1 << place)) !== 0) return `is an interval that channel ${channel.suffix} has twice`;
      interval.added |= 1 << place;
      interval.value = value === null || interval.value === null ? null : plus(interval.value, value);
      interval.isEstimated ||= isEstimated;
      return null;
    },
    spoil: ({ id }) => void incomplete.add(id),
    *rows() {
      for (const { account, first, intervals } of sums.values()) {
        const why = incomplete.has(account.id) ? 'a channel could not be added' : 'null data in a channel';
        const lacking = `NMI ${first.nmi}: ${why}, so that there is no sum`;
        for (const { line, span, value, isEstimated } of intervals.values()) {
          if (value === null || incomplete.has(account.id)) {
            yield leftOutRow(line, lacking, { meter: first.nmi, start: span.start, value });
          } else yield intervalRow(line, span, value, { account, unit: first.unit, isEstimated });
        }
      }
      sums.clear();
      incomplete.clear();
      held = 0;
    },
  };
}

/** Decimal figures add up to decimal figures: 0.1 and 0.2 to 0.3. */
function plus(a: number, b: number): number {
  return Number((a + b).toPrecision(15));
}
