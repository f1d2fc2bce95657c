import { createRecordReader, DELIMITERS, type CsvRecord, type Delimiter } from './csvRecords.js';

/** Characters that suffice to recognise the header of a table. */
export const HEAD = 64 * 1024;
/** The greatest number of records above a header. */
const MAX_ABOVE = 50;
/** Records below a header that are compared with it. */
const MAX_BELOW = 50;

/** Counts the names in a line that a format recognises; 0: the line is not a header. */
export type CountNames = (cells: readonly string[]) => number;

/** How a table begins. */
export interface TableHead {
  readonly delimiter: Delimiter;
  /** The header; null: none of the first {@link MAX_ABOVE} records is one. */
  readonly header: CsvRecord | null;
  /** The records above it; without a header the first records. */
  readonly above: readonly CsvRecord[];
  /** The first records below it, for columns whose names do not imply their content. */
  readonly below: readonly CsvRecord[];
}

interface Candidate extends TableHead {
  /** The number of recognised names in the header. */
  readonly nameCount: number;
  /**
   * The number of records with as many cells as the header. Without a header, the number of records with the most
   * frequent number of cells above one.
   */
  readonly fitting: number;
}

/**
 * Finds the delimiter and the header of a table. Chooses the delimiter with the most recognised names in the header. Of
 * equal ones, chooses the one that fits most of the lines below.
 * @param text the beginning of the file; its last line may be truncated
 * @param isCompleteFile whether the text is the complete file
 */
export function readTableHead(text: string, countNames: CountNames, isCompleteFile = text.length < HEAD): TableHead {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const completeLines = isCompleteFile || lines.length === 1 ? lines : lines.slice(0, -1);
  const [first, ...rest] = DELIMITERS.map((delimiter) => candidate(completeLines, delimiter, countNames));
  if (first === undefined) throw new Error('there are delimiters');
  return rest.reduce((best, next) => (isBetter(next, best) ? next : best), first);
}

function isBetter(a: Candidate, b: Candidate): boolean {
  return a.nameCount === b.nameCount ? a.fitting > b.fitting : a.nameCount > b.nameCount;
}

function candidate(lines: readonly string[], delimiter: Delimiter, countNames: CountNames): Candidate {
  const reader = createRecordReader(delimiter);
  const records = [...reader.read(lines.slice(0, 2 * (MAX_ABOVE + MAX_BELOW))), ...reader.end()];
  const match = headerIndex(records.slice(0, MAX_ABOVE + 1), countNames);
  const header = records[match.index] ?? null;
  const below = records.slice(match.index + 1, match.index + 1 + MAX_BELOW);
  const above = records.slice(0, header === null ? MAX_ABOVE : match.index);
  return {
    delimiter,
    header,
    above,
    below,
    nameCount: match.nameCount,
    fitting: header ? agreeing(below, header) : usualSize(records),
  };
}

/**
 * Finds the first record with the most recognised names. Below the first line, at least half of the filled cells must
 * be recognised.
 */
function headerIndex(
  records: readonly CsvRecord[],
  countNames: CountNames,
): { readonly index: number; readonly nameCount: number } {
  let best = { index: -1, nameCount: 0 };
  for (const [index, { cells }] of records.entries()) {
    const count = countNames(cells);
    const filled = cells.filter((cell) => cell.trim() !== '').length;
    if (count > best.nameCount && (index === 0 || count * 2 >= filled)) best = { index, nameCount: count };
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

/** Counts the records with the most frequent number of cells. */
function usualSize(records: readonly CsvRecord[]): number {
  const sizes = new Map<number, number>();
  for (const { cells } of records) {
    if (cells.length > 1) sizes.set(cells.length, (sizes.get(cells.length) ?? 0) + 1);
  }
  return Math.max(0, ...sizes.values());
}
