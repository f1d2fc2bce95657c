import type { Knex } from 'knex';
import { SOURCE } from '../usage/sources.js';
import type { DailyUse } from './rules/registerJumps.js';

interface PackedUse {
  readonly account: number;
  readonly texts: string;
}

/** Reads the daily use from the readings of accounts, in the order of time, by account key. */
export async function readReadingUse(
  trx: Knex.Transaction,
  keys: readonly number[],
): Promise<ReadonlyMap<number, readonly DailyUse[]>> {
  if (keys.length === 0) return new Map();
  const { rows }: { readonly rows: readonly PackedUse[] } = await trx.raw(
    `select account, string_agg(concat_ws(',', first, after, quantity), ';' order by first) as texts from (
       select account_key as account, from_day as first, to_day as after, quantity
       from usage_runs where source = ${SOURCE.reading} and account_key = any(?::int[])
       union all
       select account_key, day, day + 1, quantity
       from usage_days where source = ${SOURCE.reading} and account_key = any(?::int[])
     ) u group by 1`,
    [[...keys], [...keys]] as never[],
  );
  return new Map(
    rows.map(({ account, texts }) => [
      account,
      texts.split(';').map((text) => {
        const [from = 0, to = 0, quantity = 0] = text.split(',').map(Number);
        return { from, to, quantity };
      }),
    ]),
  );
}
