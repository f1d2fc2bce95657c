import type { SourceRow } from '../sourceRow.js';
import type { Nem12Channel } from './nem12Channel.js';
import { configurationOf } from './nem12Parts.js';

/** Finds the days of an NMI on which a channel of consumption, which their configuration lists, has no data. */
export interface LackingChannels {
  /** Notes a day that a channel has a record of. */
  see(channel: Nem12Channel, dayMs: number, date: string): void;
  /** Notes that a day of a channel could not be read, which is an error of its own. */
  excuse(channel: Nem12Channel): void;
  /** A notice for each channel that lacks days, for what was seen since the last call. */
  notices(): Generator<SourceRow>;
}

interface Seen {
  readonly date: string;
  readonly channel: Nem12Channel;
  readonly suffixes: Set<string>;
}

/** For the days of one NMI at a time, of which memory holds a few thousand. */
export function createLackingChannels(): LackingChannels {
  const days = new Map<string, Seen>();
  const excused = new Set<string>();
  return {
    see(channel, dayMs, date) {
      const key = `${dayMs} ${configurationOf(channel)}`;
      const seen = days.get(key) ?? { date, channel, suffixes: new Set<string>() };
      days.set(key, seen);
      seen.suffixes.add(channel.suffix);
    },
    excuse: ({ suffix }) => void excused.add(suffix),
    *notices() {
      const lacking = new Map<string, { readonly channel: Nem12Channel; readonly dates: string[] }>();
      for (const { date, channel, suffixes } of days.values()) {
        for (const suffix of channel.consumption) {
          if (suffixes.has(suffix) || excused.has(suffix)) continue;
          const found = lacking.get(suffix) ?? { channel, dates: [] };
          lacking.set(suffix, found);
          found.dates.push(date);
        }
      }
      days.clear();
      excused.clear();
      for (const [suffix, { channel, dates }] of lacking) {
        const [first = '', last = first] = [dates.toSorted()[0], dates.toSorted().at(-1)];
        const when = dates.length === 1 ? `on ${first}` : `on ${dates.length} days from ${first} to ${last}`;
        const notice = `NMI ${channel.nmi} has no data of channel ${suffix} ${when}, though the configuration of these days lists it: their sums are of the other channels.`;
        yield { line: 0, names: [], values: [], notice };
      }
    },
  };
}
