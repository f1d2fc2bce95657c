import type { Knex } from 'knex';
import { DAY_MS, type DayRange } from './grid.js';
import type { Span } from './intervalUsage.js';
import { MS, type Convert, type UsageAccount } from './records.js';

const at = (ms: number): string => new Date(ms).toISOString();

/** The properties that many intervals share. */
interface IntervalKind {
  readonly key: number;
  readonly custom: boolean;
  readonly unit: string | null;
  readonly estimated: boolean;
}

/**
 * Intervals by column, each a text of comma-separated numbers, which the client reads five times as fast as rows.
 * Without intervals the texts are null. A partly estimated interval has a negative key, and `parts` lists the estimated
 * parts of these intervals only.
 */
interface IntervalColumns {
  readonly starts: string | null;
  readonly lengths: string;
  readonly quantities: string;
  readonly keys: string;
  readonly parts: string | null;
  readonly kinds: readonly IntervalKind[];
}

/** Reads the interval records that overlap some days, in the order that `intervalUsage` needs. */
export async function readIntervals(
  trx: Knex.Transaction,
  account: UsageAccount,
  range: DayRange,
  convert: Convert,
): Promise<{ readonly hh: readonly Span[]; readonly custom: readonly Span[] }> {
  const { rows }: { readonly rows: readonly IntervalColumns[] } = await trx.raw(
    // The aggregates receive rows in the order of the inner query.
    `with kinds as (
       select kind_key as key, unit, is_estimated is true as estimated, source is not distinct from 'custom' as custom
       from interval_kinds where type = ?
     )
     select string_agg(start::text, ',') as starts, string_agg((until - start)::text, ',') as lengths,
       string_agg(value::text, ',') as quantities, string_agg(key::text, ',') as keys,
       string_agg(estimated_value::text, ',') as parts,
       (select json_agg(kinds) from kinds) as kinds
     from (
       select ${MS('i.start_timestamp')} as start, ${MS('i.end_timestamp')} as until, i.value, i.estimated_value,
         case when i.estimated_value is null then i.kind_key else -i.kind_key end as key
       from intervals i
       where i.account_key = ? and i.start_timestamp < ? and i.start_timestamp > ? and i.end_timestamp > ?
         and i.kind_key in (select key from kinds)
       order by i.start_timestamp, i.end_timestamp, i._id
     ) r`,
    [
      account.type,
      account.key,
      at(range.to * DAY_MS),
      at(range.from * DAY_MS - account.longestMs - 1),
      at(range.from * DAY_MS),
    ],
  );
  const spans: Record<'hh' | 'custom', Span[]> = { hh: [], custom: [] };
  const [row] = rows;
  if (typeof row?.starts !== 'string') return spans;
  const kinds = new Map(row.kinds.map((kind) => [kind.key, { ...kind, conversion: convert(account, kind.unit) }]));
  const [starts, lengths, quantities, keys] = [row.starts, row.lengths, row.quantities, row.keys].map(numbers);
  if (!starts || !lengths || !quantities || !keys) return spans;
  const parts = numbers(row.parts ?? '').values();
  for (let index = 0; index < starts.length; index += 1) {
    const key = keys[index] ?? 0;
    const part = key < 0 ? parts.next().value : undefined;
    const { conversion, custom, estimated } = kinds.get(Math.abs(key)) ?? {};
    if (!conversion) continue;
    const start = starts[index] ?? 0;
    const value = (quantities[index] ?? 0) * conversion.factor + conversion.offset;
    spans[custom === true ? 'custom' : 'hh'].push({
      start,
      end: start + (lengths[index] ?? 0),
      value,
      estimated: estimated !== true ? 0 : part === undefined ? value : part * conversion.factor,
    });
  }
  return spans;
}

function numbers(text: string): readonly number[] {
  return text.split(',').map(Number);
}
