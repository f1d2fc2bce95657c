import { nemNumber } from './nem.js';

/** A reading as far as another record may repeat it. */
export interface Repeatable {
  readonly submittedAt: string;
  readonly value: number;
  readonly isEstimated: boolean;
  readonly line: number;
}

/** Finds readings that a file has twice: the current reading of a record is the previous one of the next. */
export interface Repeats {
  /** The reading itself, or the one of the same register and moment that came first in the file. */
  firstOf(register: string, reading: Repeatable): Repeatable;
}

/** Readings that are remembered for each register; files hold a register's records one after the other. */
const MOST = 4;

/**
 * Makes what keeps repeated readings alike: they are one record, so that of two qualities the one that came first in the
 * file counts. A file that comes later says it anew.
 */
export function createRepeats(): Repeats {
  const last = new Map<string, Repeatable[]>();
  return {
    firstOf(register, reading) {
      const readings = last.get(register) ?? [];
      const first = readings.find(({ submittedAt }) => submittedAt === reading.submittedAt);
      if (first) return first;
      readings.push(reading);
      if (readings.length > MOST) readings.shift();
      last.set(register, readings);
      return reading;
    },
  };
}

/**
 * Compares a record's quantity with the difference of its reads. They differ where a meter multiplies: consumption from
 * such reads would be wrong. A register that turned over falls; no consumption is taken from that.
 * @returns why the reads cannot be used, or null; figures that are none are not its matter
 */
export function checkNem13Quantity(previous: string, current: string, quantity: string): string | null {
  const [from, to, stated] = [nemNumber(previous), nemNumber(current), nemNumber(quantity)];
  if (from === undefined || to === undefined || stated === undefined || to < from) return null;
  const difference = Number((to - from).toPrecision(15));
  // Reads are often whole numbers, and a quantity may be rounded too.
  if (Math.abs(stated - difference) <= 1 + Math.abs(stated) / 1000) return null;
  return `is ${stated}, but the reads differ by ${difference}: what the meter shows is not what it measures`;
}
