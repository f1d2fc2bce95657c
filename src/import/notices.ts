import type { Knex } from 'knex';
import { CHOSEN_ONLY, DEFAULT_SET } from '../data/factorSets.js';
import { quoted } from '../errors/suggest.js';
import { dayOf } from '../usage/grid.js';
import type { Touched } from '../usage/recomputeUsage.js';
import { invoiceStatusCounts } from '../usage/records.js';
import type { OnGap, RegisterGap } from '../usage/registers.js';
import type { ImportFields } from './fields.js';
import { meterText } from './formats/meters.js';
import { CHANGES } from './staging.js';

/** The most invoices that a sentence names. */
const MAX_NAMED = 3;

const WHY_UNUSED = {
  dates: 'has no values.startDate or no values.endDate, so it adds neither consumption nor cost',
  sums: 'has neither values.totalUnits nor values.totalCost, so it adds neither consumption nor cost',
} as const;

interface UnusedInvoices {
  readonly why: keyof typeof WHY_UNUSED;
  readonly count: number;
  readonly ids: readonly string[];
}

/**
 * Returns notices about added or changed invoices that no figure uses although their status counts. There is one
 * sentence for each reason, with the first invoices.
 */
export async function invoiceNotices(trx: Knex.Transaction, { name }: ImportFields): Promise<readonly string[]> {
  if (name !== 'invoices') return [];
  const { rows }: { readonly rows: readonly UnusedInvoices[] } = await trx.raw(
    `select why, max(n)::int as count, array_agg(id order by place) as ids from (
       select why, id, count(*) over (partition by why) as n, row_number() over (partition by why order by row) as place
       from (
         select row, encode(_id, 'hex') as id, case
           when values_start_date is null or values_end_date is null then 'dates'
           when values_total_units is null and values_total_cost is null then 'sums' end as why
         from ${CHANGES} c where change <> 'delete' and ${invoiceStatusCounts('c')}
       ) each where why is not null
     ) numbered where place <= ${MAX_NAMED} group by why order by why`,
  );
  return rows.map(({ why, count, ids }) => {
    const more = count > ids.length ? ` and ${count - ids.length} more` : '';
    const subject = count === 1 ? 'One invoice' : `Each of ${count} invoices`;
    return `${subject} ${WHY_UNUSED[why]}: ${ids.join(', ')}${more}.`;
  });
}

/** The most notices of an import: a file of all countries has hundreds of unused factors. */
const MAX_NOTICES = 20;

interface UnusedFactors {
  readonly set: string;
  readonly country: string;
  readonly type: string;
  /** Whether the default set has factors of this country and type, which then apply. */
  readonly isDefault: boolean;
  /** The sets with factors of this country and type, except sets that apply only if the user selects them. */
  readonly sets: readonly string[];
}

/**
 * Returns notices about added or changed emission factors that no figure uses: no user selected their set, and it is
 * not the only set that applies without a selection (figures 6).
 */
export async function factorNotices(trx: Knex.Transaction, { name }: ImportFields): Promise<readonly string[]> {
  if (name !== 'emission-factors') return [];
  const { rows }: { readonly rows: readonly UnusedFactors[] } = await trx.raw(
    `with changed as (select distinct set, country, type from ${CHANGES} where change <> 'delete'),
       stored as (select set, country, type from emission_factors union select * from changed),
       unasked as (select * from stored where set <> all(?::text[]))
     select c.*, coalesce(bool_or(u.set = ?), false) as "isDefault",
       coalesce(array_agg(distinct u.set order by u.set) filter (where u.set is not null), '{}') as sets
     from changed c left join unasked u using (country, type)
     where c.set <> ? and not exists (
       select from emission_factor_sets n where n.set = c.set and coalesce(n.country, c.country) = c.country
     )
     group by c.set, c.country, c.type
     having not coalesce(count(distinct u.set) = 1 and bool_and(u.set = c.set), false)
     order by c.set, c.country, c.type limit ?`,
    [[...CHOSEN_ONLY], DEFAULT_SET, DEFAULT_SET, MAX_NOTICES],
  );
  return rows.map(({ set, country, type, isDefault, sets }) => {
    const why = isDefault
      ? `the factors of ${DEFAULT_SET} apply`
      : CHOSEN_ONLY.includes(set)
        ? 'this set applies only if you choose it'
        : `several sets have such factors (${sets.map(quoted).join(', ')}), and none applies until you choose one`;
    return `The factors of ${quoted(set)} for ${type} in ${country} are not used: ${why}. To use them: udg factors use ${set} --country ${country}`;
  });
}

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
interface GapNotices {
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
        return meter ? [gapSentence(meter, gaps)] : [];
      });
    },
  };
}

function gapSentence({ id, point, serial }: Meter, { first, count, days }: Gaps): string {
  const meter = meterText({ point: point ?? '', serial: serial ?? '' });
  const register = first.register === null ? '' : `, register ${quoted(first.register)}`;
  const more = count === 1 ? '' : `; the register has ${count - 1} more such ${count === 2 ? 'gap' : 'gaps'}`;
  const without = `its readings leave ${days} ${days === 1 ? 'day' : 'days'} without data`;
  return `account ${id}${meter === '' ? '' : ` (meter ${quoted(meter)})`}${register}: ${without}: ${gapReason(first)}${more}`;
}

function gapReason({ why, readings: [a, b] }: RegisterGap): string {
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
