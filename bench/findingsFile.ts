import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { meterPoint, type Intervals } from './importFiles.js';

const FIRST = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;
const HALF_HOURS_PER_DAY = 48;
/** The number of faults. A meter has at most one, which its number determines. */
const KINDS = 12;

/**
 * Writes half-hours of meters, a line for each day, similar to those of buildings (working days, weekends, seasons,
 * noise). One day in 400 lacks three hours, and half of the meters have one more fault.
 */
export async function writeFaulty(path: string, size: Intervals): Promise<void> {
  await pipeline(Readable.from(lines(size)), createWriteStream(path));
}

function* lines({ meters, days }: Intervals): Generator<string> {
  const labels = Array.from({ length: HALF_HOURS_PER_DAY }, (_, slot) => {
    return `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`;
  });
  yield `mpan,date,${labels.join(',')}\n`;
  for (let meter = 0; meter < meters; meter += 1) {
    const texts: string[] = [];
    for (let day = 0; day < days; day += 1) {
      const date = new Date(FIRST + day * DAY_MS).toISOString().slice(0, 10);
      texts.push(`${meterPoint(meter)},${date},${dayOf(meter, day, days).join(',')}\n`);
    }
    yield texts.join('');
  }
}

/** Returns the half-hours of a day; '' for missing data. */
function dayOf(meter: number, day: number, days: number): readonly (number | '')[] {
  const isGap = (day * 11 + meter * 17) % 400 === 0;
  const at = Math.floor(days * (0.3 + 0.5 * noise(meter, -1)));
  return labelled((slot) => (isGap && slot >= 20 && slot < 26 ? '' : faulty(meter, day, slot, day - at)));
}

function labelled(of: (slot: number) => number | ''): readonly (number | '')[] {
  return Array.from({ length: HALF_HOURS_PER_DAY }, (_, slot) => of(slot));
}

/** @param since days since the start of the meter's fault */
function faulty(meter: number, day: number, slot: number, since: number): number {
  const value = usual(meter, day, slot);
  switch (meter % KINDS) {
    case 0:
      return since === 0 && slot === 20 ? value * 40 : value;
    case 1:
      return since >= 0 && since < 3 ? 7.5 : value;
    case 2:
      return since >= 0 && since < 5 ? 0 : value;
    case 3:
      return since >= 0 ? rounded(value * 1_000) : value;
    case 4:
      return since >= 0 ? rounded(value + 6) : value;
    case 5:
      return since === 0 && slot < 10 ? value * 4 : value;
    default:
      return value;
  }
}

function usual(meter: number, day: number, slot: number): number {
  const isWeekend = day % 7 === 0 || day % 7 === 6;
  const hump = (isWeekend ? 0.1 : 0.65) * Math.max(0, Math.sin((slot - 12) * 0.112));
  const season = 1 + 0.3 * Math.cos(day * 0.0172);
  return rounded(
    (5 + (meter % 40)) * season * (0.8 + 0.4 * noise(meter, day * HALF_HOURS_PER_DAY + slot)) * (0.35 + hump),
  );
}

const rounded = (value: number): number => Math.floor(value * 1_000) / 1_000;

/** Returns a number from 0 to 1 that depends only on its arguments. */
function noise(meter: number, at: number): number {
  let hash = Math.imul(meter + 1, 0x9e3779b1) ^ Math.imul(at + 7, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
