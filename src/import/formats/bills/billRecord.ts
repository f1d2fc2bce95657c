import { quoted } from '../../../errors/suggest.js';
import { groupBy } from '../../../values/groupBy.js';
import type { SourceRow } from '../../sourceRow.js';
import { plainName } from '../meterColumns.js';
import { type MeterMatch, meterText, stableId } from '../meters.js';
import { lastDay, type Ends } from './billEnds.js';
import type { BillHeader } from './billHeader.js';
import { isShortened, textPaths } from './billRow.js';
import type { Amounts, BillAccount, BillLookups, BillRow, CellProblem, ChargeLine } from './billTypes.js';

/** A bill with the account of its meter. */
export interface MatchedBill {
  readonly row: BillRow;
  readonly match: MeterMatch;
}

/** A bill as a record, or the reasons for its rejection. */
interface BillRecord {
  readonly bill: MatchedBill;
  /** The `_id`; null: its meter has no account. */
  readonly id: string | null;
  readonly problem: CellProblem | null;
}

/** Paths of the amounts of an invoice. */
const AMOUNTS: Readonly<Record<keyof Amounts, string>> = {
  value: 'values.totalUnits',
  unitCost: 'values.totalUnitCost',
  standing: 'values.totalDaily',
  ccl: 'values.totalCCL',
  net: 'values.netTotalCost',
  vat: 'values.totalTax',
  total: 'values.totalCost',
};

/** The fields of a file's rows, and a function that returns their values. */
export interface BillFields {
  readonly names: readonly string[];
  readonly valuesOf: (bill: MatchedBill, id: string | null) => readonly unknown[];
}

/**
 * Determines the fields of a file's rows. Includes only fields that the file has, so an import keeps the stored values
 * of others.
 */
export function billFields(
  header: BillHeader,
  bills: readonly BillRow[],
  ends: Ends,
  suppliers: BillLookups['suppliers'],
): BillFields {
  const { columns } = header;
  const texts = textPaths(header);
  const amounts = (Object.keys(AMOUNTS) as readonly (keyof Amounts)[]).filter((key) =>
    bills.some(({ amounts }) => amounts[key] !== null),
  );
  const statusPaths = [...new Set(bills.flatMap(({ status }) => Object.keys(status)))];
  const hasLines = bills.some(({ lines }) => lines.length > 0);
  const hasUnit = bills.some(({ unit }) => unit !== null);
  const hasPoint = columns.point !== undefined || columns.meter !== undefined || columns.either !== undefined;
  const has = (isStated: boolean, ...names: readonly string[]): readonly string[] => (isStated ? names : []);
  const names = [
    ...['_id', 'accountId', 'type'],
    ...has(columns.supplier !== undefined && suppliers.size > 0, 'supplierId'),
    ...has(columns.number !== undefined, 'values.invoiceNumber'),
    ...['values.startDate', 'values.endDate'],
    ...has(hasPoint, 'values.meterPointNumber'),
    ...has(columns.serial !== undefined, 'values.meterSerialNumber'),
    ...texts,
    ...amounts.map((key) => AMOUNTS[key]),
    ...has(hasUnit, 'values.units'),
    ...statusPaths,
    ...has(hasLines, 'rates'),
  ];
  const valuesOf = ({ row, match }: MatchedBill, id: string | null): readonly unknown[] => {
    const account = 'account' in match ? match.account : undefined;
    const supplier = row.texts['values.supplierName'] ?? '';
    const fields: Readonly<Record<string, unknown>> = {
      _id: id ?? undefined,
      accountId: account?.id,
      type: account?.type,
      supplierId: suppliers.get(supplier.trim().toLowerCase()),
      'values.invoiceNumber': row.number,
      'values.startDate': row.start,
      'values.endDate': row.end === null ? null : dayOf(row.end, ends),
      'values.meterPointNumber': row.meter.point ?? row.meter.either ?? null,
      'values.meterSerialNumber': row.meter.serial ?? null,
      ...row.texts,
      ...Object.fromEntries(amounts.map((key) => [AMOUNTS[key], row.amounts[key]])),
      'values.units': row.unit,
      ...row.status,
      rates: row.lines.map((line, index) => rateOf(line, index, row, ends)),
    };
    return names.map((name) => fields[name]);
  };
  return { names, valuesOf };
}

/** Returns a charge line in the form of the contract. A line without days has those of its bill. */
function rateOf(line: ChargeLine, index: number, row: BillRow, ends: Ends): Readonly<Record<string, unknown>> {
  const { rateName, consumption, unitRate, cost, units } = line;
  const [start, end] = [line.start ?? row.start, line.end ?? row.end];
  return {
    id: String(index + 1),
    ...{ rateName, consumption, unitRate, cost, units },
    startDate: start,
    endDate: end === null ? null : dayOf(end, ends),
  };
}

/** Returns the last billed day. Returns a text that is not a date unchanged. */
function dayOf(end: string, ends: Ends): string {
  return /^\d{4}-\d\d-\d\d$/.test(end) ? lastDay(end, ends) : end;
}

/** Returns the `_id` of a bill. It derives from supplier, meter and number; without a number, from the billed days. */
function idOf({ row, match }: MatchedBill, isRebill = row.isRebill): string | null {
  if (!('account' in match)) return null;
  const { number, start, end, texts } = row;
  const supplier = plainName(texts['values.supplierName'] ?? '');
  const named = number ?? `${start ?? ''}/${end ?? ''}`;
  const kind = isCredit(row) ? ['credit'] : isRebill ? ['rebill'] : [];
  return stableId('bill', supplier, match.account.id, named, ...kind);
}

/** Whether a bill reverses money or quantity. A credit note may have the number of the bill that it reverses. */
export function isCredit({ amounts, isCreditNote }: BillRow): boolean {
  return isCreditNote || (amounts.total ?? amounts.net ?? 0) < 0 || (amounts.value ?? 0) < 0;
}

/**
 * Returns the rows of bills. Rejects bills with unreadable cells, in another currency than the account, with the number
 * of another bill of the meter, or stored under another `_id`.
 */
export async function billRows(
  bills: readonly MatchedBill[],
  fields: BillFields,
  { accounts, stored }: BillLookups,
  ends: Ends,
): Promise<readonly SourceRow[]> {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const firsts = new Map<string, { readonly line: number; readonly text: string }>();
  const records = bills.map((bill): BillRecord => {
    const id = idOf(bill);
    const values = id === null ? '' : JSON.stringify(fields.valuesOf(bill, id));
    const first = id === null ? undefined : firsts.get(id);
    if (id !== null && first === undefined) firsts.set(id, { line: bill.row.line, text: values });
    const repeated = first === undefined || first.text === values ? null : repeatedProblem(bill.row, first.line);
    const { match } = bill;
    const account = 'account' in match ? byId.get(match.account.id) : undefined;
    const problem =
      bill.row.problems[0] ?? currencyProblem(bill.row, account) ?? emptyProblem(bill.row, ends) ?? repeated;
    return { bill, id, problem };
  });
  const others = await storedElsewhere(records, stored);
  return records.map((record) => rowOf(record, fields, others));
}

function rowOf(
  { bill, id, problem }: BillRecord,
  { names, valuesOf }: BillFields,
  others: ReadonlyMap<string, string>,
): SourceRow {
  const { row, match } = bill;
  const meter = meterText(row.meter) || (row.reference ?? '');
  const values = valuesOf(bill, id);
  const bad = { line: row.line, names, values, meter };
  if ('unmatched' in match && !isShortened(meterText(row.meter))) return { ...bad, unmatched: match.unmatched };
  if ('problem' in match) return { ...bad, field: 'meter', problem: match.problem };
  if (problem !== null) return { ...bad, ...problem };
  const other = id === null ? undefined : others.get(id);
  if (other === undefined) return { line: row.line, names, values };
  const text = `is ${quoted(row.number ?? '')}, but the stored invoice ${other} of this meter has the same number: to replace that invoice, delete it first with udg delete invoices --id ${other}`;
  return { ...bad, field: 'values.invoiceNumber', problem: text };
}

/** Returns, by `_id` of a bill, the stored invoice with the same meter and number and another `_id`. */
async function storedElsewhere(
  records: readonly BillRecord[],
  stored: BillLookups['stored'],
): Promise<ReadonlyMap<string, string>> {
  const good = records.flatMap(({ bill: { row, match }, id, problem }) =>
    id !== null && problem === null && row.number !== null && 'account' in match
      ? [{ id, number: row.number, accountId: match.account.id, isCredit: isCredit(row) }]
      : [],
  );
  if (good.length === 0) return new Map();
  const keyOf = (one: { accountId: string; number: string; isCredit: boolean }): string =>
    JSON.stringify([one.accountId, one.number, one.isCredit]);
  const invoices = await stored(
    [...new Set(good.map(({ accountId }) => accountId))],
    [...new Set(good.map(({ number }) => number))],
  );
  const byKey = groupBy(invoices, keyOf);
  // A rebill may have the number of the bill that it replaces, also if another file held that bill.
  const billIds = new Set(records.flatMap(({ bill }) => [idOf(bill, true), idOf(bill, false)]));
  return new Map(
    good.flatMap((one) => {
      const ids = (byKey.get(keyOf(one)) ?? []).map(({ id }) => id);
      const other = ids.includes(one.id) ? undefined : ids.find((id) => !billIds.has(id));
      return other === undefined ? [] : [[one.id, other] as const];
    }),
  );
}

function repeatedProblem({ number }: BillRow, line: number): CellProblem {
  const what = number === null ? 'has the same days' : `has the same number ${quoted(number)}`;
  return {
    field: 'values.invoiceNumber',
    problem: `${what} as the bill in line ${line}, but other days or amounts: if both rows are charges of one bill, name the column of the charges with --map charge=…`,
  };
}

/** Refuses a bill that covers no day: its last date is exclusive, and not after its first. */
function emptyProblem({ start, end }: BillRow, ends: Ends): CellProblem | null {
  if (ends === 'inclusive' || start === null || end === null || end > start) return null;
  return {
    field: 'values.endDate',
    problem: `must be after the first day ${start}, because bills in this file do not include their end date, got ${end}`,
  };
}

/** Currencies with the sign $. */
const DOLLARS = [
  'usd',
  'aud',
  'nzd',
  'cad',
  'sgd',
  'hkd',
  'twd',
  'mxn',
  'jmd',
  'bbd',
  'ttd',
  'fjd',
  'clp',
  'cop',
  'ars',
];

function currencyProblem({ currency }: BillRow, account: BillAccount | undefined): CellProblem | null {
  const accountCurrency = account?.currency ?? null;
  if (currency === null || accountCurrency === null || currency === accountCurrency) return null;
  if (currency === '$' && DOLLARS.includes(accountCurrency)) return null;
  const problem = `must be ${accountCurrency.toUpperCase()}, the currency of the entity or company of account ${account?.id ?? ''}, got ${currency === '$' ? '$' : currency.toUpperCase()}`;
  return { field: 'currency', problem };
}
