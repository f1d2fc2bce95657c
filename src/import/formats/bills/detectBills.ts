import type { CsvRecord } from '../csvRecords.js';
import { headerUnit } from '../headerUnit.js';
import { METER_COLUMNS, plainName } from '../meterColumns.js';
import { readTableHead } from '../tableHead.js';
import { readWrittenDate } from '../writtenDate.js';

/** Column names for the number or the date of a bill, in the languages of suppliers. */
const BILL =
  /invoice|^inv(?:no|nr|num|number|id|ref)|^bill(?:no|nr|num|number|id|ref|date|period|from|to|start|end|$)|^billing|statement(?:no|number|date)|creditnote|rechnung|abrechnung|factur|fattura|bolletta|faktur|fatura|lasku/;
/** Column names for sums of money. */
const MONEY =
  /[£$€]|\b(?:gbp|eur|usd|aud)\b|total(?!units|kwh|usage|consumption)|\b(?:net|gross|amount|cost|charges?|vat|tax|price)\b|betrag|brutto|netto|mwst|montant|\b(?:ttc|tva|iva|btw|moms)\b|importe|importo|bedrag|belopp/;
/** Column names for the billed days. */
const PERIOD =
  /from|^to$|start|end|period|^date|date$|von|bis|^du$|^au$|debut|fin|desde|hasta|inicio|dal|^al$|^van$|^tot$|datum/;

const DAY = 86_400_000;
/** A shorter period may be an interval of meter data. Intervals of months are an exception. */
const LONG = 20 * DAY;
/** Daily rows of meter data may state the bill that covers them. */
const SHORT = 2 * DAY;
/** The fewest recognised columns in a header of bills. */
const FEWEST_COLUMNS = 3;

/** The content of a column in a table of bills. */
type BillColumn = 'bill' | 'money' | 'period' | 'other';

/**
 * Whether a table holds bills of a supplier, not intervals of weeks or months. Bills have numbers, or sums of money for
 * periods of weeks. Rows that state times, or cover single days, are meter data.
 */
export function isBillTable(head: string): boolean {
  const { header, below } = readTableHead(head, countBillColumns);
  if (header === null || below.length === 0) return false;
  const kinds = header.cells.map(billColumn);
  const columns = kinds.flatMap((kind, index) => (kind === 'bill' || kind === 'period' ? [index] : []));
  const rows = below.map((record) => stampsOf(record, columns));
  if (rows.some(({ hasTime }) => hasTime)) return false;
  const length = usualLength(rows.map(({ dates }) => dates));
  const isNumbered = kinds.includes('bill') && (length === null || length > SHORT);
  return isNumbered || (kinds.includes('money') && length !== null && length >= LONG);
}

/** Counts the recognised columns in a header of bills. Returns 0 for any other header. */
export function countBillColumns(cells: readonly string[]): number {
  const kinds = cells.flatMap((cell) => billColumn(cell) ?? []);
  const isOfBills = kinds.includes('bill') || (kinds.includes('money') && kinds.includes('period'));
  return isOfBills && kinds.length >= FEWEST_COLUMNS && !cells.some(isRecordField) ? kinds.length : 0;
}

/** Whether a cell names a field of the contract's invoices. */
function isRecordField(cell: string): boolean {
  return /^(?:_id|accountId|values\..*)$/.test(cell.trim());
}

function billColumn(cell: string): BillColumn | null {
  const label = cell.trim().toLowerCase();
  const name = plainName(label);
  if (name === '' || /\d{3}/.test(name)) return null;
  if (BILL.test(name)) return 'bill';
  if (MONEY.test(label) && headerUnit(cell).unit === null) return 'money';
  if (PERIOD.test(name)) return 'period';
  const isMeter = [...METER_COLUMNS.point, ...METER_COLUMNS.serial, ...METER_COLUMNS.either].includes(name);
  const isQuantity = headerUnit(cell).unit !== null || /usage|consum|verbrauch|conso|verbruik|units|energy/.test(name);
  return isMeter || isQuantity ? 'other' : null;
}

/** Returns the dates of a row in milliseconds, and whether one of its cells has a time that is not midnight. */
function stampsOf(
  { cells }: CsvRecord,
  columns: readonly number[],
): { readonly dates: readonly number[]; readonly hasTime: boolean } {
  const texts = cells.map((cell) => cell.trim());
  const hasTime = texts.some((text) => /\d{1,2}:\d\d/.test(text) && !/\b(?:00|0|12|23|24):(?:00|59)/.test(text));
  const dates = columns.flatMap((index) => datesIn(texts[index] ?? ''));
  return { dates, hasTime };
}

/** Returns the dates of a cell in milliseconds. A cell may hold two: `01/01/2024 - 31/01/2024`. */
function datesIn(text: string): readonly number[] {
  const parts = readWrittenDate(text).some((reading) => reading !== null)
    ? [text]
    : text.replace(/\s+/g, ' ').split(/ (?:-|–|to|bis|au|al|a) /i);
  return parts.flatMap((part) => {
    const iso = /^\d{1,7}$/.test(part) ? undefined : readWrittenDate(part).find((reading) => reading !== null);
    return iso === undefined ? [] : [Date.parse(iso.slice(0, 10))];
  });
}

/**
 * Returns the usual length of the rows' periods in milliseconds. It is the time from the first to the last date of a
 * row, or the time between rows with one date; null: the rows have too few dates.
 */
function usualLength(rows: readonly (readonly number[])[]): number | null {
  const within = rows.filter((dates) => dates.length > 1).map((dates) => Math.max(...dates) - Math.min(...dates));
  const firsts = rows.flatMap((dates) => dates.slice(0, 1)).toSorted((a, b) => a - b);
  const between = firsts
    .slice(1)
    .flatMap((date, index) => (date > (firsts[index] ?? date) ? [date - (firsts[index] ?? date)] : []));
  const lengths = (within.length > 0 ? within : between).toSorted((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)] ?? null;
}
