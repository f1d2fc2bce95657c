import type { Knex } from 'knex';
import { METER, someOf, type Numbered, type Some } from './previewParts.js';

/** The readings that a file has of a register. */
export interface PreviewedRegister {
  readonly accountId: string;
  /** The number of its meter; null when its account has none. */
  readonly meter: string | null;
  readonly registerId: string | null;
  readonly readings: number;
  /** ISO 8601: when it was read first, and last. */
  readonly first: string;
  readonly last: string;
  /** What it showed then, in `unit`. */
  readonly firstValue: number;
  readonly lastValue: number;
  /** Null: neither the readings nor their account say. */
  readonly unit: string | null;
  readonly estimated: number;
  /** How often it showed less than before without `meterReset`. */
  readonly falls: number;
}

const REGISTERS = 40;

/** @param good the common table expression `g` of the good rows */
export async function readingPreview(trx: Knex.Transaction, good: string): Promise<Some<PreviewedRegister>> {
  const { rows }: { readonly rows: readonly Numbered<PreviewedRegister>[] } = await trx.raw(`
    with ${good}, ordered as (
      select *, meter_reset is not true and value < lag(value) over w as is_fall from g
      window w as (partition by account_id, register_id order by submitted_at, meter_reset nulls first, row)
    )
    select o.account_id as "accountId", ${METER} as meter, o.register_id as "registerId", count(*) as readings,
      min(o.submitted_at) as first, max(o.submitted_at) as last,
      (array_agg(o.value order by o.submitted_at, o.row))[1] as "firstValue",
      (array_agg(o.value order by o.submitted_at desc, o.row desc))[1] as "lastValue",
      coalesce(max(nullif(o.units, '')), nullif(a.meter_units, '')) as unit,
      count(*) filter (where o.type = 'E') as estimated, count(*) filter (where o.is_fall) as falls,
      count(*) over () as "all"
    from ordered o join accounts a on a._id = o.account_id
    group by o.account_id, a._id, o.register_id
    order by meter, o.account_id, o.register_id limit ${REGISTERS}`);
  return someOf(rows);
}
