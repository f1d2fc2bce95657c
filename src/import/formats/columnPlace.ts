import { quoted } from '../../errors/suggest.js';
import { plainName } from './meterColumns.js';

/**
 * The places of the columns that a map or an option can mean by a name: of that name, the second of that name (`Usage#2`),
 * or the sixth column (`#6`). A column that is called so itself comes first.
 * @returns none where the header has no such column
 */
export function columnPlaces(labels: readonly string[], wanted: string): readonly number[] {
  const named = (name: string): readonly number[] =>
    labels.flatMap((label, place) => (plainName(label) === plainName(name) ? [place] : []));
  const same = named(wanted);
  const [, name, number] = /^(.*?)\s*#(\d{1,4})$/s.exec(wanted.trim()) ?? [];
  if (same.length > 0 || name === undefined) return same;
  if (name === '') return Number(number) >= 1 && Number(number) <= labels.length ? [Number(number) - 1] : [];
  return named(name).slice(Number(number) - 1, Number(number));
}

/**
 * The place of the column that is meant.
 * @param by what names it, as messages say it: `--map or the profile names as start`
 * @throws Error that begins with "the header" when there is no such column, or more than one
 */
export function columnPlace(labels: readonly string[], wanted: string, by: string): number {
  const [place, ...others] = columnPlaces(labels, wanted);
  if (place === undefined) throw new Error(`the header has no column ${quoted(wanted)}, which ${by}`);
  if (others.length === 0) return place;
  const names = [place, ...others].map((_, index) => quoted(`${wanted}#${index + 1}`));
  throw new Error(`the header names ${quoted(wanted)} ${names.length} times: say which, as ${names.join(' or ')}`);
}
