import { parse } from 'csv-parse/sync';
import { MAX_LINE, splitLines, withoutReturn, type Line } from './lines.js';

/** The delimiters between the cells of a line. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** A record of a CSV file (RFC 4180). */
export interface CsvRecord {
  /** The first line of the record, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Indexes of empty cells in quotes, which are empty texts. Empty if all cells are in quotes. */
  readonly emptyTexts?: readonly number[];
  /** The text of the record; empty if the record is too long. */
  readonly text: string;
  /** Why the record cannot be read. Such a record has no cells. */
  readonly problem?: string;
}

/** Returns the trimmed text of a cell; empty if the table lacks the column. */
export function cellAt(cells: readonly string[], index: number | null | undefined): string {
  return index === null || index === undefined ? '' : (cells[index] ?? '').trim();
}

/**
 * Returns why a record cannot be a row of a table: it cannot be read, or has another number of cells; null: it can.
 * @param width the number of columns of the header
 */
export function recordProblem({ problem, cells }: CsvRecord, width: number): string | null {
  if (problem !== undefined) return problem;
  return cells.length === width ? null : `has ${cells.length} columns, the header ${width}`;
}

/** Converts lines to records while the lines arrive. */
export interface RecordReader {
  /** Returns the records that these lines complete. */
  read(lines: readonly Line[]): CsvRecord[];
  /** Returns the incomplete record at the end of the file. */
  end(): CsvRecord[];
}

/**
 * Reads records of separated values, in one batch per text chunk. A line without a quote is a complete record. A record
 * with quotes ends at the line that balances them, and csv-parse reads it. Skips blank lines. A record that cannot be
 * read carries its problem, and the reader continues.
 */
export async function* csvRecords(
  texts: AsyncIterable<string>,
  delimiter: Delimiter = ',',
): AsyncGenerator<readonly CsvRecord[]> {
  const reader = createRecordReader(delimiter);
  for await (const lines of splitLines(texts)) {
    const records = reader.read(lines);
    if (records.length > 0) yield records;
  }
  const last = reader.end();
  if (last.length > 0) yield last;
}

/** Creates a reader of one file. It counts lines from 1. */
export function createRecordReader(delimiter: Delimiter): RecordReader {
  let count = 0;
  let open: { readonly line: number; text: string; isBalanced: boolean } | null = null;
  return {
    read(lines) {
      const records: CsvRecord[] = [];
      for (const line of lines) {
        count += 1;
        if (open === null) {
          if (line === null)
            records.push({ line: count, cells: [], text: '', problem: `is longer than ${MAX_LINE} characters` });
          else if (line.includes('"')) open = { line: count, text: line, isBalanced: hasEvenQuotes(line) };
          else if (line.trim() !== '') {
            const text = withoutReturn(line);
            records.push({ line: count, cells: text.split(delimiter), text });
          }
        } else if (line !== null) {
          open.text += `\n${line}`;
          if (!hasEvenQuotes(line)) open.isBalanced = !open.isBalanced;
        }
        if (open === null) continue;
        if (line === null || open.text.length > MAX_LINE) {
          records.push(unclosedRecord(open, count));
          open = null;
        } else if (open.isBalanced) {
          records.push(quotedRecord(open.line, withoutReturn(open.text), delimiter));
          open = null;
        }
      }
      return records;
    },
    end() {
      return open === null ? [] : [unclosedRecord(open, open.text.endsWith('\n') ? count - 1 : count)];
    },
  };
}

function unclosedRecord({ line, text }: { readonly line: number; readonly text: string }, last: number): CsvRecord {
  const lostLines = last > line ? `, so that lines ${line} to ${last} could not be read` : '';
  return {
    line,
    cells: [],
    text: text.length > MAX_LINE ? '' : withoutReturn(text),
    problem: `opens a quote that is never closed${lostLines}`,
  };
}

/**
 * Whether the number of quotes is even. It is even in a complete record, because quotes within a quoted cell are
 * doubled.
 */
function hasEvenQuotes(text: string): boolean {
  let quotes = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) quotes += 1;
  return quotes % 2 === 0;
}

function quotedRecord(line: number, text: string, delimiter: Delimiter): CsvRecord {
  try {
    const plain = text.includes('="') ? withoutTextFormulas(text, delimiter) : text;
    if (!text.includes('""')) {
      const [cells = []] = parse(plain, { relax_column_count: true, delimiter });
      return { line, cells, text };
    }
    const quotes: boolean[] = [];
    const cast = (cell: string, { quoting }: { readonly quoting: boolean }): string => {
      quotes.push(quoting);
      return cell;
    };
    const [cells = []] = parse(plain, { relax_column_count: true, delimiter, cast });
    const hasUnquoted = quotes.includes(false);
    return {
      line,
      cells: cells.map(textOfFormula),
      text,
      emptyTexts: cells.flatMap((cell, at) => (hasUnquoted && cell === '' && quotes[at] ? [at] : [])),
    };
  } catch (error) {
    return { line, cells: [], text, problem: `is not CSV: ${error instanceof Error ? error.message : ''}` };
  }
}

/** Returns the text of a cell with a text formula in CSV quotes: `"=""0123"""`. */
function textOfFormula(cell: string): string {
  const isFormula = cell.length > 2 && cell.startsWith('="') && cell.endsWith('"');
  return isFormula ? cell.slice(2, -1).replaceAll('""', '"') : cell;
}

/** Replaces text formulas such as `="0123"` by their text. Spreadsheets write them to preserve leading zeros. */
function withoutTextFormulas(text: string, delimiter: Delimiter): string {
  let [plain, isQuoted, isStart] = ['', false, true];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (isStart && character === '=' && text[at + 1] === '"') continue;
    if (character === '"') isQuoted = !isQuoted;
    isStart = !isQuoted && character === delimiter;
    plain += character;
  }
  return plain;
}
