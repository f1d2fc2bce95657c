import type { Nem12Channel } from './nem12Channel.js';
import type { Nem12Day } from './nem12Day.js';

/** What a record of a configuration has of a day. */
interface Part {
  readonly configuration: string;
  /** As it is listed. */
  readonly text: string;
  /** Of an interval, minutes. */
  readonly length: number;
  /** Null: it has data of the whole day. */
  readonly has: readonly boolean[] | null;
}

/**
 * Remembers which intervals of a day each configuration of an NMI has data for. Where the configuration changes within a day, as where
 * a meter is replaced at midday, each one has null data (quality N) for the time of the other.
 */
export interface DayParts {
  /** Whether a record of a day was added. */
  has(account: string, dayMs: number): boolean;
  /**
   * Adds a record of a day.
   * @param text as the channel or its configuration is listed
   * @returns that of another configuration which has data of the same time, so that the record is not added; or null
   */
  add(account: string, channel: Nem12Channel, day: Nem12Day, text: string): string | null;
  clear(): void;
}

/** Names what is added up: the channels of consumption that a configuration lists; one alone by its suffix and length. */
export function configurationOf({ consumption, isOneOfSeveral, suffix, length }: Nem12Channel): string {
  return isOneOfSeveral ? consumption.toSorted().join('') : `${suffix} ${length}`;
}

/** For the days of one NMI at a time. */
export function createDayParts(): DayParts {
  const parts = new Map<string, Part[]>();
  return {
    has: (account, dayMs) => parts.has(`${account} ${dayMs}`),
    add(account, channel, day, text) {
      const key = `${account} ${day.dayMs}`;
      const own = parts.get(key) ?? [];
      parts.set(key, own);
      const has = day.qualities.includes('none') ? day.qualities.map((quality) => quality !== 'none') : null;
      const part = { configuration: configurationOf(channel), text, length: channel.length, has };
      const other = own.find(
        ({ configuration, ...rest }) => configuration !== part.configuration && overlap(part, rest),
      );
      if (other === undefined) own.push(part);
      return other?.text ?? null;
    },
    clear() {
      parts.clear();
    },
  };
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
