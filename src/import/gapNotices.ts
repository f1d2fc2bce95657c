import type { Knex } from 'knex';
import { quoted } from '../errors/suggest.js';
import { dayOf } from '../usage/grid.js';
import type { OnGap, RegisterGap } from '../usage/registers.js';
import type { Touched } from '../usage/recomputeUsage.js';
import { meterText } from './formats/meters.js';

/** The gaps of a register: the first and the last, their number, and the days without data. */
interface Gaps {
  readonly account: number;
  readonly first: RegisterGap;
  last: RegisterGap;
  count: number;
  days: number;
}

interface Meter {
  readonly key: number;
  readonly id: string;
  readonly point: string | null;
  readonly serial: string | null;
}

/** Collects the gaps between readings that a change caused or left. It stores a few numbers per register. */
export interface GapNotices {
  readonly onGap: OnGap;
  /** Returns a sentence for each register with gaps. Call it after the usage is recomputed. */
  sentences(trx: Knex.Transaction): Promise<readonly string[]>;
}

/** @param touched the days of the changed readings. Gaps outside these days existed before. */
export function createGapNotices(touched: readonly Touched[]): GapNotices {
  const days = new Map(touched.map(({ account, ranges }) => [account, ranges ?? []]));
  const registers = new Map<string, Gaps>();
  return {
    onGap(account, gap) {
      const [from, to] = [dayOf(gap.from), dayOf(gap.to)];
      if (days.get(account)?.some((range) => range.from <= to && from < range.to) !== true) return;
      const name = `${account} ${gap.register ?? ''}`;
      const before = registers.get(name);
      const newDays = dayOf(gap.to - 1) - Math.max(from, before ? dayOf(before.last.to - 1) + 1 : from) + 1;
      if (!before) registers.set(name, { account, first: gap, last: gap, count: 1, days: newDays });
      // A gap across two windows of the recomputation is reported twice.
      else if (gap.from > before.last.from) {
        before.last = gap;
        before.count += 1;
        before.days += newDays;
      }
    },
    async sentences(trx) {
      if (registers.size === 0) return [];
      const keys = [...new Set([...registers.values()].map(({ account }) => account))];
      const meters: readonly Meter[] = await trx('accounts')
        .select({ key: 'account_key', id: '_id', point: 'meter_point_number', serial: 'meter_serial_number' })
        .whereIn('account_key', keys);
      const byKey = new Map(meters.map((meter) => [meter.key, meter]));
      return [...registers.values()].flatMap((gaps) => {
        const meter = byKey.get(gaps.account);
        return meter ? [sentence(meter, gaps)] : [];
      });
    },
  };
}

function sentence({ id, point, serial }: Meter, { first, count, days }: Gaps): string {
  const meter = meterText({ point: point ?? '', serial: serial ?? '' });
  const register = first.register === null ? '' : `, register ${quoted(first.register)}`;
  const more = count === 1 ? '' : `; the register has ${count - 1} more such ${count === 2 ? 'gap' : 'gaps'}`;
  const without = `its readings leave ${days} ${days === 1 ? 'day' : 'days'} without data`;
  return `account ${id}${meter === '' ? '' : ` (meter ${quoted(meter)})`}${register}: ${without}: ${reason(first)}${more}`;
}

function reason({ why, readings: [a, b] }: RegisterGap): string {
  if ('at' in why) return `two readings at ${moment(why.at)} contradict each other (${a.shown} and ${b.shown})`;
  if ('glitch' in why) {
    const shown = why.glitch.map((reading) => `${reading.shown} (${moment(reading.at)})`).join(', ');
    return `the register showed ${shown} between ${a.shown} (${moment(a.at)}) and ${b.shown} (${moment(b.at)}). Correct or delete the wrong reading, or set meterReset on the first reading of a new meter`;
  }
  const fall = `the register fell from ${a.shown} (${moment(a.at)}) to ${b.shown} (${moment(b.at)})`;
  return `${fall}, without meterReset, quantity or registerDigits`;
}

function moment(at: number): string {
  return new Date(at).toISOString();
}
