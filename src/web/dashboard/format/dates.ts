import { perLocale } from '../../shared/language.js';
import { texts } from '../texts/texts.js';

const dates = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  perLocale((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }));
const dayFormat = dates({ day: 'numeric', month: 'long', year: 'numeric' });
const shortDayFormat = dates({ day: 'numeric', month: 'short' });
const monthFormat = dates({ month: 'short', year: 'numeric' });
const momentFormat = dates({
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  // The charts label half-hours by the 24-hour clock in every locale, so times match them.
  hourCycle: 'h23',
});

/** Formats 2022-06-01T00:00:00.000Z as 1 June 2022. */
export function formatDay(timestamp: string): string {
  return dayFormat().format(new Date(timestamp));
}

/** Formats 2022-06-01T13:30:00.000Z as 1 Jun 2022, 13:30, in UTC. */
export function formatMoment(timestamp: string): string {
  return momentFormat().format(new Date(timestamp));
}

/** The time zone of figures that are no local time. */
export const UTC = 'UTC';

/** Formatters by time zone. */
const zoned = perLocale((locale) => {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const format =
      formats.get(timeZone) ??
      new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone });
    formats.set(timeZone, format);
    return format;
  };
});

/** Formats the day of a time (milliseconds) in a time zone as 1 Jun 2022. */
export function formatDayIn(time: number, timeZone: string): string {
  return zoned()(timeZone).format(time);
}

/** Formats the days of two times (milliseconds) in a time zone as 1–4 Jun 2022, or as one day. */
export function formatDaysIn(from: number, to: number, timeZone: string): string {
  return zoned()(timeZone).formatRange(from, to);
}

/** Formats the label of a month (`2022-06`), week (`2022-W05`) or day (`2022-06-01`) as Jun 2022, week 5 2022 or 1 Jun. */
export function formatLabel(date: string): string {
  const [year, week] = date.split('-W');
  if (year !== undefined && week !== undefined) return texts().times.week(Number(week), year);
  return date.length > 7 ? shortDayFormat().format(new Date(date)) : monthFormat().format(new Date(`${date}-01`));
}

/** Formats a half-hour of the day by its index: 27 is 13:30. */
export function formatHalfHour(halfHour: number): string {
  const minutes = halfHour * 30;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
