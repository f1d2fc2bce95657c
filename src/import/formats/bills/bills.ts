import { quoted } from '../../../errors/suggest.js';
import { groupBy } from '../../../values/groupBy.js';
import { noticeRow, type SourceRow } from '../../sourceRow.js';
import type { FormatContext } from '../context.js';
import { meterText } from '../meters.js';
import { badLine } from '../reading.js';
import { openTable } from '../table.js';
import { readWrittenCells } from '../writtenCells.js';
import { billTable } from './billCells.js';
import { decideEnds } from './billEnds.js';
import { energyLines, isCarried, joinCharges, withLineSums } from './billGroups.js';
import { billForm, type BillHeader, columnsText, readBillHeader } from './billHeader.js';
import { createBillFinder } from './billMeters.js';
import { billFields, billRows, isCredit, type MatchedBill } from './billRecord.js';
import { createRowReader } from './billRow.js';
import type { BillRow, ChargeLine } from './billTypes.js';

/** The most rows of a table of bills. Memory holds all rows, because consecutive bills decide the rule for last dates. */
const MAX_ROWS = 200_000;
const MAX_NAMED = 10;

/**
 * Reads a supplier's table of bills as invoices: a row for each bill, with its rates in columns, or a row for each
 * charge of a bill. Amounts stay as written, even if they do not add up.
 * @throws Error with a message that begins with "the" if the file cannot be read
 */
export async function* readBills(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  const { bills: lookups, map, recognised } = context;
  if (lookups === undefined) throw new Error('bills need look-ups');
  const opened = await openTable(texts, billForm(map), recognised);
  const header = readBillHeader(
    opened.header,
    { map, ignored: context.ignored, isOfAccount: context.account !== null },
    opened.sample,
  );
  recognised('columns', columnsText(header));
  const table = billTable(opened, header);
  const readRow = createRowReader(header, table);
  const badRows: SourceRow[] = [];
  const rows: BillRow[] = [];
  const width = table.table.header.length;
  for await (const records of readWrittenCells(table.table, table.kinds, context.writing, recognised)) {
    for (const record of records) {
      if (record.problem !== undefined) badRows.push(badLine(record, { problem: record.problem }));
      else if (record.cells.length !== width) {
        badRows.push(
          badLine(record, { problem: `has ${record.cells.length} columns, the header ${header.labels.length}` }),
        );
      } else rows.push(withUnit(readRow(record), context.unit));
    }
    if (rows.length > MAX_ROWS)
      throw new Error(`the file has more than ${MAX_ROWS} rows of bills: split it into several files`);
  }
  const { joined, carried } = joinRows(rows, header);
  refuseSharedTotals(joined, header);
  const find = createBillFinder(context, lookups);
  const bills = joined.map((row): MatchedBill => ({ row, match: find(row.meter, row.reference) }));
  const { ends, description: inWords, notices } = decideEnds(byMeter(bills), map?.ends);
  recognised('last dates', inWords);
  if (header.unit ?? context.unit) recognised('unit', header.unit ?? context.unit ?? '');
  const fields = billFields(header, joined, ends, lookups.suppliers);
  const sourceRows = await billRows(bills, fields, lookups, ends);
  yield [...sourceRows, ...badRows].toSorted((a, b) => a.line - b.line);
  yield [
    ...notices,
    ...carriedNotices(carried),
    ...repeatedNotices(joined, header),
    ...costNotices(joined, header),
    ...fileNotices(
      header,
      bills,
      lookups.accounts.some(({ currency }) => currency !== null),
    ),
    ...opened.notices(),
  ];
}

/** Joins rows to bills. Separates rows that are balances or payments. */
function joinRows(
  rows: readonly BillRow[],
  header: BillHeader,
): { readonly joined: readonly BillRow[]; readonly carried: readonly BillRow[] } {
  if (header.columns.charge === undefined) return { joined: rows.map(withLineSums).map(asCredit), carried: [] };
  const carried = rows.filter(isCarried);
  const charges = carried.length === 0 ? rows : rows.filter((row) => !isCarried(row));
  return { joined: joinCharges(charges, header).map(asCredit), carried };
}

/** Sets the unit of the option on a row without a unit. */
function withUnit(row: BillRow, unit: string | null): BillRow {
  return row.unit !== null || unit === null ? row : { ...row, unit };
}

/**
 * Makes the amounts of a credit note negative. If its cost is positive as written, reverses the sign of all amounts. If
 * its cost is negative, changes only a positive quantity.
 */
function asCredit(row: BillRow): BillRow {
  if (!row.isCreditNote) return row;
  const { amounts, lines } = row;
  const isNegative = (amounts.total ?? amounts.net ?? amounts.value ?? 0) < 0;
  const negated = (amount: number | null): number | null => (amount === null ? null : 0 - amount);
  const value = amounts.value === null ? null : 0 - Math.abs(amounts.value);
  if (isNegative) return { ...row, amounts: { ...amounts, value } };
  const negatedLine = (line: ChargeLine): ChargeLine => ({
    ...line,
    cost: negated(line.cost),
    consumption: negated(line.consumption),
  });
  const { net, vat, total, ccl, unitCost, standing } = amounts;
  const costs = { net: negated(net), vat: negated(vat), total: negated(total), ccl: negated(ccl) };
  const parts = { unitCost: negated(unitCost), standing: negated(standing) };
  return { ...row, amounts: { ...costs, ...parts, value }, lines: lines.map(negatedLine) };
}

/** Groups bills by account, else by meter or customer number. */
function byMeter(bills: readonly MatchedBill[]): readonly (readonly BillRow[])[] {
  const groups = groupBy(bills, ({ row, match }) =>
    'account' in match ? match.account.id : meterText(row.meter) || (row.reference ?? ''),
  );
  return [...groups.values()].map((group) => group.map(({ row }) => row));
}

function fileNotices(
  { skipped }: BillHeader,
  bills: readonly MatchedBill[],
  hasCurrency: boolean,
): readonly SourceRow[] {
  const notices: SourceRow[] = [];
  if (skipped.length > 0) {
    const names = skipped.slice(0, MAX_NAMED).map((name) => JSON.stringify(name));
    const more = skipped.length > MAX_NAMED ? ` and ${skipped.length - MAX_NAMED} more` : '';
    notices.push(
      noticeRow(
        1,
        `The import ignores these columns: ${names.join(', ')}${more}. To use a column, name it with --map.`,
      ),
    );
  }
  const negative = bills.filter(
    ({ row: { amounts, isCreditNote } }) =>
      !isCreditNote && (amounts.total ?? amounts.net ?? 0) < 0 && (amounts.value ?? 0) > 0,
  );
  const [first] = negative;
  if (first !== undefined) {
    const which = negative.length === 1 ? 'One bill has' : `${negative.length} bills have`;
    notices.push(
      noticeRow(
        first.row.line,
        `${which} a negative cost but a positive quantity, which counts as consumption (line ${first.row.line}).`,
      ),
    );
  }
  const credits = bills.filter(
    ({ row, match }) => isCredit(row) && row.problems.length === 0 && 'account' in match,
  ).length;
  if (credits > 0)
    notices.push(
      noticeRow(
        1,
        `${credits} ${credits === 1 ? 'bill is a credit note' : 'bills are credit notes'}: each offsets the bill that it cancels.`,
      ),
    );
  const withCurrency = bills.find(({ row }) => row.currency !== null && row.currency !== '$');
  if (withCurrency !== undefined && !hasCurrency) {
    notices.push(
      noticeRow(
        withCurrency.row.line,
        `The bills are in ${(withCurrency.row.currency ?? '').toUpperCase()}, but the company has no currency. Set its currency in the column Currency of a portfolio sheet.`,
      ),
    );
  }
  return notices;
}

/**
 * Refuses a total that sums all meters of an invoice, because the sum would count once per meter.
 * @throws Error that begins with "the" if every invoice of several meters repeats its total for each of them
 */
function refuseSharedTotals(bills: readonly BillRow[], { labels, columns }: BillHeader): void {
  const label = labels[columns.total ?? -1];
  if (label === undefined) return;
  const byNumber = groupBy(bills, ({ number, problems, texts, isCreditNote }) =>
    number === null || problems.length > 0
      ? null
      : JSON.stringify([number, texts['values.supplierName'] ?? '', isCreditNote]),
  );
  const several = [...byNumber.values()].filter((one) => new Set(one.map(({ meter }) => meterText(meter))).size > 1);
  if (several.length === 0 || !several.every(repeatsTotal) || !several.some(haveDifferentAmounts)) return;
  const [first, second] = several[0] ?? [];
  throw new Error(
    `the column ${quoted(label)} repeats the total of an invoice for each of its meters (lines ${first?.line ?? 0} and ${second?.line ?? 0}), so it is not the cost of one meter: ignore the column with --ignore ${quoted(label)}, or name the column with the cost of each meter with --map total=…`,
  );
}

function repeatsTotal(bills: readonly BillRow[]): boolean {
  const total = bills[0]?.amounts.total ?? 0;
  return total !== 0 && bills.every(({ amounts }) => amounts.total === total);
}

/** Whether the bills of the meters differ in net cost or quantity. */
function haveDifferentAmounts(bills: readonly BillRow[]): boolean {
  return (['net', 'value'] as const).some((role) => new Set(bills.map(({ amounts }) => amounts[role])).size > 1);
}

/** Returns the notice about skipped rows that are balances or payments. */
function carriedNotices(rows: readonly BillRow[]): readonly SourceRow[] {
  const [first] = rows;
  if (first === undefined) return [];
  const which = rows.length === 1 ? 'One row is' : `${rows.length} rows are`;
  const name = quoted(first.lines[0]?.rateName ?? '');
  const what = `${which} skipped: a balance, a payment or an amount due is not a charge. The first is ${name} (line ${first.line}).`;
  return [noticeRow(first.line, what)];
}

/** Returns the notice that bills count no cost, if the file has part of a cost or unused columns. */
function costNotices(bills: readonly BillRow[], { skipped }: BillHeader): readonly SourceRow[] {
  const [first] = bills;
  if (first === undefined || bills.some(({ amounts }) => amounts.total !== null)) return [];
  const hasParts = bills.some(({ amounts, lines }) => amounts.net !== null || lines.some(({ cost }) => cost !== null));
  if (!hasParts && skipped.length === 0) return [];
  return [
    noticeRow(
      first.line,
      'No bill has a total, so the bills add no cost. Name the column of the cost with --map total=….',
    ),
  ];
}

/**
 * Returns the notice about charge rows that repeat one quantity. The quantity counts once, although each row may have
 * its own.
 */
function repeatedNotices(bills: readonly BillRow[], { columns }: BillHeader): readonly SourceRow[] {
  if (columns.charge === undefined) return [];
  const repeated = bills.find(
    ({ amounts: { value }, lines }) =>
      value !== null && energyLines(lines).length > 1 && lines.every(({ consumption }) => consumption === value),
  );
  if (repeated === undefined) return [];
  return [
    noticeRow(
      repeated.line,
      `All rows of a bill have the same quantity, ${repeated.amounts.value ?? 0}, so the import counts it once (line ${repeated.line}). If each row has its own quantity, import this bill in one file with other bills.`,
    ),
  ];
}
