import { noticeRow, type SourceRow } from '../sourceRow.js';
import type { Nem12Channel, Nem12Day } from './nem12Records.js';

/** The source of a day of an account: one channel, or channels of one NMI that are summed. */
interface DaySource {
  /** Equal for channels that may supply a day together or repeatedly. */
  readonly key: string;
  /** For messages: `NMI N1 channel E1`. */
  readonly text: string;
}

/** Consecutive days with one source, `[from, to)` in milliseconds. */
interface DayRange {
  from: number;
  to: number;
  readonly source: DaySource;
}

const DAY = 24 * 60 * 60_000;

/** Records the source of each day of an account. Consecutive days form one range, so memory holds few ranges. */
export class DaySources {
  readonly #ranges = new Map<string, DayRange[]>();

  /**
   * Records the source of a day.
   * @param dayMs local midnight of the day, encoded as if it were UTC
   * @returns another source that the day has already; null: none
   */
  claim(account: string, dayMs: number, source: DaySource): DaySource | null {
    const ranges = this.#ranges.get(account) ?? [];
    this.#ranges.set(account, ranges);
    const existing = ranges.find(({ from, to }) => from <= dayMs && dayMs < to);
    if (existing) return existing.source.key === source.key ? null : existing.source;
    const adjacent = ranges.find(
      ({ from, to, source: { key } }) => key === source.key && (to === dayMs || from === dayMs + DAY),
    );
    if (adjacent === undefined) ranges.push({ from: dayMs, to: dayMs + DAY, source });
    else if (adjacent.to === dayMs) adjacent.to += DAY;
    else adjacent.from -= DAY;
    return null;
  }
}

/** The intervals of a day for which a configuration has data. */
interface Part {
  readonly configuration: string;
  /** The name of the channel or its configuration in messages. */
  readonly text: string;
  /** The length of an interval, in minutes. */
  readonly length: number;
  /** Whether each interval has data; null: all have. */
  readonly has: readonly boolean[] | null;
}

/**
 * Returns a key for the channels that form a sum: the consumption channels of the configuration; a single channel by
 * its suffix and length.
 */
export function configurationOf({ consumption, isOneOfSeveral, suffix, length }: Nem12Channel): string {
  return isOneOfSeveral ? consumption.toSorted().join('') : `${suffix} ${length}`;
}

/**
 * Records for which intervals of a day each configuration of one NMI has data. The configuration may change within a
 * day, for example if a meter is replaced at midday. Each configuration then has null data (quality N) for the time of
 * the other.
 */
export class DayParts {
  readonly #parts = new Map<string, Part[]>();

  /** Whether a day has a record. */
  has(account: string, dayMs: number): boolean {
    return this.#parts.has(`${account} ${dayMs}`);
  }

  /**
   * Adds a record of a day, unless another configuration has data for the same time.
   * @param text the name of the channel or its configuration in messages
   * @returns the name of that other configuration; null: the record was added
   */
  add(account: string, channel: Nem12Channel, day: Nem12Day, text: string): string | null {
    const key = `${account} ${day.dayMs}`;
    const parts = this.#parts.get(key) ?? [];
    this.#parts.set(key, parts);
    const has = day.qualities.includes('none') ? day.qualities.map((quality) => quality !== 'none') : null;
    const part = { configuration: configurationOf(channel), text, length: channel.length, has };
    const other = parts.find(
      ({ configuration, ...rest }) => configuration !== part.configuration && overlap(part, rest),
    );
    if (other === undefined) parts.push(part);
    return other?.text ?? null;
  }

  clear(): void {
    this.#parts.clear();
  }
}

type Times = Pick<Part, 'length' | 'has'>;

function overlap(one: Times, other: Times): boolean {
  if (one.has === null) return hasData(other);
  return one.has.some((has, index) => has && hasDataIn(other, index * one.length, (index + 1) * one.length));
}

const hasData = ({ has }: Times): boolean => has?.includes(true) !== false;

/**
 * Whether a range of the day has data.
 * @param from minutes of the day
 * @param to minutes of the day, exclusive
 */
function hasDataIn({ has, length }: Times, from: number, to: number): boolean {
  return has?.slice(Math.floor(from / length), Math.ceil(to / length)).includes(true) !== false;
}

/** A day of a configuration, with the suffixes of the channels that have a record of it. */
interface ChannelDay {
  readonly date: string;
  readonly channel: Nem12Channel;
  readonly suffixes: Set<string>;
}

/**
 * Finds days of one NMI on which a consumption channel of the configuration has no data. Memory holds a few thousand
 * days.
 */
export class MissingChannels {
  readonly #days = new Map<string, ChannelDay>();
  readonly #excluded = new Set<string>();

  /** Records that a channel has a record of a day. */
  add(channel: Nem12Channel, dayMs: number, date: string): void {
    const key = `${dayMs} ${configurationOf(channel)}`;
    const day = this.#days.get(key) ?? { date, channel, suffixes: new Set<string>() };
    this.#days.set(key, day);
    day.suffixes.add(channel.suffix);
  }

  /** Excludes a channel with an unreadable day. The import reports the day as a separate error. */
  exclude({ suffix }: Nem12Channel): void {
    this.#excluded.add(suffix);
  }

  /** Yields a notice for each channel that lacks days, and clears the days. */
  *notices(): Generator<SourceRow> {
    const missing = new Map<string, { readonly channel: Nem12Channel; readonly dates: string[] }>();
    for (const { date, channel, suffixes } of this.#days.values()) {
      for (const suffix of channel.consumption) {
        if (suffixes.has(suffix) || this.#excluded.has(suffix)) continue;
        const entry = missing.get(suffix) ?? { channel, dates: [] };
        missing.set(suffix, entry);
        entry.dates.push(date);
      }
    }
    this.#days.clear();
    this.#excluded.clear();
    for (const [suffix, { channel, dates }] of missing) {
      const [first = '', last = first] = [dates.toSorted()[0], dates.toSorted().at(-1)];
      const when = dates.length === 1 ? `on ${first}` : `on ${dates.length} days from ${first} to ${last}`;
      yield noticeRow(
        0,
        `NMI ${channel.nmi} has no data for channel ${suffix} ${when}, although the configuration lists this channel. The import adds up the other channels.`,
      );
    }
  }
}
