import { quoted } from '../../errors/suggest.js';
import { columnIndex, plainName } from './meterColumns.js';
import type { IntervalMap } from './intervalMap.js';
import { cellAt } from './csvRecords.js';

/**
 * Creates a function that returns why a row does not meet the conditions of a map; null: the row counts.
 * @throws Error that begins with "the header" if it lacks the column of a condition
 */
export function createRowFilter(
  labels: readonly string[],
  map: IntervalMap | null,
): (cells: readonly string[]) => string | null {
  const conditions = Object.entries(map?.where ?? {}).map(([name, prefixes]) => {
    return {
      name,
      index: columnIndex(labels, name, '--map or the profile gives for where'),
      prefixes: prefixes.map((text) => text.toLowerCase()),
    };
  });
  return (cells) => {
    const other = conditions.find(({ index, prefixes }) => {
      const cell = cellAt(cells, index).toLowerCase();
      return !prefixes.some((text) => cell.startsWith(text));
    });
    return other ? `${other.name} ${quoted(cellAt(cells, other.index))}` : null;
  };
}

/** Columns that distinguish rows in a file without meters. */
const SITES: readonly string[] = [
  'site',
  'sitename',
  'siteid',
  'sitecode',
  'siteref',
  'name',
  'address',
  'accountnumber',
  'account',
];

/**
 * Creates a function that checks that the rows of a file without meters are of one site, because one account receives
 * them.
 * @throws Error that begins with "the file", from the function, at the first row of another site
 */
export function createSoleSite(labels: readonly string[]): (cells: readonly string[]) => void {
  const index = SITES.map((name) => labels.findIndex((label) => plainName(label) === name)).find((at) => at >= 0);
  let first = '';
  return (cells) => {
    const site = cellAt(cells, index);
    if (site === '' || site === first) return;
    if (first === '') {
      first = site;
      return;
    }
    const label = labels[index ?? 0] ?? '';
    throw new Error(
      `the file does not name a meter, and its column ${quoted(label)} has rows of ${quoted(first)} and ${quoted(site)}, so it does not belong to one account: ` +
        `choose the rows to import, for example with --map where="${label}=${first}", or use the column as the meter, with --map meter="${label}"`,
    );
  };
}
