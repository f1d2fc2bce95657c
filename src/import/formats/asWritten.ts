import { quoted } from '../../errors/suggest.js';
import type { CsvRecord } from './csvRecords.js';
import { createDecision, type Decision } from './decision.js';
import { plainName } from './meterColumns.js';
import type { Recognised, Table } from './table.js';
import { readWrittenDate } from './writtenDate.js';
import { plainness, readWrittenNumber } from './writtenNumber.js';

/** What a column holds, where it is no text: money is a number that may carry a currency. */
export type WrittenKind = 'number' | 'money' | 'date';

/** What is said of how a file writes; null: it is told from the file. */
export interface Writing {
  readonly decimal: 'point' | 'comma' | null;
  /** Whether the day or the month comes first. */
  readonly dates: 'dmy' | 'mdy' | null;
}

/** Records and cells that are held until the file has told how it writes. */
const MOST_HELD = 100_000;
const MOST_CELLS = 2_000_000;

/**
 * Reads the numbers and dates of a table as they are written, and gives its records with numbers as JSON and dates as
 * ISO 8601 write them; a cell that cannot be read stays as it is. Whether commas are decimal, and whether days or months
 * come first, is told by the first cell that can be read one way only: records are held until then. A column named in Italian,
 * such as `Giorno`, has the day first, as have other languages.
 * @param kinds by place; null: the column holds texts
 * @throws Error that begins with "the" when the file does not tell, or contradicts itself
 */
export async function* asWritten(
  { records, header, delimiter }: Table,
  kinds: readonly (WrittenKind | null)[],
  { decimal, dates }: Writing,
  recognised: Recognised,
): AsyncGenerator<readonly CsvRecord[]> {
  const numbers = createDecision({
    what: 'numbers',
    option: '--decimal',
    choices: ['point', 'comma'],
    means: ['decimal point', 'decimal comma'],
    asks: 'whether a comma or a point is decimal',
    said: decimal,
  });
  const days = createDecision({
    what: 'dates',
    option: '--dates',
    choices: ['dmy', 'mdy'],
    means: ['day before month', 'month before day'],
    asks: 'whether days or months come first',
    said: dates,
    hint: dayFirst(header, kinds),
  });
  // Where commas separate cells, a plain number has a decimal point.
  const isPlainPoint = delimiter === ',' && decimal === null;
  const places = kinds.flatMap((kind, place) => (kind === null ? [] : [{ kind, place, name: header[place] ?? '' }]));

  /** The cell as it is to be read; null while the file has not told. */
  const read = (cell: string, kind: WrittenKind, line: number, name: string): string | null => {
    if (kind === 'date') return days.choose(readWrittenDate(bare(cell)), cell, line, name);
    if (isPlainPoint && plainness(cell) === 'pointed') return numbers.choose([cell, null], cell, line, name);
    return numbers.choose(readWrittenNumber(bare(cell), kind === 'money'), cell, line, name);
  };
  /** The record as it is to be read; null while the file has not told. */
  const readRecord = (record: CsvRecord): CsvRecord | null => {
    const { line, cells, problem } = record;
    if (problem !== undefined || cells.length !== header.length) return record;
    let changed: string[] | null = null;
    let isTold = true;
    for (const { kind, place, name } of places) {
      const cell = cells[place] ?? '';
      if (cell === '') continue;
      if (kind === 'date') {
        if (isIso(cell)) continue;
      } else {
        const plain = plainness(cell);
        if (plain === 'whole' || (plain === 'pointed' && numbers.isFirst())) continue;
      }
      const value = read(cell, kind, line, name);
      if (value === null) isTold = false;
      else if (value !== cell) (changed ??= [...cells])[place] = value;
    }
    if (!isTold) return null;
    return changed === null ? record : { ...record, cells: changed };
  };

  let held: CsvRecord[] = [];
  for await (const batch of records) {
    // Nearly every batch is as it is to be read, and passes as it came.
    let done: CsvRecord[] | null = null;
    let count = 0;
    for (const record of batch) {
      const told = readRecord(record);
      count += 1;
      if (told !== null && held.length === 0) {
        if (done !== null) done.push(told);
        else if (told !== record) done = [...batch.slice(0, count - 1), told];
        continue;
      }
      done ??= batch.slice(0, count - 1);
      held.push(record);
      if (numbers.isOpen() || days.isOpen()) {
        if (held.length >= MOST_HELD || held.length * header.length >= MOST_CELLS) refuseOpen([numbers, days], true);
        continue;
      }
      for (const before of held) done.push(readRecord(before) ?? before);
      held = [];
    }
    const read = done ?? batch;
    if (read.length > 0) yield read;
  }
  refuseOpen([numbers, days], false);
  for (const decision of [numbers, days]) {
    const told = decision.told();
    if (told !== null) recognised(...told);
  }
}

/** Names of a date in languages whose countries all write the day before the month. */
const DAY_FIRST: readonly string[] = ['giorno', 'data', 'fecha', 'dia', 'jour', 'datum'];

/** What the name of a column of dates tells of their order. */
function dayFirst(
  header: readonly string[],
  kinds: readonly (WrittenKind | null)[],
): { readonly choice: 'dmy'; readonly by: string } | null {
  const name = header.find((label, place) => kinds[place] === 'date' && DAY_FIRST.includes(plainName(label)));
  return name === undefined ? null : { choice: 'dmy', by: `the name ${quoted(name)}` };
}

/** Whether a text has the form of ISO 8601, of which nothing is to be asked; 24:00 is not in it. */
function isIso(text: string): boolean {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false;
  return text.length === 10 || (text.charCodeAt(10) === 84 && !text.startsWith('24', 11));
}

/** A cell without spaces around it, and without the apostrophe by which Excel keeps a text a text. */
function bare(cell: string): string {
  return cell.trim().replace(/^'/, '');
}

function refuseOpen(decisions: readonly Decision[], isTooLong: boolean): void {
  const problem = decisions.map((decision) => decision.problem()).find((text) => text !== null);
  if (problem === undefined) return;
  throw new Error(isTooLong ? `${problem}; the rows below it that were looked at do not tell either` : problem);
}
