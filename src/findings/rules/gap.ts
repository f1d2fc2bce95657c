import { DAY_MS, SLOT_MS, SLOTS, type DayRange } from '../../usage/grid.js';
import type { Mark } from '../finding.js';
import type { Days, Slots } from '../days.js';

/** A longer gap is not reported: the data before and after it belong to two separate periods. */
export const MOST_GAP_DAYS = 400;

/** The days of a window that data covers in part, whose half-hours {@link gaps} needs. */
export function partialDays(days: Days): readonly number[] {
  return [...days.values()].flatMap(({ day, covered }) => (covered < DAY_MS ? [day] : []));
}

/**
 * Times without interval data between data of before and after.
 * @param days of the window, with {@link partialDays}' half-hours
 * @param least hours
 */
export function gaps(days: Days, slots: Slots, window: DayRange, least: number): readonly Mark[] {
  const marks: Mark[] = [];
  let end: number | null = null;
  for (let day = window.from; day < window.to; day += 1) {
    const here = days.get(day);
    if (!here) continue;
    const own = here.covered === DAY_MS ? null : slots.get(day);
    for (let slot = 0; slot < SLOTS; slot += 1) {
      if (own && (own[slot] ?? null) === null) continue;
      const start = day * DAY_MS + slot * SLOT_MS;
      const length = end === null ? 0 : start - end;
      if (end !== null && length >= least * 3_600_000 && length <= MOST_GAP_DAYS * DAY_MS) {
        marks.push({
          from: end,
          to: start,
          evidence: [{ name: 'hours', value: length / 3_600_000, from: end, to: start }],
        });
      }
      end = start + SLOT_MS;
      // A whole day has no hole.
      if (!own) {
        end = (day + 1) * DAY_MS;
        break;
      }
    }
  }
  return marks;
}
