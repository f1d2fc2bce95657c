import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import { recordChange } from '../data/recordChange.js';
import { find, type FindingCounts } from '../findings/find.js';
import { disablePortfolioTriggers } from '../usage/portfolioCounts.js';
import { followPortfolios } from '../usage/portfolioMonths.js';
import { recomputeUsage } from '../usage/recomputeUsage.js';
import { changedAccounts, changedPortfolios } from './changedAccounts.js';
import type { ImportFields } from './fields.js';
import { countChanges } from './countChanges.js';
import { followAccounts } from './followAccounts.js';
import { createGapNotices } from './gapNotices.js';
import { recordDeletions } from './recordDeletions.js';
import { lockOf } from './importLocks.js';
import type { Part } from './parts.js';
import { CHANGES, STAGED } from './staging.js';
import { touchedAccounts } from './touchedAccounts.js';
import { touchedBy } from './touched.js';
import { applyChanges, ofPart, type Applied } from './upsert.js';

/** The result of a part: the changed rows of the table, and the recomputed days, summed over the accounts. */
export interface AppliedPart extends Applied {
  readonly days: number;
  /** Notices about the stored usage, such as gaps between readings. */
  readonly notices: readonly string[];
  readonly findings: FindingCounts;
}

/**
 * Creates companies and entities that a record names for the first time. Ordered, so that two parts cannot deadlock.
 * @throws Error if another import has created an entity under another company since the checks
 */
async function createOwners(trx: Knex.Transaction, { columns, account }: ImportFields, part: Part): Promise<void> {
  const has = (name: string): boolean => columns.some((column) => column.name === name);
  if (account === 'inherits' || !has('company_id')) return;
  const from = `from ${STAGED} s join ${CHANGES} c using (row) where ${ofPart(part, 'insert', 'update')}`;
  await trx.raw(`
    insert into companies (_id)
    select distinct s.company_id ${from} and s.company_id is not null order by 1 on conflict do nothing`);
  if (!has('entity_id')) return;
  await trx.raw(`
    insert into entities (_id, company_id)
    select distinct s.entity_id, s.company_id ${from} and s.entity_id is not null and s.company_id is not null
    order by 1 on conflict do nothing`);
  // Another import may have created the entity under another company since the checks.
  const conflicts: { readonly rows: readonly { readonly id: string; readonly company: string }[] } = await trx.raw(`
    select encode(e._id, 'hex') as id, encode(e.company_id, 'hex') as company
    from (select distinct s.entity_id, s.company_id ${from}) s join entities e on e._id = s.entity_id
    where e.company_id <> s.company_id limit 1`);
  const [other] = conflicts.rows;
  if (other) throw new Error(`entity ${other.id} belongs to company ${other.company}`);
}

/** Applies a part of the changes, and recomputes the usage and findings that depend on it, within one transaction. */
export async function applyPart(
  database: Database,
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
): Promise<AppliedPart> {
  if (fields.topology.changesAlone(fields.table)) {
    await trx.raw('select pg_advisory_xact_lock(?, ?)', [...lockOf('copied')]);
  }
  await recordChange(database, trx, await changedPortfolios(database, trx, fields, part));
  await createOwners(trx, fields, part);
  const touched = await touchedBy(trx, fields, part);
  await disablePortfolioTriggers(trx);
  const counts = await countChanges(trx, fields, part, touched.counts);
  const accounts = await touchedAccounts(trx, fields, part);
  const changed = await changedAccounts(trx, fields, part, touched);
  await recordDeletions(trx, fields, part);
  const applied = await applyChanges(trx, fields, part);
  await counts.ofAccounts();
  if (fields.table === 'accounts') await followAccounts(database, trx, part);
  await storeLongest(trx, touched.longest);
  const gaps = fields.name === 'readings' ? createGapNotices(touched.recordDays) : null;
  const reported = { repeated: new Set<number>(), fell: new Set<number>() };
  const { days, months } = await recomputeUsage(database, trx, await touched.days(), {
    onGap(account, gap) {
      gaps?.onGap(account, gap);
      if (!('at' in gap.why)) reported.fell.add(account);
    },
    onRepeated: (account) => reported.repeated.add(account),
  });
  const changes = (await changed()).map((one) => ({
    ...one,
    repeated: one.repeated || reported.repeated.has(one.account),
    fell: one.fell || reported.fell.has(one.account),
  }));
  const findings = await find(database, trx, changes);
  await counts.ofPortfolios();
  await followPortfolios(trx, await accounts(), months);
  return { ...applied, days, findings, notices: gaps ? await gaps.sentences(trx) : [] };
}

/**
 * Stores the length of the longest interval of each account with intervals or readings. After a deletion the stored
 * length may be too long, which only makes later statements read a little more.
 * @param longest the length in milliseconds by account key
 */
async function storeLongest(trx: Knex.Transaction, longest: ReadonlyMap<number, number>): Promise<void> {
  if (longest.size === 0) return;
  await trx.raw(
    `insert into account_shards as s (account_key, longest_interval_ms)
     select account_key, ms from unnest(?::int[], ?::bigint[]) r(account_key, ms) order by 1
     on conflict (account_key) do update set longest_interval_ms = excluded.longest_interval_ms
       where s.longest_interval_ms < excluded.longest_interval_ms`,
    [[...longest.keys()], [...longest.values()]] as never[],
  );
}
