import { quoted } from '../../../errors/suggest.js';
import { cellAt, type CsvRecord } from '../csvRecords.js';
import { headerUnit } from '../headerUnit.js';
import type { IntervalMap } from '../intervalMap.js';
import { columnIndex, columnIndexes, DATE_NAMES, plainName } from '../meterColumns.js';
import { ignoring, type TableForm } from '../table.js';
import { BILL_ROLES, billRole, currencyIn, isInHundredths, type NamedRole } from './billNames.js';
import { isDocument } from './billStatus.js';
import { rateColumn, rateKey, type RateColumn } from './rateColumns.js';
import { countBillColumns } from './detectBills.js';

export type BillColumnRole = Exclude<NamedRole, 'aside' | 'due'>;

/** The columns of a table of bills. */
export interface BillHeader {
  readonly labels: readonly string[];
  readonly columns: Readonly<Partial<Record<BillColumnRole, number>>>;
  /** Columns of rate lines, in order. */
  readonly rates: readonly (RateColumn & { readonly index: number })[];
  /** The unit in the name of the quantity column; null: none. */
  readonly unit: string | null;
  /** The currency in the column names; null: none. */
  readonly currency: string | null;
  /** Indexes of the money columns in pence or cents. */
  readonly hundredths: ReadonlySet<number>;
  /** Columns that the reader does not use. Excludes known irrelevant columns, such as the address. */
  readonly skipped: readonly string[];
}

/** The options that apply to the columns. */
export interface BillHeaderOptions {
  readonly map: IntervalMap | null;
  readonly ignored: readonly string[];
  readonly isOfAccount: boolean;
}

/** Returns the form that recognises a table of bills. */
export function billForm(map: IntervalMap | null): TableForm {
  const named = Object.values(map?.columns ?? {});
  return {
    countNames(cells) {
      const labels = cells.map((cell) => cell.trim());
      if (named.length > 0) return named.every((name) => columnIndexes(labels, name).length > 0) ? labels.length : 0;
      const roles = labels.map((label) => billRole(label));
      const hasDays = roles.some((role) => role === 'start' || role === 'period' || role === 'number');
      const known = roles.filter((role) => role !== undefined).length;
      return Math.max(countBillColumns(cells), hasDays && known > 2 ? known : 0);
    },
    keys: (labels) =>
      labels.flatMap((label, index) => {
        const role = mappedRole(map, labels, index) ?? billRole(label);
        return role !== undefined && KEYS.includes(role) ? [index] : [];
      }),
    description: 'bills (columns such as invoice number, from, to, kWh, total)',
  };
}

const KEYS: readonly string[] = ['number', 'start', 'end', 'period', 'point', 'serial', 'either', 'meter', 'reference'];

/** Returns the role of a column in the map; undefined: the map does not name the column. */
function mappedRole(map: IntervalMap | null, labels: readonly string[], index: number): BillColumnRole | undefined {
  return BILL_ROLES.find((role) => columnIndexes(labels, map?.columns[role] ?? '').includes(index));
}

/**
 * Reads the header of a table of bills. Recognises columns that the map does not name by their names.
 * @param sample rows below the header, for names that do not imply the content of their column
 * @throws Error that begins with "the header" if it has no days, no meter or no amounts, or lacks a column of the map
 */
export function readBillHeader(
  labels: readonly string[],
  { map, ignored, isOfAccount }: BillHeaderOptions,
  sample: readonly CsvRecord[],
): BillHeader {
  const isIgnored = ignoring(ignored);
  const columns: Partial<Record<BillColumnRole, number>> = {};
  for (const role of BILL_ROLES) {
    const name = map?.columns[role];
    if (name !== undefined) columns[role] = columnIndex(labels, name, `--map or the profile gives for ${role}`);
  }
  const mapped = new Set(Object.values(columns));
  const rates: (RateColumn & { readonly index: number })[] = [];
  const skipped: string[] = [];
  const dueColumns: number[] = [];
  for (const [index, label] of labels.entries()) {
    if (mapped.has(index) || label === '' || isIgnored(label)) continue;
    const role = roleOf(label, index, sample);
    const rate = role === undefined ? rateColumn(label) : null;
    if (rate !== null) rates.push({ ...withUniqueName(rate, rates, label), index });
    else if (role === 'due') dueColumns.push(index);
    else if (role === undefined || (role !== 'aside' && columns[role] !== undefined)) skipped.push(label);
    else if (role !== 'aside') columns[role] = index;
  }
  const chosen = map?.columns.value === undefined ? withEnergy(columns, labels, skipped) : columns;
  const completed = withMoney(withDue(withDate(chosen, labels, skipped), dueColumns, labels, skipped));
  checkColumns(completed, rates, isOfAccount);
  const { unit } = headerUnit(labels[completed.value ?? -1] ?? '');
  const currency = labels.flatMap((label, index) =>
    mapped.has(index) || isMoney(index, completed, rates) ? (currencyIn(label) ?? []) : [],
  );
  const sums = labels.flatMap((label, index) =>
    isMoney(index, completed, rates) && isInHundredths(label) ? [index] : [],
  );
  return {
    labels,
    columns: completed,
    rates,
    unit,
    currency: currency[0] ?? null,
    hundredths: new Set(sums),
    skipped,
  };
}

/** Returns the role of a column by its name. If the name may mean a text or an amount, the cells decide. */
function roleOf(label: string, index: number, sample: readonly CsvRecord[]): NamedRole | undefined {
  const role = billRole(label);
  const cells = sample.map(({ cells }) => cellAt(cells, index)).filter((cell) => cell !== '');
  if (role === 'aside' && plainName(label) === 'type' && cells.some(isDocument)) return 'document';
  if (role === 'unit' && cells.length > 0 && cells.every((cell) => /^[-(]?\d/.test(cell))) return 'value';
  if (role !== 'charge') return role;
  return cells.length > 0 && cells.every((cell) => !/\p{L}{2}/u.test(cell)) ? 'cost' : 'charge';
}

/** Uses a column named only `Date` as the date of the bill if other columns have the billed days. */
function withDate(
  columns: Readonly<Partial<Record<BillColumnRole, number>>>,
  labels: readonly string[],
  skipped: string[],
): Partial<Record<BillColumnRole, number>> {
  const label = skipped.find((one) => DATE_NAMES.includes(plainName(one)));
  if (label === undefined || columns.invoiceDate !== undefined) return { ...columns };
  skipped.splice(skipped.indexOf(label), 1);
  return { ...columns, invoiceDate: labels.indexOf(label) };
}

/** Names a line after the complete label if another column has the same part of the same rate: both then remain lines. */
function withUniqueName(rate: RateColumn, rates: readonly RateColumn[], label: string): RateColumn {
  const isTaken = rates.some(
    ({ rateName, part }) => part === rate.part && rateKey(rateName) === rateKey(rate.rateName),
  );
  return isTaken ? { ...rate, rateName: label } : rate;
}

/** Prefers energy to other quantities: of `Units (m3)` and `kWh`, the bill charges the energy. */
function withEnergy(
  columns: Readonly<Partial<Record<BillColumnRole, number>>>,
  labels: readonly string[],
  skipped: string[],
): Partial<Record<BillColumnRole, number>> {
  const isEnergy = (label: string): boolean => /^[kmg]wh$/i.test(headerUnit(label).unit ?? '');
  const before = labels[columns.value ?? -1];
  const label = skipped.find((one) => billRole(one) === 'value' && isEnergy(one));
  if (before === undefined || label === undefined || isEnergy(before)) return { ...columns };
  skipped[skipped.indexOf(label)] = before;
  return { ...columns, value: labels.indexOf(label) };
}

const BALANCE = /balance|brought forward|arrears|\bb\/f\b|payments?\b|saldo/i;

/**
 * Uses the sum to pay as the total if no other column states the total. Does not use it if a column has a balance,
 * which the sum includes.
 */
function withDue(
  columns: Readonly<Partial<Record<BillColumnRole, number>>>,
  dueColumns: readonly number[],
  labels: readonly string[],
  skipped: string[],
): Partial<Record<BillColumnRole, number>> {
  const hasTotal = columns.total !== undefined || (columns.cost !== undefined && columns.charge === undefined);
  const isTotal = !hasTotal && !labels.some((label, index) => BALANCE.test(label) && !dueColumns.includes(index));
  const [first, ...others] = dueColumns;
  for (const index of isTotal ? others : dueColumns) skipped.push(labels[index] ?? '');
  return isTotal && first !== undefined ? { ...columns, total: first } : { ...columns };
}

/**
 * In a file without charge rows, a column named `Amount` or `Cost` is the total. If the total has another column, it is
 * the net cost.
 */
function withMoney(columns: Partial<Record<BillColumnRole, number>>): Partial<Record<BillColumnRole, number>> {
  const { cost, ...rest } = columns;
  if (cost === undefined || columns.charge !== undefined) return columns;
  if (columns.total === undefined) return { ...rest, total: cost };
  return columns.net === undefined ? { ...rest, net: cost } : { ...rest, unitCost: columns.unitCost ?? cost };
}

function isMoney(index: number, columns: Partial<Record<BillColumnRole, number>>, rates: BillHeader['rates']): boolean {
  return (
    MONEY_ROLES.some((role) => columns[role] === index) ||
    rates.some((rate) => rate.index === index && rate.part === 'cost')
  );
}

/** Roles of money columns. */
export const MONEY_ROLES = ['net', 'vat', 'ccl', 'unitCost', 'standing', 'total', 'cost'] as const;

function checkColumns(
  columns: Partial<Record<BillColumnRole, number>>,
  rates: BillHeader['rates'],
  isOfAccount: boolean,
): void {
  const has = (...roles: readonly BillColumnRole[]): boolean => roles.some((role) => columns[role] !== undefined);
  if (!has('period') && !(has('start') && has('end'))) {
    const missing = has('start') ? 'the last day' : has('end') ? 'the first day' : 'the billed days';
    throw new Error(
      `the header has no column for ${missing} of the bills: name the columns with --map start=…,end=… or --map period=…`,
    );
  }
  if (!isOfAccount && !has('point', 'serial', 'either', 'meter', 'reference')) {
    throw new Error(
      'the header has no meter column, such as MPAN, serial or account number: name the column with --map meter=…, or the account of the bills with --account',
    );
  }
  if (rates.length === 0 && !has('value', ...MONEY_ROLES)) {
    throw new Error(
      'the header has no column for quantities or costs, such as kWh or total: name the columns with --map value=…,total=…',
    );
  }
}

/** Lists the columns and their roles, for the preview. */
export function columnsText({ labels, columns, rates }: BillHeader): string {
  const named = Object.entries(columns).map(([role, index]) => `${labels[index] ?? ''} (${ROLE_WORDS[role] ?? role})`);
  return [...named, ...rates.map(({ index, rateName }) => `${labels[index] ?? ''} (line ${quoted(rateName)})`)].join(
    ', ',
  );
}

const ROLE_WORDS: Readonly<Record<string, string>> = {
  ...{
    point: 'meter',
    either: 'meter',
    value: 'quantity',
    start: 'first day',
    end: 'last day',
    invoiceDate: 'invoice date',
  },
  ...{
    dueDate: 'due date',
    reference: 'account number',
    unitCost: 'unit cost',
    vat: 'VAT',
    ccl: 'CCL',
    document: 'type of document',
  },
  ...{
    startRead: 'first reading',
    endRead: 'last reading',
    startReadType: 'type of first reading',
    endReadType: 'type of last reading',
  },
};
