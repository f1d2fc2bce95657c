import type { DayRange } from '../usage/grid.js';
import { readReadings } from '../usage/records.js';
import { spansOf } from '../usage/registerSpans.js';
import { registersOf, type RegisterGap, type RegisterSpan } from '../usage/registers.js';
import { EVER, storedOf, type Around, type ChangedAccount, type Replaced } from './around.js';
import { readReadingUse } from './dailyUse.js';
import type { FindingAccount } from './finding.js';
import { daysOf, grown, hull, reaches } from './range.js';
import { dayOfJump, registerJumps, type DailyUse, type JumpThresholds } from './rules/registerJumps.js';
import { registerFalls } from './rules/registers.js';

/** Applies the rules to changed readings. */
export async function findInReadings(around: Around, changed: readonly ChangedAccount[]): Promise<readonly Replaced[]> {
  const replaced: Replaced[] = [];
  const keys = changed.flatMap(({ account, readings }) => (readings ? [account] : []));
  const use = await readReadingUse(around.trx, keys);
  for (const { account: key, readings, fell } of changed) {
    const account = around.accounts.get(key);
    if (account && readings && account.type !== 'temperature') {
      replaced.push(await fallsOf(around, account, readings, fell));
      replaced.push(await jumpsOf(around, account, use.get(key) ?? []));
    }
  }
  return replaced;
}

/**
 * Looks for a register jump. A jump is compared with all other days, so any changed reading requires a check of all
 * days.
 */
async function jumpsOf(around: Around, account: FindingAccount, use: readonly DailyUse[]): Promise<Replaced> {
  const kinds = ['register-jump'] as const;
  const thresholds = jumpThresholds(around, account);
  const day = dayOfJump(use, thresholds);
  if (day === null) return { account, kinds, range: EVER, marks: new Map() };
  const range = { from: day, to: day + 1 };
  const spans = (await spansIn(around, account, range)).flatMap((span) =>
    'why' in span || !reaches(span, range) ? [] : [span],
  );
  return { account, kinds, range: EVER, marks: new Map([[kinds[0], registerJumps(spans, use, thresholds)]]) };
}

function jumpThresholds({ thresholds }: Around, { type }: FindingAccount): JumpThresholds {
  const unit = type === 'water' || type === 'flow' ? 'm3' : 'kwh';
  return { times: thresholds('finding-register-jump-times'), least: thresholds(`finding-register-jump-${unit}`) };
}

async function fallsOf(around: Around, account: FindingAccount, changed: DayRange, fell: boolean): Promise<Replaced> {
  const kinds = ['register-fall'] as const;
  const stored = storedOf(around, account.key, kinds);
  // The computation of usage already read the readings. It found no fall.
  if (!fell && stored.length === 0) return { account, kinds, range: changed, marks: new Map() };
  let range = grown(changed, stored);
  for (;;) {
    const gaps = (await spansIn(around, account, range)).flatMap((span) => ('why' in span ? span : []));
    const judged = range;
    const marks = registerFalls(gaps).filter((mark) => reaches(mark, judged));
    const next = grown(marks.map(daysOf).reduce(hull, range), stored);
    if (next.from === range.from && next.to === range.to)
      return { account, kinds, range, marks: new Map([[kinds[0], marks]]) };
    range = next;
  }
}

/** Reads the spans and gaps of registers that overlap some days, and their neighbours. */
async function spansIn(
  { trx, convert }: Around,
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
