import { quoted } from '../../errors/suggest.js';
import type { Zone } from '../../values/zone.js';
import { clockPeriods, type DayPeriods } from './daySpans.js';
import type { Found, Meters } from './meters.js';
import { channelText, nemTypes, type NemRecord } from './nem.js';
import type { Wrong } from './nem12Day.js';

/** A channel of a meter: a 200 record. */
export interface Nem12Channel {
  readonly nmi: string;
  /** NMI suffix, such as `E1`. */
  readonly suffix: string;
  readonly unit: string;
  /** Of an interval, minutes. */
  readonly length: number;
  readonly periods: DayPeriods;
  /** As it is listed. */
  readonly text: string;
  /** Whose data it is; or why it is skipped. */
  readonly found: Found | { readonly skipped: string };
  /** Suffixes of the channels of consumption that the configuration lists. */
  readonly consumption: readonly string[];
  /** Whether other channels of the meter may be consumption too, so that theirs is to be added. */
  readonly isOneOfSeveral: boolean;
}

const DAY_MINUTES = 24 * 60;

/** Makes the reader of 200 records (specification, NMI data details record). Only channels of consumption look for an account. */
export function createChannelReader(zone: Zone, find: Meters['find']): (record: NemRecord) => Nem12Channel | Wrong {
  const periodsOf = new Map<number, DayPeriods>();
  return ({ cells }) => {
    const [, nmi = '', configuration = '', , suffix = '', , serial = '', unit = '', minutes = ''] = cells;
    if (nmi === '') return { field: 'NMI', problem: 'is required' };
    const length = /^\d{1,4}$/.test(minutes) ? Number(minutes) : 0;
    if (length === 0 || DAY_MINUTES % length !== 0) {
      return { field: 'interval length', problem: `must be minutes that divide a day, got ${quoted(minutes)}` };
    }
    let periods = periodsOf.get(length);
    if (periods === undefined) {
      const starts = Array.from({ length: DAY_MINUTES / length }, (_, index) => index * length);
      periods = clockPeriods(zone, starts, length);
      periodsOf.set(length, periods);
    }
    const text = channelText(nmi, suffix, unit);
    const types = nemTypes(unit);
    // E is energy from the grid; B goes to it; K and Q are reactive; others are loads, demand, voltage and the like.
    const isConsumption = suffix.startsWith('E') && types !== null;
    const found = isConsumption ? find({ point: nmi, serial }, types) : { skipped: text };
    const consumption = (configuration.match(/../g) ?? []).filter((channel) => channel.startsWith('E'));
    const isOneOfSeveral = consumption.length !== 1 || consumption[0] !== suffix;
    return { nmi, suffix, unit, length, periods, text, found, consumption, isOneOfSeveral };
  };
}
