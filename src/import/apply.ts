import type { Knex } from 'knex';
import { hasRows } from '../db/rowsIn.js';
import { recordChange } from '../data/recordChange.js';
import type { Database } from '../db/database.js';
import { identifier } from '../db/sql.js';
import { find, type FindingCounts } from '../findings/find.js';
import { disablePortfolioTriggers } from '../usage/portfolioCounts.js';
import { followPortfolios } from '../usage/portfolioMonths.js';
import { recomputeUsage } from '../usage/recomputeUsage.js';
import { changedAccounts, changedPortfolios, touchedAccounts } from './changedAccounts.js';
import { countChanges, followAccounts, recordDeletions, storeLongest } from './derivedTables.js';
import type { ImportFields } from './fields.js';
import { lockOf } from './importLocks.js';
import { IMPORT_NAMES, type ImportName } from './importNames.js';
import type { Running } from './journal.js';
import { createGapNotices } from './notices.js';
import type { Part } from './parts.js';
import { CHANGES, STAGED } from './staging.js';
import { touchedBy } from './touched.js';
import { type Applied, applyChanges, ofPart } from './upsert.js';

/** The result of a part: the changed rows of the table, and the recomputed days, summed over the accounts. */
interface AppliedPart extends Applied {
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

/**
 * Applies a part of the changes, and recomputes the usage and findings that depend on it, within one transaction.
 * @throws Error if another import has stored one of its new records under another account since the checks
 */
export async function applyPart(
  database: Database,
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
  entry: Running,
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
  const notices = gaps ? await gaps.sentences(trx) : [];
  await refuseStoredElsewhere(trx, fields, part, entry);
  return { ...applied, days, findings, notices };
}

/**
 * Rejects a part if another import has stored one of its new records under another account since the checks. The tables
 * identify such records by `_id` and account, so no unique index would find the conflict. Call it last in the
 * transaction of the part.
 * @throws Error that names the first record
 */
async function refuseStoredElsewhere(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
  { id }: Running,
): Promise<void> {
  if (fields.account === null || part.counts.insert === 0 || !(await ranConcurrently(trx, fields.name, id))) return;
  // The lock makes such parts commit one after the other, so that the later one sees the rows of the earlier one.
  await trx.raw('select pg_advisory_xact_lock(?, ?)', [...lockOf('storing', IMPORT_NAMES.indexOf(fields.name))]);
  const { rows }: { readonly rows: readonly { readonly id: string; readonly account: string | null }[] } =
    await trx.raw(`
      select encode(c._id, 'hex') as id, encode(a._id, 'hex') as account
      from ${CHANGES} c join ${identifier(fields.table)} t on t._id = c._id and t.account_key <> c.account_key
        left join accounts a on a.account_key = t.account_key
      where ${ofPart(part, 'insert')} limit 1`);
  const [first] = rows;
  if (!first) return;
  const under = first.account === null ? 'without an account' : `under account ${first.account}`;
  throw new Error(`another import has just stored record ${first.id} ${under}: run this import again`);
}

/** Whether another import of the same resource ran at the same time. */
function ranConcurrently(trx: Knex.Transaction, name: ImportName, id: number): Promise<boolean> {
  return hasRows(
    trx,
    `select from imports o join imports own on own.import_id = ? and o.import_id <> own.import_id
     where o.resource = ? and (o.finished_at is null or o.finished_at >= own.started_at) limit 1`,
    [id, name],
  );
}
