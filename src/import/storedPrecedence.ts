import type { Knex } from 'knex';
import { hasRows } from '../db/rowsIn.js';
import type { ImportFields } from './fields.js';
import { CHANGES, KINDS, STAGED } from './staging.js';

/** Why a row does not replace the stored record: that one is newer, or it is actual and the row is an estimate. */
const WHY = { older: 'has a later update date', estimate: 'is an actual value, but the row is an estimate' } as const;
type Reason = keyof typeof WHY;

/**
 * SQL conditions on a row `r` and its stored record `t` under which the stored record stays. Null: every row replaces
 * it.
 */
export type StoredPrecedence = Readonly<Record<Reason, string>> | null;

/**
 * Builds the conditions under which a row must not replace its stored record. If both have an update date, the later
 * one wins. If the dates do not decide, an estimate does not replace an actual value.
 * @param isReplaced whether every row replaces its stored record
 */
export async function storedPrecedence(
  trx: Knex.Transaction,
  { name, kind }: ImportFields,
  isReplaced: boolean,
): Promise<StoredPrecedence> {
  if (isReplaced || (name !== 'readings' && name !== 'non-cumulative')) return null;
  const isDated = await hasRows(trx, `select from ${STAGED} where stated_at is not null limit 1`);
  const estimates = kind.length > 0 ? `${KINDS} where is_estimated` : `${STAGED} where type = 'E'`;
  const isEstimated = await hasRows(trx, `select from ${estimates} limit 1`);
  if (!isDated && !isEstimated) return null;
  const { rows: kinds }: { readonly rows: readonly { readonly key: number }[] } =
    kind.length > 0 ? await trx.raw('select kind_key as key from interval_kinds where is_estimated') : { rows: [] };
  const estimate = (of: string): string =>
    kind.length > 0
      ? `${of}.kind_key = any(array[${kinds.map(({ key }) => key).join(', ')}]::int[])`
      : `${of}.type = 'E'`;
  return {
    older: 'r.stated_at < t.stated_at',
    estimate: `not coalesce(r.stated_at > t.stated_at, false) and ${estimate('r')} and not ${estimate('t')}`,
  };
}

/** Removes the rows whose stored record stays from the changes, and returns notices with their number. */
export async function dropOutranked(
  trx: Knex.Transaction,
  { name }: ImportFields,
  precedence: StoredPrecedence,
): Promise<readonly string[]> {
  if (precedence === null) return [];
  const at = name === 'readings' ? 'submitted_at' : 'start_timestamp';
  const {
    rows,
  }: {
    readonly rows: readonly {
      readonly change: Reason;
      readonly n: number;
      readonly accounts: number;
      readonly first: string;
      readonly last: string;
    }[];
  } = await trx.raw(`
      with left_out as (delete from ${CHANGES} where change in ('older', 'estimate') returning change, account_key, ${at} as at)
      select change, count(*) as n, count(distinct account_key) as accounts,
        to_char(min(at) at time zone 'UTC', 'YYYY-MM-DD') as first, to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD') as last
      from left_out group by change order by change desc`);
  return rows.map(({ change, n, accounts, first, last }) => {
    const days = first === last ? `on ${first}` : `from ${first} to ${last}`;
    const of = `for ${accounts} ${accounts === 1 ? 'account' : 'accounts'}`;
    const [count, records] = n === 1 ? ['1 row is', 'its stored record'] : [`${n} rows are`, 'each stored record'];
    return `${count} not applied ${of} ${days}: ${records} ${WHY[change]}. To replace stored records, give --replace.`;
  });
}
