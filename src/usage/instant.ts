import { DAY_MS, SLOT_MS, SLOTS } from './grid.js';

const TIMES = Array.from({ length: SLOTS }, (_, slot) => new Date(slot * SLOT_MS).toISOString().slice(10));

/** The day that was written last: instants are written one after the other, and Date is slow to say them. */
let written = { day: NaN, date: '' };

/** An instant of the grid, in milliseconds, as ISO 8601: `2024-01-31T09:30:00.000Z`. */
export function isoOf(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  const time = TIMES[(ms - day * DAY_MS) / SLOT_MS];
  if (time === undefined) return new Date(ms).toISOString();
  if (day !== written.day) written = { day, date: new Date(ms).toISOString().slice(0, -time.length) };
  return written.date + time;
}
