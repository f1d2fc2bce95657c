import { quoted } from '../../../errors/suggest.js';
import type { CsvRecord } from '../csvRecords.js';
import { headerUnit } from '../headerUnit.js';
import type { IntervalMap } from '../intervalMap.js';
import { columnIndex, columnIndexes, DATE_NAMES, plainName } from '../meterColumns.js';
import { ignoring, type TableForm } from '../table.js';
import { BILL_ROLES, billRole, currencyIn, isInHundredths, type NamedRole } from './billNames.js';
import { isDocument } from './billStatus.js';
import { rateColumn, rateKey, type RateColumn } from './rateColumns.js';
import { countBillColumns } from './detectBills.js';

export type BillColumnRole = Exclude<NamedRole, 'aside' | 'due'>;

/** Where a table of bills has what. */
export interface BillHeader {
  readonly labels: readonly string[];
  readonly columns: Readonly<Partial<Record<BillColumnRole, number>>>;
  /** Columns of rate lines, in order. */
  readonly rates: readonly (RateColumn & { readonly index: number })[];
  /** The unit in the name of the quantity's column; null: none. */
  readonly unit: string | null;
  /** The currency that the names of columns state; null: none. */
  readonly currency: string | null;
  /** Places of the sums that are in pence or cents. */
  readonly hundredths: ReadonlySet<number>;
  /** Columns that are not read, and not among those that say nothing of a bill. */
  readonly skipped: readonly string[];
}

/** The options that apply to the columns. */
export interface BillHeaderOptions {
  readonly map: IntervalMap | null;
  readonly ignored: readonly string[];
  readonly isOfAccount: boolean;
}

/** The form of a table of bills: what tells its header, and the columns that every row fills. */
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

/** The role that a map gives a column; undefined: it does not name the column. */
function mappedRole(map: IntervalMap | null, labels: readonly string[], index: number): BillColumnRole | undefined {
  return BILL_ROLES.find((role) => columnIndexes(labels, map?.columns[role] ?? '').includes(index));
}

/**
 * Reads the header of a table of bills. The reader recognises the columns that the map does not name by their names.
 * @param sample rows below the header, where a name does not tell what its column holds
 * @throws Error that begins with "the header" when it has no days, no meter or no amounts, or lacks a column of the map
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
    if (name !== undefined) columns[role] = columnIndex(labels, name, `--map or the profile names as ${role}`);
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

/** The role of a column by its name; the cells decide a name that may be a text or an amount. */
function roleOf(label: string, index: number, sample: readonly CsvRecord[]): NamedRole | undefined {
  const role = billRole(label);
  const cells = sample.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => cell !== '');
  if (role === 'aside' && plainName(label) === 'type' && cells.some(isDocument)) return 'document';
  if (role === 'unit' && cells.length > 0 && cells.every((cell) => /^[-(]?\d/.test(cell))) return 'value';
  if (role !== 'charge') return role;
  return cells.length > 0 && cells.every((cell) => !/\p{L}{2}/u.test(cell)) ? 'cost' : 'charge';
}

/** Takes a column that is only called `Date` as the date of the bill, where other columns have the billed days. */
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

/** A second column of the same part of a rate keeps its own name, so that both are lines. */
function withUniqueName(rate: RateColumn, rates: readonly RateColumn[], label: string): RateColumn {
  const isTaken = rates.some(
    ({ rateName, part }) => part === rate.part && rateKey(rateName) === rateKey(rate.rateName),
  );
  return isTaken ? { ...rate, rateName: label } : rate;
}

/** Of two quantities, such as `Units (m3)` and `kWh`, the energy is what the bill charges. */
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

/** A sum to pay is the total where no other column is it, unless a balance that is in the sum has a column too. */
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

/** Without lines of charges, a column that is called `Amount` or `Cost` is the total, else the net cost. */
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

/** Roles of columns of money. */
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
      `the header has no column of ${missing} of the bills: say which with --map start=…,end=… or period=…`,
    );
  }
  if (!isOfAccount && !has('point', 'serial', 'either', 'meter', 'reference')) {
    throw new Error(
      'the header has no column of meters, such as MPAN, serial or account number: say which with --map meter=…, or whose bills they are with --account',
    );
  }
  if (rates.length === 0 && !has('value', ...MONEY_ROLES)) {
    throw new Error(
      'the header has no column of quantities or costs, such as kWh or total: say which with --map value=…,total=…',
    );
  }
}

/** Lists the columns and their roles, for a preview. */
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
