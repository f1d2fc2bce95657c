import type { FlatResult, Value } from './flatten.js';

/** The maximum number of lines or groups of bars in a chart. Readers could not distinguish more. */
export const MAX_SERIES = 9;

/** The user's choice of a chart and of its columns, by index. */
export interface ChartChoice {
  readonly kind: 'line' | 'bar';
  readonly along: number;
  readonly value: number;
  /** The column that splits the values into series; null: one series. */
  readonly by: number | null;
}

/** A chart of a table. */
export interface ResultChart {
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  /** The number of series beyond {@link MAX_SERIES}. */
  readonly omittedSeries: number;
}

/** Names of columns that are times. */
const TIME = /(?:^|\.)(?:date|\w*(?:Date|Timestamp|At))$/;
/** Names of numbers that count rows and pages. */
const COUNT = /(?:^|\.)(?:total|limit|skip)$/;

/** Returns the columns that hold numbers only. */
export function numberColumns({ columns, rows }: FlatResult): readonly number[] {
  return columns.flatMap((_, column) => {
    const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
    return values.length > 0 && values.every((value) => typeof value === 'number') ? [column] : [];
  });
}

/** Returns the default choice: a number along a time, else along the first text; null: the table has no numbers. */
export function firstChoice(flat: FlatResult): ChartChoice | null {
  const all = numberColumns(flat);
  const nameOf = (column: number): string => flat.columns[column] ?? '';
  const texts = flat.columns.map((_, column) => column).filter((column) => !all.includes(column));
  const distinct = (column: number): number => new Set(flat.rows.map((row) => String(row[column]))).size;
  const time = texts.filter((column) => TIME.test(nameOf(column))).toSorted((a, b) => distinct(b) - distinct(a))[0];
  const along = time ?? texts.toSorted((a, b) => distinct(b) - distinct(a))[0] ?? 0;
  const numbersOnly = all.filter((column) => !COUNT.test(nameOf(column)) && column !== along);
  const object = nameOf(along).replace(/[^.]*$/, '');
  // A number of a parent object repeats in every row of a list, so its line would be flat.
  const value = numbersOnly.toSorted(
    (a, b) =>
      Number(distinct(b) > 1) - Number(distinct(a) > 1) ||
      Number(nameOf(b).startsWith(object)) - Number(nameOf(a).startsWith(object)),
  )[0];
  if (value === undefined) return null;
  const isRepeated = distinct(along) < flat.rows.length;
  const by = texts.find((column) => column !== along && !TIME.test(nameOf(column)) && distinct(column) > 1);
  return { kind: time === undefined ? 'bar' : 'line', along, value, by: isRepeated && by !== undefined ? by : null };
}

/** Returns the values of a chart. Values of the same label and series add up. */
export function chartOf(flat: FlatResult, { along, value, by }: ChartChoice): ResultChart {
  // Rows of another list have neither a label nor a value.
  const rows = flat.rows.filter((row) => (row[along] ?? null) !== null || (row[value] ?? null) !== null);
  const labels = [...new Set(rows.map((row) => textOf(row[along])))];
  const indexes = new Map(labels.map((label, index) => [label, index]));
  const names = [...new Set(rows.map((row) => (by === null ? '' : textOf(row[by]))))];
  const series = new Map(
    names.slice(0, MAX_SERIES).map((name) => [name, Array<number | null>(labels.length).fill(null)]),
  );
  for (const row of rows) {
    const values = series.get(by === null ? '' : textOf(row[by]));
    const index = indexes.get(textOf(row[along]));
    const number = row[value];
    if (values === undefined || index === undefined || typeof number !== 'number') continue;
    values[index] = (values[index] ?? 0) + number;
  }
  return {
    labels,
    series: [...series].map(([name, values]) => ({ name, values })),
    omittedSeries: Math.max(0, names.length - MAX_SERIES),
  };
}

function textOf(value: Value | undefined): string {
  return value === null || value === undefined ? '–' : String(value);
}
