import { perLocale } from '../../shared/language.js';
import { texts } from '../texts/texts.js';

/** The time zone of figures that are not in local time. */
export const UTC = 'UTC';

/** The style of all days, in tables, sentences and headings: 1 Jun 2022. */
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

const dates = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  perLocale((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: UTC }));
const shortDayFormat = dates({ day: 'numeric', month: 'short' });
const monthFormat = dates({ month: 'short', year: 'numeric' });

/** Caches formats by time zone. */
const zoned = (options: Intl.DateTimeFormatOptions): (() => (timeZone: string) => Intl.DateTimeFormat) =>
  perLocale((locale) => {
    const formats = new Map<string, Intl.DateTimeFormat>();
    return (timeZone) => {
      const format = formats.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
      formats.set(timeZone, format);
      return format;
    };
  });
const dayFormats = zoned(DAY);
const momentFormats = zoned({
  ...{ ...DAY, hour: '2-digit', minute: '2-digit' },
  // The charts label half-hours by the 24-hour clock in every locale, so times match them.
  hourCycle: 'h23',
});

/** Formats 2022-06-01T00:00:00.000Z as 1 Jun 2022, in UTC unless another time zone is given. */
export function formatDay(timestamp: string | number, timeZone = UTC): string {
  return dayFormats()(timeZone).format(new Date(timestamp));
}

/** Formats the days of two times as 1–4 Jun 2022, or as one day, in UTC unless another time zone is given. */
export function formatDays(from: string | number, to: string | number, timeZone = UTC): string {
  return dayFormats()(timeZone).formatRange(new Date(from), new Date(to));
}

/**
 * Formats 2022-06-01T13:30:00.000Z as 1 Jun 2022, 13:30.
 * @param timeZone UTC by default; an explicit `UTC` is added to the text
 */
export function formatMoment(timestamp: string, timeZone?: string): string {
  const text = momentFormats()(timeZone ?? UTC).format(new Date(timestamp));
  return timeZone === UTC ? `${text} ${UTC}` : text;
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
