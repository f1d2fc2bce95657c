import { createRecordReader, DELIMITERS, type CsvRecord, type Delimiter } from './csvRecords.js';

/** Enough of a file to tell how its table begins, characters. */
export const HEAD = 64 * 1024;
/** The greatest number of records above a header. */
const MOST_ABOVE = 50;
/** Records below a header that tell whether it fits them. */
const MOST_BELOW = 50;

/** Counts the names in a line that a format knows; 0 when the line is not a header. */
export type KnownNames = (cells: readonly string[]) => number;

/** How a table begins. */
export interface TableHead {
  readonly delimiter: Delimiter;
  /** The record with the names of the columns; null: none of the first {@link MOST_ABOVE} is one. */
  readonly header: CsvRecord | null;
  /** The records above it; without a header the first records. */
  readonly above: readonly CsvRecord[];
  /** The first records below it: what columns hold, where their names do not say it. */
  readonly below: readonly CsvRecord[];
}

interface Candidate extends TableHead {
  /** Number of known names in the header. */
  readonly known: number;
  /** Records that have as many cells as the header, or without one as most have, of those with more than one cell. */
  readonly fitting: number;
}

/**
 * Finds the delimiter of a table and the line of its header. Chooses the delimiter with the most known names in the
 * header, and among equals the one that most of the lines below agree with.
 * @param text the beginning of the file; its last line may be broken off
 * @param isWhole whether the text is the whole file
 */
export function readTableHead(text: string, known: KnownNames, isWhole = text.length < HEAD): TableHead {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const whole = isWhole || lines.length === 1 ? lines : lines.slice(0, -1);
  const [first, ...rest] = DELIMITERS.map((delimiter) => candidate(whole, delimiter, known));
  if (first === undefined) throw new Error('there are delimiters');
  return rest.reduce((best, next) => (isBetter(next, best) ? next : best), first);
}

function isBetter(a: Candidate, b: Candidate): boolean {
  return a.known === b.known ? a.fitting > b.fitting : a.known > b.known;
}

function candidate(lines: readonly string[], delimiter: Delimiter, known: KnownNames): Candidate {
  const reader = createRecordReader(delimiter);
  const records = [...reader.read(lines.slice(0, 2 * (MOST_ABOVE + MOST_BELOW))), ...reader.end()];
  const found = headerIndex(records.slice(0, MOST_ABOVE + 1), known);
  const header = records[found.index] ?? null;
  const below = records.slice(found.index + 1, found.index + 1 + MOST_BELOW);
  const above = records.slice(0, header === null ? MOST_ABOVE : found.index);
  return {
    delimiter,
    header,
    above,
    below,
    known: found.known,
    fitting: header ? agreeing(below, header) : usual(records),
  };
}

/** The record that names most columns, the first of such; further down one must be of such names for at least half. */
function headerIndex(
  records: readonly CsvRecord[],
  known: KnownNames,
): { readonly index: number; readonly known: number } {
  let best = { index: -1, known: 0 };
  for (const [index, { cells }] of records.entries()) {
    const count = known(cells);
    const filled = cells.filter((cell) => cell.trim() !== '').length;
    if (count > best.known && (index === 0 || count * 2 >= filled)) best = { index, known: count };
  }
  return best;
}

function agreeing(records: readonly CsvRecord[], { cells }: CsvRecord): number {
  if (cells.length === 1) return 0;
  return records.filter((record) => withoutEnd(record, cells.length).cells.length === cells.length).length;
}

/** Removes the empty cell that a delimiter at the end of a row makes, if the header has no such cell. */
export function withoutEnd(record: CsvRecord, columns: number): CsvRecord {
  const { cells } = record;
  if (cells.length !== columns + 1 || cells[columns]?.trim() !== '') return record;
  return { ...record, cells: cells.slice(0, columns) };
}

/** How many records have the number of cells that most have. */
function usual(records: readonly CsvRecord[]): number {
  const sizes = new Map<number, number>();
  for (const { cells } of records) {
    if (cells.length > 1) sizes.set(cells.length, (sizes.get(cells.length) ?? 0) + 1);
  }
  return Math.max(0, ...sizes.values());
}
