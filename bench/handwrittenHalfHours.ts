import type pg from 'pg';
import { added, figuresOf, unitOf, type ConsumptionQuery, type Sums } from './handwrittenConsumption.js';
import { GRANTED } from './handwrittenSql.js';

const DAY_MS = 86_400_000;
const HALF_HOURS_PER_DAY = Array.from({ length: 48 }, (_, slot) => `s${String(slot).padStart(2, '0')}`);
/** Combined days, and days that combined takes whole from one source. */
const COMPLETE_DAYS = 'source in (1, 2, 3, 5, 7) and (whole or source = 7)';
/** The stored sums of a day; for combined usage, the sums of each part. */
const PARTS = [
  ['hh', 1],
  ['reading', 3],
  ['invoice', 5],
  ['custom', 2],
] as const;

/** $1 companies, $2 entities, $3 account, $4 and $5 days from 1970 on. Rows are lists: names would cost more. */
const DAYS = `
  select a.type, u.* from (select a.account_key, a.type from accounts a where a._id = $3 and ${GRANTED}) a
  left join lateral (
    select day, quantity, estimated, covered_ms::float8,
      ${PARTS.map(([part, code]) => `case source when ${code} then quantity when 7 then ${part} end`).join(', ')},
      ${HALF_HOURS_PER_DAY.join(', ')}
    from usage_days where account_key = a.account_key and ${COMPLETE_DAYS} and day >= $4 and day < $5
    union all
    select day, quantity, estimated, ${DAY_MS},
      ${PARTS.map(([, code]) => `case source when ${code} then quantity end`).join(', ')},
      ${HALF_HOURS_PER_DAY.map(() => 'quantity / 48').join(', ')}
    from usage_runs, generate_series(greatest(from_day, $4), least(to_day, $5) - 1) as day
    where account_key = a.account_key and ${COMPLETE_DAYS} and from_day < $5 and from_day > $4 - 32 and to_day > $4) u on true`;

type DayRow = [string, number | null, ...(number | null)[]];

const FIRST_PART = 5;
const FIRST_SLOT = FIRST_PART + PARTS.length;
/** The starts and ends of half-hours. */
const TIMES = Array.from({ length: 48 }, (_, slot) => new Date(slot * 1_800_000).toISOString().slice(10));

/** @returns the body as JSON, written directly because it has so many short objects; 404 if the account does not exist */
export async function halfHourly(
  pool: pg.Pool,
  grants: readonly string[][],
  { id, from, to }: ConsumptionQuery,
): Promise<string | 404> {
  const [first, end] = [Date.parse(from) / DAY_MS, Date.parse(to) / DAY_MS + 1];
  const { rows } = await pool.query<DayRow>({
    name: 'half hours',
    text: DAYS,
    values: [...grants, `\\x${id}`, first, end],
    rowMode: 'array',
  });
  const [row] = rows;
  if (!row) return 404;
  const byDay = new Map(rows.map((day) => [day[1], day]));
  let sums: Sums = { quantity: 0, estimated: 0, covered: 0, covers: 0, hh: 0, reading: 0, invoice: 0, custom: 0 };
  let data = '';
  let start = `"${new Date(first * DAY_MS).toISOString()}"`;
  for (let day = first; day < end; day += 1) {
    const dayRow = byDay.get(day);
    if (dayRow) sums = added(sums, sumsOf(dayRow));
    const [date, next] = [day, day + 1].map((at) => new Date(at * DAY_MS).toISOString().slice(0, 10));
    for (let slot = 0; slot < 48; slot += 1) {
      const until = slot === 47 ? `"${next ?? ''}${TIMES[0] ?? ''}"` : `"${date ?? ''}${TIMES[slot + 1] ?? ''}"`;
      const value = Number(dayRow?.[FIRST_SLOT + slot] ?? 0);
      const consumption = Math.round(value * 1e6) / 1e6;
      data += `${data === '' ? '' : ','}{"startDate":${start},"endDate":${until},"consumption":${consumption}}`;
      start = until;
    }
  }
  const head = {
    startDate: new Date(first * DAY_MS).toISOString(),
    endDate: new Date(end * DAY_MS).toISOString(),
    granularity: 'halfhourly',
    accountId: id,
    ...figuresOf(sums, (end - first) * DAY_MS, { units: unitOf(row[0]), expected: 1 }),
  };
  return `${JSON.stringify(head).slice(0, -1)},"data":[${data}]}`;
}

function sumsOf(row: DayRow): Sums {
  const number = (index: number): number => Number(row[index] ?? 0);
  const covers = PARTS.reduce((bits, _, part) => (row[FIRST_PART + part] === null ? bits : bits | (1 << part)), 0);
  return {
    quantity: number(2),
    estimated: number(3),
    covered: number(4),
    covers: number(4) > 0 ? covers : 0,
    hh: number(FIRST_PART),
    reading: number(FIRST_PART + 1),
    invoice: number(FIRST_PART + 2),
    custom: number(FIRST_PART + 3),
  };
}
