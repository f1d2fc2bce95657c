import type { DayRange } from '../usage/grid.js';
import { readReadings } from '../usage/records.js';
import { spansOf } from '../usage/registerSpans.js';
import { registersOf, type RegisterGap, type RegisterSpan } from '../usage/registers.js';
import { ALL_DAYS, storedOf, type FindingContext, type ChangedAccount, type FindingReplacement } from './context.js';
import type { FindingAccount } from './finding.js';
import { daysOf, grown, hull, reaches } from './range.js';
import { dayOfJump, registerJumps, type DailyUse, type JumpThresholds, registerFalls } from './rules/registers.js';
import type { Knex } from 'knex';
import { SOURCE } from '../usage/sources.js';

/** Applies the rules to changed readings. */
export async function findInReadings(
  context: FindingContext,
  changed: readonly ChangedAccount[],
): Promise<readonly FindingReplacement[]> {
  const replacements: FindingReplacement[] = [];
  const keys = changed.flatMap(({ account, readings }) => (readings ? [account] : []));
  const use = await readReadingUse(context.trx, keys);
  for (const { account: key, readings, fell } of changed) {
    const account = context.accounts.get(key);
    if (account && readings && account.type !== 'temperature') {
      replacements.push(await fallsOf(context, account, readings, fell));
      replacements.push(await jumpsOf(context, account, use.get(key) ?? []));
    }
  }
  return replacements;
}

/**
 * Looks for a register jump. A jump is compared with all other days, so any changed reading requires a check of all
 * days.
 */
async function jumpsOf(
  context: FindingContext,
  account: FindingAccount,
  use: readonly DailyUse[],
): Promise<FindingReplacement> {
  const kinds = ['register-jump'] as const;
  const thresholds = jumpThresholds(context, account);
  const day = dayOfJump(use, thresholds);
  if (day === null) return { account, kinds, range: ALL_DAYS, observations: new Map() };
  const range = { from: day, to: day + 1 };
  const spans = (await spansIn(context, account, range)).flatMap((span) =>
    'why' in span || !reaches(span, range) ? [] : [span],
  );
  return {
    account,
    kinds,
    range: ALL_DAYS,
    observations: new Map([[kinds[0], registerJumps(spans, use, thresholds)]]),
  };
}

function jumpThresholds({ thresholds }: FindingContext, { type }: FindingAccount): JumpThresholds {
  const unit = type === 'water' || type === 'flow' ? 'm3' : 'kwh';
  return { times: thresholds('finding-register-jump-times'), least: thresholds(`finding-register-jump-${unit}`) };
}

async function fallsOf(
  context: FindingContext,
  account: FindingAccount,
  changed: DayRange,
  fell: boolean,
): Promise<FindingReplacement> {
  const kinds = ['register-fall'] as const;
  const stored = storedOf(context, account.key, kinds);
  // The computation of usage already read the readings. It found no fall.
  if (!fell && stored.length === 0) return { account, kinds, range: changed, observations: new Map() };
  let range = grown(changed, stored);
  for (;;) {
    const gaps = (await spansIn(context, account, range)).flatMap((span) => ('why' in span ? span : []));
    const judged = range;
    const observations = registerFalls(gaps).filter((observation) => reaches(observation, judged));
    const next = grown(observations.map(daysOf).reduce(hull, range), stored);
    if (next.from === range.from && next.to === range.to)
      return { account, kinds, range, observations: new Map([[kinds[0], observations]]) };
    range = next;
  }
}

/** Reads the spans and gaps of registers that overlap some days, and their neighbours. */
async function spansIn(
  { trx, convert }: FindingContext,
  account: FindingAccount,
  range: DayRange,
): Promise<readonly (RegisterSpan | RegisterGap)[]> {
  const { key, type, meterUnits } = account;
  const readings = await readReadings(
    trx,
    { key, type, meterUnits, priority: null, longestMs: 0 },
    range,
    false,
    convert,
  );
  return registersOf(readings).flatMap(spansOf);
}

interface PackedUse {
  readonly account: number;
  readonly texts: string;
}

/** Reads the daily use from the readings of accounts, in the order of time, by account key. */
async function readReadingUse(
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
