import { quoted } from '../../errors/suggest.js';
import { noticeRow, skippedRow, type SourceRow } from '../sourceRow.js';
import { cellAt, createRecordReader, type CsvRecord, csvRecords, type Delimiter } from './csvRecords.js';
import { concatTexts } from './peek.js';
import { HEAD, type CountNames, readTableHead, withoutEnd } from './tableHead.js';

/** Receives a recognised property of a file, such as its `delimiter` or `dates`. The last value of each counts. */
export type Recognised = (what: string, as: string) => void;

/** The properties that a format requires of its tables. */
export interface TableForm {
  readonly countNames: CountNames;
  /**
   * Returns the indexes of the key columns, such as those of the meter and of the date. A line that fills none of them
   * is not a row.
   */
  readonly keys: (header: readonly string[]) => readonly number[];
  /** A description of the table in messages, such as `assets (fields such as _id)`. */
  readonly description: string;
}

/** An open table. Its records can be read once. */
export interface Table {
  /** Names of the columns, trimmed. */
  readonly header: readonly string[];
  /** The lines above the header. */
  readonly above: readonly CsvRecord[];
  /** The line of the header, counted from 1. */
  readonly line: number;
  readonly delimiter: Delimiter;
  /** The records below the header within the first {@link HEAD} characters, unchanged. */
  readonly sample: readonly CsvRecord[];
  /** The records below the header and above the totals, in one batch per text chunk. */
  readonly records: AsyncIterable<readonly CsvRecord[]>;
  /** Returns the notices about the table. Call it after the last record. */
  notices(): readonly SourceRow[];
}

/** The most lines of totals below a table. */
const MAX_TOTALS = 10;
/** Lines that a notice quotes. */
const MAX_QUOTED = 3;

const DELIMITER_NAMES: Readonly<Record<Delimiter, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar (|)',
};

/**
 * Opens a table of separated values: finds its delimiter and its header. Omits lines above the header and totals below
 * the rows, and reports them in notices. Skips lines of empty cells as blank lines.
 * @throws Error that begins with "the" if no line at the top is a header
 */
export async function openTable(texts: AsyncIterable<string>, form: TableForm, recognised: Recognised): Promise<Table> {
  const chunks = texts[Symbol.asyncIterator]();
  const { text, isCompleteFile } = await readHead(chunks);
  const { delimiter, header, above } = readTableHead(text, form.countNames, isCompleteFile);
  if (header === null) throw new Error(noHeader(above, [form]));
  const labels = header.cells.map((name) => name.replace(/^\uFEFF/, '').trim());
  const names = labels.slice(0, labels.findLastIndex((name) => name !== '') + 1);
  recognised('delimiter', DELIMITER_NAMES[delimiter]);
  const notices: SourceRow[] = [];
  if (above.length > 0) {
    const lines = `${above.length} ${above.length === 1 ? 'line' : 'lines'} above the header`;
    recognised('lines above the header', `${above.length}: ${quotedLines(above)}`);
    notices.push(
      noticeRow(header.line, `The header is in line ${header.line}. The import skips ${lines}: ${quotedLines(above)}.`),
    );
  }
  const onTotals = (totals: readonly CsvRecord[]): void => {
    const [first, last] = [totals[0]?.line ?? 0, totals.at(-1)?.line ?? 0];
    const at = first === last ? `line ${first}` : `lines ${first} to ${last}`;
    recognised('totals below', `${totals.length}: ${quotedLines(totals)}`);
    notices.push(noticeRow(first, `The import skips ${at} below the rows: ${quotedLines(totals)}.`));
  };
  const records = csvRecords(concatTexts(text, chunks), delimiter);
  const keys = form.keys(names);
  const isBelow = (record: CsvRecord): boolean => isBelowTable(record, names.length, keys);
  return {
    header: names,
    above,
    line: header.line,
    delimiter,
    sample: sampleOf(text, isCompleteFile, delimiter, header.line),
    records: withoutTotals(belowHeader(records, header.line, labels.length, names.length), isBelow, onTotals),
    notices: () => notices,
  };
}

/** Returns a function that says whether to ignore a column, by name in any case. */
export function ignoring(names: readonly string[]): (column: string) => boolean {
  const ignored = new Set(names.map((name) => name.trim().toLowerCase()));
  return (column) => ignored.has(column.trim().toLowerCase());
}

/** Reads chunks until they suffice to recognise the header. */
async function readHead(
  chunks: AsyncIterator<string>,
): Promise<{ readonly text: string; readonly isCompleteFile: boolean }> {
  let text = '';
  while (text.length < HEAD) {
    const next = await chunks.next();
    if (next.done === true) return { text, isCompleteFile: true };
    text += next.value;
  }
  return { text, isCompleteFile: false };
}

function sampleOf(text: string, isCompleteFile: boolean, delimiter: Delimiter, line: number): readonly CsvRecord[] {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const records = createRecordReader(delimiter).read(isCompleteFile ? lines : lines.slice(0, -1));
  return records.filter((record) => record.line > line && !isBlank(record));
}

async function* belowHeader(
  batches: AsyncIterable<readonly CsvRecord[]>,
  line: number,
  labels: number,
  columns: number,
): AsyncGenerator<readonly CsvRecord[]> {
  let isBelow = false;
  for await (const records of batches) {
    const below = isBelow ? records : records.filter((record) => record.line > line);
    if (below.length === 0) continue;
    isBelow = true;
    const filled = below.some(isBlank) ? below.filter((record) => !isBlank(record)) : below;
    yield filled.map((record) => {
      if (record.cells.length === columns) return record;
      return labels === columns ? withoutEnd(record, columns) : withoutLast(record, labels - columns);
    });
  }
}

/** Buffers the last records that may be totals, until rows follow them or the table ends. */
async function* withoutTotals(
  batches: AsyncIterable<readonly CsvRecord[]>,
  isBelow: (record: CsvRecord) => boolean,
  onTotals: (totals: readonly CsvRecord[]) => void,
): AsyncGenerator<readonly CsvRecord[]> {
  let held: readonly CsvRecord[] = [];
  for await (const records of batches) {
    const all = held.length === 0 ? records : [...held, ...records];
    const rows = Math.max(all.findLastIndex((record) => !isBelow(record)) + 1, all.length - MAX_TOTALS);
    held = all.slice(rows);
    if (rows > 0) yield held.length === 0 ? all : all.slice(0, rows);
  }
  if (held.length > 0) onTotals(held);
}

/** Removes unnamed columns at the end if they are empty. Spreadsheets save such columns. */
function withoutLast(record: CsvRecord, count: number): CsvRecord {
  const { cells } = record;
  if (cells.slice(-count).some((cell) => cell.trim() !== '')) return record;
  return { ...record, cells: cells.slice(0, -count) };
}

function isBlank({ cells, problem }: CsvRecord): boolean {
  return cells[0]?.trim() === '' && problem === undefined && cells.every((cell) => cell.trim() === '');
}

/** Returns an error message that says which header a file lacks, and how the file begins. */
export function noHeader(first: readonly CsvRecord[], forms: readonly TableForm[]): string {
  const expected = forms.map(({ description: of }) => of).join(', or of ');
  const problem = first.find((record) => record.problem !== undefined);
  const begins = problem ? `line ${problem.line} ${problem.problem ?? ''}` : `it begins ${quotedLines(first)}`;
  return `the file has no header of ${expected}: ${begins}`;
}

function quotedLines(records: readonly CsvRecord[]): string {
  const texts = records.slice(0, MAX_QUOTED).map(({ cells }) => quoted(cells.filter((cell) => cell !== '').join(' ')));
  return records.length > MAX_QUOTED ? `${texts.join(', ')} and ${records.length - MAX_QUOTED} more` : texts.join(', ');
}

/** Matches the first filled cell of a line of totals: a word for a total, alone or before the name of the quantity. */
const TOTALS =
  /^(?:grand|overall|sub|sous|gesamt|zwischen)?[\s_-]*(?:totals?|totaux|totaal|totale|totales|sums?|summe|somme|suma|som|gesamt|insgesamt|counts?|averages?|mittelwert|durchschnitt|moyenne|media|promedio|gemiddelde|minimum|maximum)(?!\p{L})/iu;

/**
 * Whether a record at the end of a table is not a row. Either it fills none of the key columns, or its first filled
 * cell means a total and it fills no other key column.
 * @param columns the number of columns of the header
 * @param keys indexes of the key columns
 */
function isBelowTable({ cells, problem }: CsvRecord, columns: number, keys: readonly number[]): boolean {
  if (problem !== undefined) return false;
  const at = cells.findIndex((cell) => cell.trim() !== '');
  const isFilled = (index: number): boolean => cellAt(cells, index) !== '';
  if (TOTALS.test(cellAt(cells, at))) return !keys.some((index) => index !== at && isFilled(index));
  // With a single key column, such a record is a bad row, because its cell may be missing by mistake.
  return cells.length === columns && keys.length > 1 && !keys.some(isFilled);
}

/** Counts the lines of a table and the rows that result from them. */
interface LineCount {
  /** Passes records on and counts them. */
  lines(batches: AsyncIterable<readonly CsvRecord[]>): AsyncGenerator<readonly CsvRecord[]>;
  /** Counts rows. */
  rows(count: number): void;
  /** Returns each line as a skipped row if no line resulted in a row. A file of empty cells is not an empty file. */
  skipped(): readonly SourceRow[];
}

/** Creates a counter that distinguishes a table without values from a table without lines. */
export function createLineCount(): LineCount {
  const lines: number[] = [];
  let rows = 0;
  return {
    async *lines(batches) {
      for await (const records of batches) {
        if (rows === 0) for (const { line } of records) lines.push(line);
        yield records;
      }
    },
    rows(count) {
      rows += count;
      if (count > 0) lines.length = 0;
    },
    skipped: () => (rows > 0 ? [] : lines.map((line) => skippedRow(line, 'a row without a value'))),
  };
}
