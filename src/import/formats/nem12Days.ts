import { noticeRow, type SourceRow } from '../sourceRow.js';
import type { Nem12Channel, Nem12Day } from './nem12Records.js';

/** The channels that give a day of an account: one, or those of one NMI that are added up. */
interface DaySource {
  /** Equal for channels that may give a day together or again. */
  readonly key: string;
  /** For messages: `NMI N1 channel E1`. */
  readonly text: string;
}

/** Days that follow each other and have one giver, `[from, to)` in milliseconds. */
interface DayRange {
  from: number;
  to: number;
  readonly source: DaySource;
}

const DAY = 24 * 60 * 60_000;

/** Remembers which channels gave which days of an account. Days in order are one range, so that memory holds few. */
export class DaySources {
  readonly #ranges = new Map<string, DayRange[]>();

  /**
   * Notes that a day is given.
   * @param dayMs its midnight
   * @returns the other channels that gave it; null: none
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

/** The data that a record of a configuration has for a day. */
interface Part {
  readonly configuration: string;
  /** As it is listed. */
  readonly text: string;
  /** Of an interval, minutes. */
  readonly length: number;
  /** Null: it has data of the whole day. */
  readonly has: readonly boolean[] | null;
}

/** Names what is added up: the channels of consumption that a configuration lists; one alone by its suffix and length. */
export function configurationOf({ consumption, isOneOfSeveral, suffix, length }: Nem12Channel): string {
  return isOneOfSeveral ? consumption.toSorted().join('') : `${suffix} ${length}`;
}

/**
 * Remembers which intervals of a day each configuration of one NMI has data for. Where the configuration changes within
 * a day, as where a meter is replaced at midday, each one has null data (quality N) for the time of the other.
 */
export class DayParts {
  readonly #parts = new Map<string, Part[]>();

  /** Whether a record of a day was added. */
  has(account: string, dayMs: number): boolean {
    return this.#parts.has(`${account} ${dayMs}`);
  }

  /**
   * Adds a record of a day.
   * @param text as messages list the channel or its configuration
   * @returns that of another configuration with data of the same time, where the record is not added; else null
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

/** @param from minutes of the day @param to excluded */
function hasDataIn({ has, length }: Times, from: number, to: number): boolean {
  return has?.slice(Math.floor(from / length), Math.ceil(to / length)).includes(true) !== false;
}

/** A day of a configuration, with the channels that have a record of it. */
interface ChannelDay {
  readonly date: string;
  readonly channel: Nem12Channel;
  readonly suffixes: Set<string>;
}

/**
 * Finds the days of one NMI on which a channel of consumption, which their configuration lists, has no data. Memory
 * holds a few thousand days.
 */
export class MissingChannels {
  readonly #days = new Map<string, ChannelDay>();
  readonly #excluded = new Set<string>();

  /** Notes a day that a channel has a record of. */
  add(channel: Nem12Channel, dayMs: number, date: string): void {
    const key = `${dayMs} ${configurationOf(channel)}`;
    const day = this.#days.get(key) ?? { date, channel, suffixes: new Set<string>() };
    this.#days.set(key, day);
    day.suffixes.add(channel.suffix);
  }

  /** Notes that a day of a channel could not be read. The import reports that as a separate error. */
  exclude({ suffix }: Nem12Channel): void {
    this.#excluded.add(suffix);
  }

  /** Yields a notice for each channel that lacks days, and forgets the days. */
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
        `NMI ${channel.nmi} has no data of channel ${suffix} ${when}, though the configuration of these days lists it: their sums are of the other channels.`,
      );
    }
  }
}
