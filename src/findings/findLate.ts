import { operatorKeys } from '../data/access.js';
import type { Knex } from 'knex';
import type { HasTopology } from '../db/database.js';
import { idParameter } from '../db/sql.js';
import { dayOf, monthStart } from '../usage/grid.js';
import { SOURCE } from '../usage/sources.js';
import { readAccounts } from './accounts.js';
import { readDays } from './days.js';
import { changesIn, NO_FINDINGS, storeChanges, type FindingCounts } from './find.js';
import { ALL_DAYS } from './context.js';
import type { Observation } from './finding.js';
import { lateness, RHYTHM_DAYS } from './rules/missingData.js';
import { readFindings } from './stored.js';
import { rowsIn } from '../db/rowsIn.js';
import { readThresholds } from './thresholds.js';

interface LastDay {
  readonly account: number;
  readonly company: string;
  readonly entity: string | null;
  readonly day: number;
}

/**
 * Finds accounts whose data is older than the newest data of other accounts, and writes the changed findings within the
 * caller's transaction. New data of one account may change the findings of its whole company. Every viewer of an
 * account reads its findings, so the rule compares an account only with accounts that all these viewers see. An account
 * of an entity is compared with those of its company and entity. An account without an entity is compared with all
 * accounts of its company.
 * @param companies identifiers; null: all companies
 * @param now milliseconds since 1970; the rule ignores data with a later date
 */
export async function findLate(
  database: HasTopology,
  trx: Knex.Transaction,
  companies: readonly string[] | null,
  now: number,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<FindingCounts> {
  const late = await lateAccounts(trx, companies, now);
  const keys = operatorKeys([...new Set([...late.keys(), ...(await storedLateAccounts(trx, companies))])]);
  if (keys.length === 0) return NO_FINDINGS;
  const accounts = await readAccounts(rowsIn(trx), keys);
  const stored = await readFindings(trx, keys);
  const changes = [...accounts.values()].map((account) => {
    const observations = new Map([['late' as const, account.isExpected ? (late.get(account.key) ?? []) : []]]);
    return changesIn(account, { kinds: ['late'], range: ALL_DAYS, observations }, stored.get(account.key) ?? []);
  });
  return storeChanges(database, trx, changes, dryRun);
}

/** Returns the observations of late accounts, by account key. */
async function lateAccounts(
  trx: Knex.Transaction,
  companies: readonly string[] | null,
  now: number,
): Promise<ReadonlyMap<number, readonly Observation[]>> {
  const last = await lastDays(trx, companies, dayOf(now));
  const newest = new Map<string, number>();
  for (const { company, entity, day } of last) {
    for (const group of new Set([groupOf({ company, entity: null }), groupOf({ company, entity })])) {
      newest.set(group, Math.max(day, newest.get(group) ?? day));
    }
  }
  const newestOfGroup = (one: LastDay): number => newest.get(groupOf(one)) ?? one.day;
  const { thresholds } = await readThresholds(rowsIn(trx));
  const threshold = thresholds('finding-late-days');
  const behind = last.filter((one) => newestOfGroup(one) - one.day > threshold);
  const days = await readDays(
    trx,
    behind.map(({ account, day }) => ({ account, isMean: false, starts: [], from: day - RHYTHM_DAYS, to: day + 1 })),
  );
  return new Map(
    behind.map((one) => [
      one.account,
      lateness(one.day, newestOfGroup(one), days.get(one.account) ?? new Map(), threshold),
    ]),
  );
}

/** Returns a name for the group of accounts that an account is compared with. */
function groupOf({ company, entity }: Pick<LastDay, 'company' | 'entity'>): string {
  return entity === null ? company : `${company} ${entity}`;
}

/** Reads the last day with interval data, up to today, of accounts that are in use and have some. */
async function lastDays(
  trx: Knex.Transaction,
  companies: readonly string[] | null,
  today: number,
): Promise<readonly LastDay[]> {
  const { rows: months }: { readonly rows: readonly (LastDay & { readonly month: number })[] } = await trx.raw(
    `select m.account_key as account, encode(a.company_id, 'hex') as company, encode(a.entity_id, 'hex') as entity,
       max(m.month) as month
     from usage_months m join accounts a using (account_key)
     where m.source = ${SOURCE.hh} and a.status <> 'inactive' and a.is_virtual is not true
       and m.month <= (date_part('year', to_timestamp(?::float8)) - 1970) * 12 + date_part('month', to_timestamp(?::float8)) - 1
       and (?::bytea[] is null or a.company_id = any(?::bytea[]))
     group by 1, 2, 3 order by 1`,
    [
      ...[today * 86_400, today * 86_400],
      ...Array.from({ length: 2 }, () => companies?.map(idParameter) ?? null),
    ] as never[],
  );
  const { rows: days }: { readonly rows: readonly { readonly account: number; readonly day: number }[] } =
    await trx.raw(
      `select account_key as account, max(day) as day from (
         select account_key, day, source from usage_days union all select account_key, to_day - 1, source from usage_runs
       ) u join unnest(?::int[], ?::int[]) w(account, first) on account_key = w.account and day >= w.first
       where source = ${SOURCE.hh} and day <= ? group by 1`,
      [months.map(({ account }) => account), months.map(({ month }) => monthStart(month)), today] as never[],
    );
  const dayOfAccount = new Map(days.map(({ account, day }) => [account, day]));
  return months.flatMap(({ account, company, entity }) => {
    const day = dayOfAccount.get(account);
    return day === undefined ? [] : [{ account, company, entity, day }];
  });
}

/** Reads the keys of accounts with a stored finding of lateness. */
async function storedLateAccounts(
  trx: Knex.Transaction,
  companies: readonly string[] | null,
): Promise<readonly number[]> {
  const ids = companies?.map(idParameter) ?? null;
  const { rows }: { readonly rows: readonly { readonly account: number }[] } = await trx.raw(
    `select distinct account_key as account from findings
     where kind = 'late' and resolved_at is null and (?::bytea[] is null or company_id = any(?::bytea[])) order by 1`,
    [ids, ids] as never[],
  );
  return rows.map(({ account }) => account);
}
