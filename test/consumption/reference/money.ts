import type { Computed } from './accountUsage.js';
import type { Range } from './periods.js';
import type { JsonObject, RateLine, Records } from './records.js';
import { overlap } from './time.js';
import { isQuantityUnit } from './units.js';

/** The currencies of the invoices of a range, each once; '' is unknown. An entity's own goes before its company's. */
export function currenciesOf(
  { entities, companies }: Records,
  computed: readonly Computed[],
  range: Range,
): readonly string[] {
  const billed = computed.filter(({ bills }) =>
    bills.some(({ from, to }) => overlap(from, to, range.from, range.to) > 0),
  );
  const all = billed.map(({ account }) => {
    const entity = entities?.find(({ _id }) => _id === account.entityId);
    return entity?.currency ?? companies?.find(({ _id }) => _id === account.companyId)?.currency ?? '';
  });
  return [...new Set(all)].sort();
}

/** The common currency; null: unknown, or there are no invoices. */
export function currencyOf([first = '']: readonly string[]): string | null {
  return first === '' ? null : first;
}

/** Why different currencies have no sum; null: there is only one. */
export function noSumOf(currencies: readonly string[]): string | null {
  if (currencies.length < 2) return null;
  const known = currencies.filter((currency) => currency !== '').join(', ');
  return `The invoices are in different currencies: ${known}${currencies.includes('') ? ' and an unknown one' : ''}.`;
}

/** The cost of the invoices, spread over their days. */
export function costOf(computed: readonly Computed[], { from, to }: Range): number {
  let total = 0;
  for (const bill of computed.flatMap(({ bills }) => bills)) {
    const share = overlap(bill.from, bill.to, from, to) / (bill.to - bill.from);
    total += (bill.invoice.values?.totalCost ?? 0) * share;
  }
  return total;
}

interface SpreadLine {
  readonly line: RateLine;
  readonly share: number;
}

function kindOf({ units }: RateLine): string {
  const unit = units?.toLowerCase() ?? '';
  if (isQuantityUnit(unit)) return 'energy';
  if (['day', 'days', 'month', 'months'].includes(unit)) return 'standing';
  return unit === 'kva' || unit === 'kw' ? 'capacity' : 'other';
}

/** The lines of one name or kind together. */
function together(lines: readonly SpreadLine[]): JsonObject {
  const names = new Set(lines.map(({ line }) => line.units?.toLowerCase() ?? ''));
  const units = names.size === 1 ? (lines[0]?.line.units ?? null) : null;
  const cost = lines.reduce((total, { line, share }) => total + (line.cost ?? 0) * share, 0);
  const sum = lines.reduce((total, { line, share }) => total + (line.consumption ?? 0) * share, 0);
  const consumption = units === null ? null : sum;
  return { consumption, cost, unitRate: consumption === null || consumption === 0 ? null : cost / consumption, units };
}

/** The rate lines of the invoices, by name and by kind; only names and kinds that occur in the range. */
export function ratesOf(computed: readonly Computed[], { from, to }: Range, withCosts: boolean): JsonObject {
  const lines = computed
    .flatMap(({ bills }) => bills)
    .flatMap((bill): readonly SpreadLine[] => {
      const share = overlap(bill.from, bill.to, from, to) / (bill.to - bill.from);
      return share === 0 ? [] : (bill.invoice.rates ?? []).map((line) => ({ line, share }));
    });
  const by = (key: (line: RateLine) => string): JsonObject =>
    Object.fromEntries(
      [...new Set(lines.map(({ line }) => key(line)))]
        .sort()
        .map((name) => [name, together(lines.filter(({ line }) => key(line) === name))] as const)
        .map(([name, rate]) => [name, withCosts ? rate : { ...rate, cost: null, unitRate: null }]),
    );
  return { byName: by(({ rateName }) => rateName ?? ''), byType: by(kindOf) };
}
