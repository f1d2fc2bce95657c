import { chargeOf } from '../../../usage/units.js';
import { groupBy } from '../../../values/groupBy.js';
import { meterText } from '../meters.js';
import type { BillHeader } from './billHeader.js';
import { isStandingName } from './billRow.js';
import { isRateName } from './rateColumns.js';
import type { Amounts, BillRow, ChargeLine } from './billTypes.js';

/** Patterns that classify charges by their names. */
const TAX = /\b(?:vat|mwst|ust|umsatzsteuer|mehrwertsteuer|tva|iva|btw|moms|gst|sales tax)\b/i;
const CCL = /\bccl\b|climate change levy/i;
const NET_SUM =
  /^\s*(?:sub-?\s?total|net(?:t|to)?(?:\s+(?:total|amount|betrag|summe))?|total (?:ex|before|net)|zwischensumme|summe netto|total ht)/i;
const SUM =
  /^\s*(?:grand |invoice |bill )?(?:total|gesamt|summe|rechnungsbetrag|brutto|ttc|importe total|totale|totaal)/i;
/** Charges per unit that repeat the quantity of the energy line, such as levies. */
const REPEATS =
  /\bccl\b|levy|climate|obligation|capacity market|feed-in|contracts? for difference|aahedc|balancing|losses|duos|tnuos|bsuos|transmission|distribution|network|capacity|metering|umlage|abgabe|steuer|netz|entgelt|transport|acheminement|taxe|peaje|oneri|accise|heffing|\bro\b|\bfit\b|\bcfd\b/i;
const ENERGY =
  /day|night|peak|energy|unit|usage|consumption|electric|gas\b|water|kwh|arbeit|verbrauch|strom|energie|tag|nacht|\bht\b|\bnt\b|heures|conso|energia|punta|llano|valle|verbruik|commodity/i;

/** Amounts of the complete bill that each of its charge rows may repeat. */
const BILL_AMOUNTS = ['value', 'net', 'vat', 'ccl', 'unitCost', 'standing', 'total'] as const;
type BillAmount = (typeof BILL_AMOUNTS)[number];

/**
 * Joins charge rows to bills: the rows of one meter with the same number. An amount that every row of a bill repeats
 * belongs to the bill. Other amounts belong to their row and are summed.
 */
export function joinCharges(rows: readonly BillRow[], header: BillHeader): readonly BillRow[] {
  const groups = groupBy(rows, ({ number, start, end, meter, reference, isCreditNote }) =>
    JSON.stringify([number ?? [start, end], meterText(meter), reference, isCreditNote]),
  );
  const all = [...groups.values()];
  const billAmounts = new Set(BILL_AMOUNTS.filter((role) => isOfBill(all, role)));
  return all.map((group) => joinGroup(group, header, billAmounts));
}

/** Names of balances and payments among the charges of a bill, and of sums that contain them. */
const CARRIED =
  /\bbalance\b|brought forward|\bb\/f\b|arrears|\bpayments?\b|\b(?:amount|total) (?:due|payable)\b|zahlungseingang|vorauszahlung|abschlagszahlung|abschl(?:ä|ae)ge/i;

/** Whether a charge row is a balance of earlier bills or a payment. */
export function isCarried({ lines }: BillRow): boolean {
  const name = lines[0]?.rateName ?? '';
  return CARRIED.test(name) && !/discount|rebate|fee\b|charge|interest|rabatt|skonto/i.test(name);
}

function isOfBill(groups: readonly (readonly BillRow[])[], role: BillAmount): boolean {
  const several = groups.filter((rows) => rows.length > 1);
  if (several.length === 0) return false;
  return several.every((rows) =>
    rows.every(({ amounts }) => amounts[role] !== null && amounts[role] === rows[0]?.amounts[role]),
  );
}

function joinGroup(rows: readonly BillRow[], { columns }: BillHeader, billAmounts: ReadonlySet<BillAmount>): BillRow {
  const [first, ...others] = rows;
  if (first === undefined) throw new Error('a group has a row');
  const costRole =
    columns.cost !== undefined ? 'cost' : columns.net !== undefined && !billAmounts.has('net') ? 'net' : 'total';
  const charges = rows.flatMap((row) =>
    row.lines.map((line) => ({ line: costRole === 'cost' ? line : { ...line, cost: row.amounts[costRole] }, row })),
  );
  const lines = charges.map(({ line }) => line);
  const charged = lines.filter(({ rateName }) => ![TAX, NET_SUM, SUM].some((words) => words.test(rateName)));
  const units = energyOf(charged);
  const statedOf = (role: BillAmount): number | null =>
    billAmounts.has(role) ? first.amounts[role] : sumOf(rows.map(({ amounts }) => amounts[role]));
  const problems = rows.flatMap((row) => row.problems);
  const stated =
    columns.value !== undefined && billAmounts.has('value') ? { value: first.amounts.value, unit: first.unit } : units;
  if ('problem' in stated) problems.push({ field: 'values.units', problem: stated.problem });
  return {
    ...first,
    line: rows.find((row) => row.problems.length > 0)?.line ?? first.line,
    start: least(rows.map(({ start }) => start)),
    end: least(
      rows.map(({ end }) => end),
      true,
    ),
    texts: others.reduce((texts, row) => mergeTexts(texts, row.texts), first.texts),
    status: Object.fromEntries(rows.flatMap(({ status }) => Object.entries(status))),
    currency: rows.find(({ currency }) => currency !== null)?.currency ?? null,
    unit: 'problem' in stated ? null : stated.unit,
    amounts: { ...amountsOf(lines, charged, statedOf, costRole), value: 'problem' in stated ? null : stated.value },
    lines: charged,
    problems,
  };
}

/**
 * Returns the amounts of a bill. Lines of tax, of the CCL and of totals supply these amounts. All other lines form the
 * net cost.
 */
function amountsOf(
  lines: readonly ChargeLine[],
  charged: readonly ChargeLine[],
  statedOf: (role: BillAmount) => number | null,
  costRole: 'cost' | 'net' | 'total',
): Omit<Amounts, 'value'> {
  const costOf = (matches: (name: string) => boolean, list = lines): number | null =>
    sumOf(list.filter(({ rateName }) => matches(rateName)).map(({ cost }) => cost));
  const all = costOf(() => true, charged);
  const tax = costOf((name) => TAX.test(name)) ?? statedOf('vat');
  const netLine = costOf((name) => NET_SUM.test(name));
  const sumLine = costOf((name) => SUM.test(name) && !NET_SUM.test(name));
  // Without tax, the sum of the lines may be net or gross: it counts as the total.
  const isNet = costRole === 'net' || tax !== null;
  const net = netLine ?? (costRole === 'net' ? all : statedOf('net')) ?? (isNet ? all : null);
  const total =
    sumLine ?? (costRole === 'total' && tax !== null ? null : costRole === 'total' ? all : statedOf('total'));
  return {
    net,
    vat: tax,
    total: total ?? (isNet ? withTax(net, tax) : all),
    ccl: costOf((name) => CCL.test(name)) ?? statedOf('ccl'),
    standing: costOf(isStandingName) ?? statedOf('standing'),
    unitCost: sumOf(energyLines(charged).map(({ cost }) => cost)) ?? statedOf('unitCost'),
  };
}

/** Returns the quantity of a bill and its unit. Lines with different units are a problem, because they have no sum. */
function energyOf(
  lines: readonly ChargeLine[],
): { readonly value: number | null; readonly unit: string | null } | { readonly problem: string } {
  const energy = energyLines(lines).filter(({ consumption }) => consumption !== null);
  const units = [...new Set(energy.map(({ units }) => units))];
  if (units.length > 1)
    return {
      problem: `differ within one bill (${units.map((unit) => unit ?? 'none').join(' and ')}): name one column for the quantity of the bill with --map value=…`,
    };
  return { value: sumOf(energy.map(({ consumption }) => consumption)), unit: units[0] ?? null };
}

/** Returns the lines that charge energy. Omits levies and network charges, which repeat the quantity. */
export function energyLines(lines: readonly ChargeLine[]): readonly ChargeLine[] {
  const charged = lines.filter(({ rateName, units, consumption }) => {
    const isEnergy = units === null ? consumption !== null : chargeOf(units) === 'energy';
    return isEnergy && !isStandingName(rateName) && !REPEATS.test(rateName);
  });
  const named = charged.filter(({ rateName }) => ENERGY.test(rateName) || isRateName(rateName));
  return named.length > 0 ? named : charged;
}

/** Adds missing amounts to a bill with rates in columns: the sums of its lines. */
export function withLineSums(row: BillRow): BillRow {
  const { amounts, lines } = row;
  const energy = energyLines(lines);
  const value = amounts.value ?? sumOf(energy.map(({ consumption }) => consumption));
  const energyUnit = energy.find(({ units }) => units !== null)?.units ?? null;
  return {
    ...row,
    unit: amounts.value === null && energyUnit !== null ? energyUnit : row.unit,
    amounts: {
      ...amounts,
      value,
      unitCost: amounts.unitCost ?? sumOf(energy.map(({ cost }) => cost)),
      standing:
        amounts.standing ?? sumOf(lines.filter(({ rateName }) => isStandingName(rateName)).map(({ cost }) => cost)),
      total: amounts.total ?? withTax(amounts.net, amounts.vat),
    },
  };
}

/** Returns the total of net cost and tax; null: one of them is missing. */
function withTax(net: number | null, tax: number | null): number | null {
  return net === null || tax === null ? null : rounded(net + tax);
}

/** Returns the sum of the numbers that are not null; null: all are missing. */
function sumOf(numbers: readonly (number | null)[]): number | null {
  const given = numbers.filter((number) => number !== null);
  return given.length === 0 ? null : rounded(given.reduce((all, number) => all + number, 0));
}

/** Rounds a sum to six decimals, which removes the noise of binary fractions. */
function rounded(sum: number): number {
  return Number(sum.toFixed(6)) + 0;
}

function least(days: readonly (string | null)[], isGreatest = false): string | null {
  const sorted = days.filter((day) => day !== null).toSorted();
  return (isGreatest ? sorted.at(-1) : sorted[0]) ?? null;
}

function mergeTexts(texts: BillRow['texts'], more: BillRow['texts']): BillRow['texts'] {
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, text ?? more[path] ?? null]));
}
