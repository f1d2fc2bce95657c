/** Some of a list, and how long it is. */
export interface Some<T> {
  readonly shown: readonly T[];
  readonly all: number;
}

/** A row of the first ones of a list, with the length of it. */
export type Numbered<T> = T & { all?: number };

/** A list from its first rows. */
export function someOf<T>(rows: readonly Numbered<T>[]): Some<T> {
  const shown = rows.map((row) => {
    const own = { ...row };
    delete own.all;
    return own;
  });
  return { shown, all: rows[0]?.all ?? 0 };
}

/** A meter as people know it, of the account `a`. */
export const METER = `coalesce(nullif(a.meter_point_number, ''), a.meter_serial_number)`;

/** A sum as decimal figures add up: 0.1 and 0.2 to 0.3. */
export function decimal(sum: number): number {
  return Number(sum.toPrecision(12));
}
