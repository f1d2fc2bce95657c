import type { WrittenKind } from '../writtenCells.js';
import { cellAt, type CsvRecord } from '../csvRecords.js';
import { isUnit } from '../headerUnit.js';
import type { Table } from '../table.js';
import { readWrittenDate } from '../writtenDate.js';
import { MONEY_ROLES, type BillHeader } from './billHeader.js';
import { currencyIn } from './billNames.js';

/** The units and currencies that the cells of a line state. */
export interface LineFacts {
  /** ISO 4217 in lower case; `$`: a dollar of an unknown country; null: not stated. */
  readonly currency: string | null;
  /** The unit that follows the quantity, as in `500 kWh`; null: none. */
  readonly unit: string | null;
}

/** A table of bills whose cells each hold one number, date or text. */
export interface BillTable {
  readonly table: Table;
  /**
   * The indexes of the first and the last day: separate columns, or cells that {@link billTable} splits from the
   * period.
   */
  readonly start: number;
  readonly end: number;
  /** The kinds of numbers and dates, by index. */
  readonly kinds: readonly (WrittenKind | null)[];
  /** The facts of a line, by its number. */
  readonly facts: ReadonlyMap<number, LineFacts>;
}

const BETWEEN = /\s*(?:-|–|—|\/|\b(?:to|until|till|bis|au|al|a|hasta|tot|t\/m)\b)\s*/giu;
const BEFORE = /^(?:from|von|vom|du|dal|desde|del|van)\s+/iu;
/** A sum that a suffix marks as a credit: `120.50 CR`. */
const CREDIT = /^(.*\d)\s*CR$/i;

/** Splits periods into two cells, removes units from numbers, and turns credits into negative numbers. */
export function billTable(table: Table, { columns, rates }: BillHeader): BillTable {
  const width = table.header.length;
  const { period = -1, value = -1 } = columns;
  const [start, end] = period < 0 ? [columns.start ?? -1, columns.end ?? -1] : [width, width + 1];
  const money = [
    ...MONEY_ROLES.flatMap((role) => columns[role] ?? []),
    ...rates.flatMap(({ part, index }) => (part === 'consumption' ? [] : [index])),
    ...(columns.rate === undefined ? [] : [columns.rate]),
  ];
  const counts = [value, ...rates.flatMap(({ part, index }) => (part === 'consumption' ? [index] : []))];
  const facts = new Map<number, LineFacts>();
  const split = (record: CsvRecord): CsvRecord => {
    if (record.problem !== undefined || record.cells.length !== width) return record;
    const cells = [...record.cells];
    let currency: string | null = null;
    for (const index of money) {
      const cell = cellAt(cells, index);
      currency ??= currencyIn(cell);
      const [, amount] = CREDIT.exec(cell) ?? [];
      cells[index] = amount === undefined ? withoutDash(cell) : `-${amount}`;
    }
    let unit: string | null = null;
    for (const index of counts) {
      if (index < 0) continue;
      const [count, unitBehind] = splitUnit(withoutDash(cellAt(cells, index)));
      cells[index] = count;
      unit ??= unitBehind;
    }
    facts.set(record.line, { currency, unit });
    if (period >= 0) cells.push(...splitPeriod(cells[period] ?? ''));
    return { ...record, cells };
  };
  const days = [start, end, ...(['invoiceDate', 'dueDate'] as const).flatMap((role) => columns[role] ?? [])];
  const columnCount = period < 0 ? width : width + 2;
  const kinds = Array.from({ length: columnCount }, (_, index): WrittenKind | null =>
    days.includes(index) ? 'date' : money.includes(index) ? 'money' : counts.includes(index) ? 'number' : null,
  );
  const label = table.header[period] ?? '';
  const header = period < 0 ? table.header : [...table.header, label, label];
  return { table: { ...table, header, records: mapRecords(table.records, split) }, start, end, kinds, facts };
}

/** Treats a dash as an empty cell. */
function withoutDash(cell: string): string {
  return /^[-–—]+$/.test(cell) ? '' : cell;
}

/** Splits a number from the unit that follows it: `1,234 kWh`. */
function splitUnit(cell: string): readonly [string, string | null] {
  const [, count, unit] = /^(.*\d)\s*(\p{L}[\p{L}\s\d³]*)$/u.exec(cell) ?? [];
  return count !== undefined && unit !== undefined && isUnit(unit) ? [count, unit] : [cell, null];
}

/** Splits a period into its two days. Returns a text without two days unchanged, with an empty second day. */
function splitPeriod(text: string): readonly [string, string] {
  const plain = text.trim().replace(BEFORE, '');
  for (const { index, 0: between } of plain.matchAll(BETWEEN)) {
    const halves = [plain.slice(0, index), plain.slice(index + between.length)] as const;
    if (halves.every((part) => readWrittenDate(part).some((day) => day !== null))) return halves;
  }
  return [text.trim(), ''];
}

async function* mapRecords(
  batches: AsyncIterable<readonly CsvRecord[]>,
  split: (record: CsvRecord) => CsvRecord,
): AsyncGenerator<readonly CsvRecord[]> {
  for await (const records of batches) yield records.map(split);
}
