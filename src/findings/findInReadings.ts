import type { DayRange } from '../usage/grid.js';
import { readReadings } from '../usage/records.js';
import { spansOf } from '../usage/registerSpans.js';
import { registersOf, type RegisterGap } from '../usage/registers.js';
import { storedOf, type Around, type ChangedAccount, type Replaced } from './around.js';
import type { FindingAccount } from './finding.js';
import { daysOf, grown, hull, reaches } from './range.js';
import { registerFalls } from './rules/registers.js';

/** What rules find in readings that have changed. */
export async function findInReadings(around: Around, changed: readonly ChangedAccount[]): Promise<readonly Replaced[]> {
  const replaced: Replaced[] = [];
  for (const { account: key, readings, fell } of changed) {
    const account = around.accounts.get(key);
    if (account && readings && account.type !== 'temperature') {
      replaced.push(await fallsOf(around, account, readings, fell));
    }
  }
  return replaced;
}

async function fallsOf(around: Around, account: FindingAccount, changed: DayRange, fell: boolean): Promise<Replaced> {
  const kinds = ['register-fall'] as const;
  const stored = storedOf(around, account.key, kinds);
  // Painting has read the readings, and seen whether there are any.
  if (!fell && stored.length === 0) return { account, kinds, range: changed, marks: new Map() };
  let range = grown(changed, stored);
  for (;;) {
    const gaps = await gapsIn(around, account, range);
    const here = range;
    const marks = registerFalls(gaps).filter((mark) => reaches(mark, here));
    const next = grown(marks.map(daysOf).reduce(hull, range), stored);
    if (next.from === range.from && next.to === range.to)
      return { account, kinds, range, marks: new Map([[kinds[0], marks]]) };
    range = next;
  }
}

/** The gaps of registers that reach some days. */
async function gapsIn(
  { trx, convert }: Around,
  account: FindingAccount,
  range: DayRange,
): Promise<readonly RegisterGap[]> {
  const { key, type, meterUnits } = account;
  const readings = await readReadings(
    trx,
    { key, type, meterUnits, priority: null, longestMs: 0 },
    range,
    false,
    convert,
  );
  return registersOf(readings).flatMap((moments) => spansOf(moments).flatMap((span) => ('why' in span ? span : [])));
}
