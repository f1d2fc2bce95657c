import type pg from 'pg';
import { GRANTED } from './handwrittenSql.js';

/**
 * A hand-written `/consumption` for the queries of the cases: whole months of an account, an asset or an entity, or the
 * minimal half-hours of an account. Each needs one statement, which reads the usage that the service has computed.
 */
export interface ConsumptionQuery {
  readonly target: keyof typeof TARGETS;
  readonly id: string;
  readonly type: string | null;
  /** Days, the last one included. */
  readonly from: string;
  readonly to: string;
}

const TARGETS = { accountId: 'a._id', assetId: 'a.asset_id', entityId: 'a.entity_id' } as const;
const UNITS: Readonly<Record<string, string>> = { water: 'm³', flow: 'm³', waste: 'kg', temperature: '°C' };
const DAY_MS = 86_400_000;
const PARTS = ['hh', 'reading', 'invoice', 'custom'] as const;
const NO_SUMS: Sums = { quantity: 0, estimated: 0, covered: 0, covers: 0, hh: 0, reading: 0, invoice: 0, custom: 0 };

export interface Sums extends Readonly<Record<(typeof PARTS)[number], number>> {
  readonly quantity: number;
  readonly estimated: number;
  /** The milliseconds of the accounts that should have data. */
  readonly covered: number;
  /** A bit for each of the parts. */
  readonly covers: number;
}

type MonthRow = Sums & { readonly month: number | null; readonly type: string | null; readonly expected: number };

/** A bit for each source with data in a month. */
const SOURCES = PARTS.map((part, bit) => `(u.${part} is not null)::int * ${1 << bit}`).join(' + ');

/** Sums an amount. It is stored as a whole number of its last decimal. */
const amount = (name: string): string => `sum(u.${name} * ('1e' || -u.decimals)::numeric)::float8`;

/** $1 companies, $2 entities, $3 the level's identifier, $4 type, $5 and $6 months from 1970 on. */
const monthsOf = (target: keyof typeof TARGETS): string => `
  with a as materialized (
    select a.account_key, a.type, ${target === 'accountId' ? 'true' : `a.status is distinct from 'inactive'`} as expected
    from accounts a where ${TARGETS[target]} = $3 and ${GRANTED} and ($4::text is null or a.type = $4)
      ${target === 'accountId' ? '' : 'and a.is_virtual is not true'})
  select c.type, c.expected, m.* from (
    select min(type) as type, count(*) filter (where expected) as expected from a) c left join (
    select u.month, ${amount('quantity')} as quantity, ${amount('estimated')} as estimated,
      coalesce(sum(u.covered_ms) filter (where a.expected), 0)::float8 as covered, bit_or(${SOURCES}) as covers,
      ${PARTS.map((part) => `coalesce(${amount(part)}, 0) as ${part}`).join(', ')}
    from a cross join lateral (select * from usage_months u
      where u.account_key = a.account_key and u.source = 7 and u.month >= $5 and u.month < $6 offset 0) u
    group by u.month) m on true order by m.month`;

/** @returns the body; 404 if the account does not exist */
export async function monthly(
  pool: pg.Pool,
  grants: readonly string[][],
  { target, id, type, from, to }: ConsumptionQuery,
): Promise<object | 404> {
  const [start, end] = [new Date(from), new Date(Date.parse(to) + DAY_MS)];
  const first = start.getUTCFullYear() * 12 - 1970 * 12 + start.getUTCMonth();
  const last = end.getUTCFullYear() * 12 - 1970 * 12 + end.getUTCMonth();
  const { rows } = await pool.query<MonthRow>({
    name: `months by ${target}`,
    text: monthsOf(target),
    values: [...grants, `\\x${id}`, type, first, last],
  });
  const [row] = rows;
  if (typeof row?.type !== 'string') return 404;
  const facts = { units: unitOf(row.type), expected: row.expected };
  const byMonth = new Map(rows.map((sums) => [sums.month, sums]));
  const data: object[] = [];
  for (let month = first; month < last; month += 1) {
    const [at, next] = [Date.UTC(1970, month), Date.UTC(1970, month + 1)];
    const startDate = new Date(at).toISOString();
    const figures = figuresOf(byMonth.get(month) ?? NO_SUMS, next - at, facts);
    data.push({ date: startDate.slice(0, 7), startDate, endDate: new Date(next).toISOString(), ...figures });
  }
  const total = row.month === null ? NO_SUMS : rows.reduce(added, NO_SUMS);
  return {
    startDate: start.toISOString(),
    endDate: end.toISOString(),
    granularity: 'monthly',
    [target]: id,
    ...figuresOf(total, end.getTime() - start.getTime(), facts),
    data,
  };
}

export const unitOf = (type: string): string => UNITS[type] ?? 'kWh';
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

export function added(one: Sums, other: Sums): Sums {
  return {
    quantity: one.quantity + other.quantity,
    estimated: one.estimated + other.estimated,
    covered: one.covered + other.covered,
    covers: one.covers | other.covers,
    hh: one.hh + other.hh,
    reading: one.reading + other.reading,
    invoice: one.invoice + other.invoice,
    custom: one.custom + other.custom,
  };
}

/** Returns the figures of a range. @param length the length of the range in milliseconds */
export function figuresOf(
  sums: Sums,
  length: number,
  { units, expected }: { readonly units: string; readonly expected: number },
): object {
  const [consumption, estimatedConsumption] = [rounded(sums.quantity), rounded(sums.estimated)];
  return {
    units,
    consumption,
    estimatedConsumption,
    isMissing: expected === 0 || sums.covered < expected * length,
    sources: PARTS.filter((_, bit) => (sums.covers & (1 << bit)) !== 0),
    totalConsumption: consumption,
    totalEstimatedConsumption: estimatedConsumption,
    totalEmissions: null,
    combinedBreakdown: {
      hh: rounded(sums.hh),
      invoice: rounded(sums.invoice),
      reading: rounded(sums.reading),
      custom: rounded(sums.custom),
    },
  };
}
