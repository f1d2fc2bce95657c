import { quoted } from '../../errors/suggest.js';
import type { CsvRecord } from './csvRecords.js';
import { plainName } from './meterColumns.js';
import type { Recognised, Table } from './table.js';
import { readWrittenDate } from './writtenDate.js';
import { classifyNumber, type Readings, readWrittenNumber } from './writtenNumber.js';

/** The kind of a column whose cells are not plain text. A `money` cell is a number that may carry a currency. */
export type WrittenKind = 'number' | 'money' | 'date';

/** The options for the form of numbers and dates in a file. Null: the reader decides from the cells. */
export interface WritingOptions {
  readonly decimal: 'point' | 'comma' | null;
  /** Whether the day or the month comes first. */
  readonly dates: 'dmy' | 'mdy' | null;
}

/** Limits of the buffer: records and cells that wait for a decision about the form of the file. */
const MAX_BUFFERED = 100_000;
const MAX_CELLS = 2_000_000;

/**
 * Converts the numbers of a table to JSON form, and its dates to ISO 8601. A cell that cannot be read stays unchanged.
 *
 * The first unambiguous cell decides whether commas are decimal, and whether days or months come first. The reader
 * buffers the records before it. The name of a date column in Italian, such as `Giorno`, or in some other languages
 * also decides that days come first.
 * @param kinds the kinds of the columns, by index; null: the column holds texts
 * @throws Error that begins with "the" if no cell decides, or cells contradict each other
 */
export async function* readWrittenCells(
  table: Table,
  kinds: readonly (WrittenKind | null)[],
  writing: WritingOptions,
  recognised: Recognised,
): AsyncGenerator<readonly CsvRecord[]> {
  const cells = new WrittenCells(table, kinds, writing);
  const columns = table.header.length;
  let buffered: CsvRecord[] = [];
  for await (const batch of table.records) {
    // Most batches need no change and pass through unchanged.
    let changed: CsvRecord[] | null = null;
    let count = 0;
    for (const record of batch) {
      const read = cells.read(record);
      count += 1;
      if (read !== null && buffered.length === 0) {
        if (changed !== null) changed.push(read);
        else if (read !== record) changed = [...batch.slice(0, count - 1), read];
        continue;
      }
      changed ??= batch.slice(0, count - 1);
      buffered.push(record);
      if (cells.isPending()) {
        if (buffered.length >= MAX_BUFFERED || buffered.length * columns >= MAX_CELLS) cells.refusePending(true);
        continue;
      }
      for (const earlier of buffered) changed.push(cells.read(earlier) ?? earlier);
      buffered = [];
    }
    const records = changed ?? batch;
    if (records.length > 0) yield records;
  }
  cells.refusePending(false);
  for (const decision of cells.decisions()) recognised(...decision);
}

/** A column of numbers or dates. */
interface WrittenColumn {
  readonly kind: WrittenKind;
  readonly index: number;
  readonly name: string;
}

/** Reads the cells of a file, and decides from them which form numbers and dates have. */
class WrittenCells {
  readonly #width: number;
  readonly #columns: readonly WrittenColumn[];
  readonly #numbers: Decision;
  readonly #dates: Decision;
  readonly #isPlainPoint: boolean;

  constructor(
    { header, delimiter }: Pick<Table, 'header' | 'delimiter'>,
    kinds: readonly (WrittenKind | null)[],
    { decimal, dates }: WritingOptions,
  ) {
    this.#width = header.length;
    this.#columns = kinds.flatMap((kind, index) => (kind === null ? [] : [{ kind, index, name: header[index] ?? '' }]));
    // In a file with commas as delimiters, a plain number has a decimal point.
    this.#isPlainPoint = delimiter === ',' && decimal === null;
    this.#numbers = createDecision({
      subject: 'numbers',
      option: '--decimal',
      choices: ['point', 'comma'],
      labels: ['decimal point', 'decimal comma'],
      unstated: 'whether its decimal separator is a comma or a point',
      chosen: decimal,
    });
    this.#dates = createDecision({
      subject: 'dates',
      option: '--dates',
      choices: ['dmy', 'mdy'],
      labels: ['day before month', 'month before day'],
      unstated: 'whether day or month comes first',
      chosen: dates,
      hint: dayFirstHint(header, kinds),
    });
  }

  /** Reads a record. Returns the same object if no cell changes; null: the record waits for a decision. */
  read(record: CsvRecord): CsvRecord | null {
    const { line, cells, problem } = record;
    if (problem !== undefined || cells.length !== this.#width) return record;
    let changed: string[] | null = null;
    let isDecided = true;
    for (const { kind, index, name } of this.#columns) {
      const cell = cells[index] ?? '';
      if (cell === '') continue;
      if (kind === 'date') {
        if (isIso(cell)) continue;
      } else {
        const plain = classifyNumber(cell);
        if (plain === 'whole' || (plain === 'pointed' && this.#numbers.isFirst())) continue;
      }
      const value = this.#readCell(cell, kind, line, name);
      if (value === null) isDecided = false;
      else if (value !== cell) (changed ??= [...cells])[index] = value;
    }
    if (!isDecided) return null;
    return changed === null ? record : { ...record, cells: changed };
  }

  /** Whether a cell waits for a decision. */
  isPending(): boolean {
    return this.#numbers.isPending() || this.#dates.isPending();
  }

  /** @throws Error when a cell still waits for a decision */
  refusePending(isTooLong: boolean): void {
    const problem = this.#numbers.problem() ?? this.#dates.problem();
    if (problem === null) return;
    throw new Error(isTooLong ? `${problem}, and no later row decides it` : problem);
  }

  /** Returns the decisions and their reasons, for the report. */
  decisions(): readonly (readonly [what: string, as: string])[] {
    return [this.#numbers, this.#dates].flatMap((decision) => {
      const report = decision.report();
      return report === null ? [] : [report];
    });
  }

  /** Reads a cell; null: the cell waits for a decision. */
  #readCell(cell: string, kind: WrittenKind, line: number, name: string): string | null {
    if (kind === 'date') return this.#dates.choose(readWrittenDate(withoutApostrophe(cell)), cell, line, name);
    if (this.#isPlainPoint && classifyNumber(cell) === 'pointed') {
      return this.#numbers.choose([cell, null], cell, line, name);
    }
    return this.#numbers.choose(readWrittenNumber(withoutApostrophe(cell), kind === 'money'), cell, line, name);
  }
}

/** Names of a date in languages whose countries all write the day before the month. */
const DAY_FIRST: readonly string[] = ['giorno', 'data', 'fecha', 'dia', 'jour', 'datum'];

/** Returns the order of day and month that the name of a date column implies; null when no name implies one. */
function dayFirstHint(
  header: readonly string[],
  kinds: readonly (WrittenKind | null)[],
): { readonly choice: 'dmy'; readonly by: string } | null {
  const name = header.find((label, index) => kinds[index] === 'date' && DAY_FIRST.includes(plainName(label)));
  return name === undefined ? null : { choice: 'dmy', by: `the name ${quoted(name)}` };
}

/** Whether a text has the form of ISO 8601, which needs no decision. A time of 24:00 does not count. */
function isIso(text: string): boolean {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false;
  return text.length === 10 || (text.charCodeAt(10) === 84 && !text.startsWith('24', 11));
}

/** Removes surrounding spaces, and the leading apostrophe that Excel writes before a text. */
function withoutApostrophe(cell: string): string {
  return cell.trim().replace(/^'/, '');
}

/** A property that has one of two values throughout a file, such as the order of day and month. */
interface DecisionOptions {
  /** The name of the property in messages: `dates`. */
  readonly subject: string;
  /** The option that sets the property, and its values. */
  readonly option: string;
  readonly choices: readonly [string, string];
  /** Names of the two choices, for messages. */
  readonly labels: readonly [string, string];
  /** A clause that completes "the file does not state". */
  readonly unstated: string;
  /** The value of the option; null: the file decides. */
  readonly chosen: string | null;
  /** A value that holds unless an option overrides it, such as one from the name of a column; null: none. */
  readonly hint?: { readonly choice: string; readonly by: string } | null;
}

/** Decides the property from the first unambiguous cell. */
interface Decision {
  /**
   * Returns the value of a cell; null: the readings differ, and no decision exists. A cell that cannot be read stays
   * unchanged.
   * @throws Error if a cell contradicts the cell that decided
   */
  choose(readings: Readings, cell: string, line: number, column: string): string | null;
  /** Whether the decision is the first choice. */
  isFirst(): boolean;
  /** Whether a cell waits for the decision. */
  isPending(): boolean;
  /** Returns a message that asks for the option; null: no cell waits. */
  problem(): string | null;
  /** Returns the decision and the cell or name that caused it; null: no decision, or an option made it. */
  report(): readonly [string, string] | null;
}

/** Creates a decision that no cell has influenced. */
function createDecision({
  subject,
  option,
  choices,
  labels,
  unstated,
  chosen,
  hint = null,
}: DecisionOptions): Decision {
  const before = chosen ?? hint?.choice ?? null;
  let decided: 0 | 1 | null = before === null ? null : before === choices[0] ? 0 : 1;
  let by: string | null = chosen === null && hint !== null ? hint.by : null;
  let pending: string | null = null;
  const isPending = (): boolean => pending !== null && decided === null;

  return {
    choose(readings, cell, line, column) {
      const [first, second] = readings;
      if (first === second) return first ?? cell;
      const only = first === null ? 1 : second === null ? 0 : null;
      if (decided === null && only === null) {
        pending ??= cellText(cell, line, column);
        return null;
      }
      if (decided === null && only !== null) {
        decided = only;
        by = cellText(cell, line, column);
      }
      const value = decided === 0 ? first : second;
      if (value !== null) return value;
      if (chosen !== null || only === null || by === null) return cell;
      const other = `${cellText(cell, line, column)} has the ${labels[only]}`;
      throw new Error(
        `the ${subject} of the file are inconsistent: ${by} has the ${labels[only === 0 ? 1 : 0]}, but ${other}`,
      );
    },
    isFirst: () => decided === 0,
    isPending,
    problem() {
      if (!isPending() || pending === null) return null;
      return `the file does not state ${unstated}: give ${option} ${choices.join(` or ${option} `)}; the first is ${pending}`;
    },
    report: () => (decided === null || by === null ? null : [subject, `${labels[decided]}, from ${by}`]),
  };
}

function cellText(cell: string, line: number, column: string): string {
  return `${quoted(cell)} (line ${line}, ${column})`;
}
