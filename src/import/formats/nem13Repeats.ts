/** A reading as far as another record may repeat it. */
export interface Repeatable {
  readonly submittedAt: string;
  readonly value: number;
  readonly isEstimated: boolean;
  /** Whether the value counts for nothing: the record begins with it and states the quantity. */
  readonly isFree: boolean;
  readonly line: number;
}

/** Finds readings that a file has twice: the current reading of a record is the previous one of the next. */
export interface Repeats {
  /** The reading itself, or the one of the same register and moment that came first in the file. */
  firstOf(register: string, reading: Repeatable): Repeatable;
  /** Whether the file has had a reading of a register and moment. */
  has(register: string, submittedAt: string): boolean;
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
    has: (register, at) => (last.get(register) ?? []).some(({ submittedAt }) => submittedAt === at),
  };
}
