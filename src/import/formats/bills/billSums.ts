import { quoted } from '../../../errors/suggest.js';
import { noticeRow, type SourceRow } from '../../sourceRow.js';
import { meterText } from '../meters.js';
import { energyLines } from './billGroups.js';
import type { BillHeader } from './billHeader.js';
import type { BillRow } from './billTypes.js';

/**
 * Refuses a total that sums all meters of an invoice, because the sum would count once per meter.
 * @throws Error that begins with "the" if every invoice of several meters repeats its total for each of them
 */
export function refuseSharedTotals(bills: readonly BillRow[], { labels, columns }: BillHeader): void {
  const label = labels[columns.total ?? -1];
  if (label === undefined) return;
  const byNumber = new Map<string, BillRow[]>();
  for (const bill of bills) {
    if (bill.number === null || bill.problems.length > 0) continue;
    const key = JSON.stringify([bill.number, bill.texts['values.supplierName'] ?? '', bill.isCreditNote]);
    byNumber.set(key, [...(byNumber.get(key) ?? []), bill]);
  }
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
export function carriedNotices(rows: readonly BillRow[]): readonly SourceRow[] {
  const [first] = rows;
  if (first === undefined) return [];
  const which = rows.length === 1 ? 'One row is' : `${rows.length} rows are`;
  const name = quoted(first.lines[0]?.rateName ?? '');
  const what = `${which} skipped: a balance, a payment or an amount due is not a charge. The first is ${name} (line ${first.line}).`;
  return [noticeRow(first.line, what)];
}

/** Returns the notice that bills count no cost, if the file has part of a cost or unused columns. */
export function costNotices(bills: readonly BillRow[], { skipped }: BillHeader): readonly SourceRow[] {
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
export function repeatedNotices(bills: readonly BillRow[], { columns }: BillHeader): readonly SourceRow[] {
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
