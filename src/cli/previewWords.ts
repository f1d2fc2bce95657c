import { count } from './importProgress.js';

/** A heading and its lines, unless there are none. */
export function section(title: string, lines: readonly string[], all = lines.length): readonly string[] {
  if (lines.length === 0) return [];
  const more = all > lines.length ? [`  … and ${count(all - lines.length)} more`] : [];
  return ['', title, ...lines.map((line) => `  ${line}`), ...more];
}

/** A quantity with separators, as it is read. */
export function quantity(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 3 }) : '';
}

/** A moment of UTC, in minutes where it has no seconds. */
export function stamp(iso: string): string {
  return iso.replace('T', ' ').replace(/(?::00)?(?:\.000)?Z$/, '');
}

/** A meter by its number, else by its account. */
export function meterName(meter: string | null, accountId: string | null): string {
  if (meter !== null && meter !== '') return meter;
  return accountId === null ? 'no account' : `account ${accountId}`;
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** A length of time, such as `5 h 30 min` or `3 days 1 h`. */
export function lengthOf(minutes: number): string {
  const whole = Math.round(minutes);
  const [days, hours, rest] = [Math.floor(whole / DAY), Math.floor((whole % DAY) / HOUR), whole % HOUR];
  const parts = [
    ...(days > 0 ? [days === 1 ? '1 day' : `${days} days`] : []),
    ...(hours > 0 ? [`${hours} h`] : []),
    ...(rest > 0 || whole === 0 ? [`${rest} min`] : []),
  ];
  return parts.join(' ');
}
