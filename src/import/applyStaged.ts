import type { Knex } from 'knex';
import { confirmChanges } from '../data/recordChange.js';
import type { Database } from '../db/database.js';
import { findLate } from '../findings/findLate.js';
import { shareUsageLock } from '../usage/usageLock.js';
import { applyPart } from './apply.js';
import { dropRefused, stagedProblems } from './checks.js';
import { makeUnitsExact } from './stagedUnits.js';
import { factorNotices, invoiceNotices } from './notices.js';
import type { ImportFields } from './fields.js';
import { fillMissing } from './fillMissing.js';
import type { ImportName } from './importNames.js';
import { applyInTransaction, prepareInTransaction } from './importTransaction.js';
import { recordParts, type Running } from './journal.js';
import type { ImportOptions } from './options.js';
import { divideIntoParts, type Part } from './parts.js';
import type { Reader } from './readSource.js';
import { rejectStaged } from './rejects.js';
import { findRepeated } from './repeatedRows.js';
import { readKinds, resolveChanges, resolveKinds } from './resolve.js';
import type { ChangeKind } from './staging.js';
import { dropOutranked, storedPrecedence } from './storedPrecedence.js';
import { type ImportSummary, MAX_ERRORS } from './summary.js';
import { supersededNotice, supersedeEstimates } from './supersede.js';

/** The number of parts applied at a time. While the database writes the rows of one, this process computes the other. */
const PARTS_AT_ONCE = 2;
/**
 * Checks the staged rows and applies their changes, part by part.
 * @param entry the running import, with the companies of its rows; null: every company
 * @param reader the reader of the rows; receives the bad rows that the checks find
 */
export async function applyStaged(
  database: Database,
  fields: ImportFields,
  entry: Running & { readonly companies: readonly string[] | null },
  reader: Reader,
  options: ImportOptions,
): Promise<Omit<ImportSummary, 'seconds'>> {
  const inTransaction = <T>(run: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
    prepareInTransaction(database, entry, run);
  const findKinds = async (trx: Knex.Transaction): Promise<void> => {
    await readKinds(trx, fields);
    if (await makeUnitsExact(trx, fields, options.unit ?? null)) await readKinds(trx, fields);
    await resolveKinds(trx, fields);
  };
  await inTransaction((trx) => fillMissing(trx, fields, reader.shapes));
  // The two steps are independent, and each keeps one processor of the database busy.
  const [, isRepeated] = await settleAll([
    (async () => {
      // Imports with the same kinds wait for each other, so these have a short transaction of their own.
      if (fields.kind.length > 0) await inTransaction(findKinds);
      await inTransaction(async (trx) => {
        if (fields.kind.length === 0) await findKinds(trx);
        const precedence = await storedPrecedence(trx, fields, options.replace ?? false);
        await resolveChanges(trx, fields, precedence);
        for (const sentence of await dropOutranked(trx, fields, precedence)) reader.notice(sentence);
      });
    })(),
    inTransaction((trx) => findRepeated(trx, fields)),
  ]);
  let superseded = 0;
  const checked = await inTransaction(async (trx) => {
    await supersedeEstimates(trx, fields);
    const { problems, rows } = await stagedProblems(trx, fields, { isRepeated, most: MAX_ERRORS });
    reader.report(problems, rows);
    if (rows > 0 && options.onReject) await rejectStaged(trx, fields, options.onReject);
    const applies = (await options.onStaged?.(trx, fields)) ?? true;
    if (reader.summary().rejected > 0 && !options.onReject) return null;
    await dropRefused(trx);
    const superseding = await supersededNotice(trx, fields);
    superseded = superseding.stored;
    for (const sentence of superseding.notices) reader.notice(sentence);
    for (const sentence of await invoiceNotices(trx, fields)) reader.notice(sentence);
    for (const sentence of await factorNotices(trx, fields)) reader.notice(sentence);
    const parts = await divideIntoParts(trx, fields.name);
    await recordParts(trx, entry.id, parts.length);
    return { parts, applies };
  });
  if (checked === null) return { ...reader.summary(), ...NO_CHANGES, unchanged: 0 };
  const { parts, applies } = checked;
  if (applies) await options.onChecked?.();
  const applied = applies ? await applyParts(database, fields, entry, parts, reader, options) : changesOf(parts);
  const { inserted, updated } = applied;
  const deleted = applied.deleted - superseded;
  const { read, rejected, skipped, ...lists } = reader.summary();
  const unchanged = read - rejected - skipped - inserted - updated - deleted;
  return { read, rejected, skipped, ...lists, ...applied, deleted, unchanged };
}

type ResultCounts = Pick<
  ImportSummary,
  'inserted' | 'updated' | 'deleted' | 'recomputedDays' | 'newFindings' | 'resolvedFindings'
>;
const NO_CHANGES: ResultCounts = {
  inserted: 0,
  updated: 0,
  deleted: 0,
  recomputedDays: 0,
  newFindings: 0,
  resolvedFindings: 0,
};

/** Resources whose import can change which accounts are late. */
const CHANGES_LATENESS: readonly ImportName[] = ['non-cumulative', 'accounts'];

/** Returns the counts of a dry run: the changes that the parts would make. */
function changesOf(parts: readonly Part[]): ResultCounts {
  const total = (kind: ChangeKind): number => parts.reduce((sum, { counts }) => sum + counts[kind], 0);
  return { ...NO_CHANGES, inserted: total('insert'), updated: total('update'), deleted: total('delete') };
}

async function applyParts(
  database: Database,
  fields: ImportFields,
  entry: Running & { readonly companies: readonly string[] | null },
  parts: readonly Part[],
  reader: Reader,
  options: ImportOptions,
): Promise<ResultCounts> {
  const applied = { ...NO_CHANGES };
  let done = 0;
  await eachPart(parts, database.engine === 'postgres' ? PARTS_AT_ONCE : 1, async (part) => {
    const { inserted, updated, deleted, days, notices, findings } = await applyInTransaction(database, entry, (trx) =>
      applyPart(database, trx, fields, part, entry),
    );
    applied.inserted += inserted;
    applied.updated += updated;
    applied.deleted += deleted;
    applied.recomputedDays += days;
    applied.newFindings += findings.opened;
    applied.resolvedFindings += findings.resolved;
    for (const sentence of notices) reader.notice(sentence);
    options.onApplied?.((done += 1), parts.length);
  });
  if (CHANGES_LATENESS.includes(fields.name)) {
    const late = await prepareInTransaction(database, entry, async (trx) => {
      await shareUsageLock(trx);
      return findLate(database, trx, entry.companies, Date.now());
    });
    if (late.rows > 0) await confirmChanges(database);
    applied.newFindings += late.opened;
    applied.resolvedFindings += late.resolved;
  }
  const { inserted, updated, deleted } = applied;
  // usage_days has a column for each half-hour, and statements filter only by these four.
  const computed = 'usage_days (account_key, source, day, whole), usage_runs, usage_months';
  const tables = applied.recomputedDays > 0 ? `${fields.table}, ${computed}` : fields.table;
  await analyzeAfter(database, tables, inserted + updated + deleted);
  return applied;
}

/** Applies parts, several at a time. After a failure the other parts that have begun end, and no new part begins. */
async function eachPart(parts: readonly Part[], atOnce: number, apply: (part: Part) => Promise<void>): Promise<void> {
  const rest = parts.values();
  let failed = false;
  const work = async (): Promise<void> => {
    for (const part of rest) {
      if (failed) return;
      await apply(part).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await settleAll(Array.from({ length: atOnce }, work));
}

/**
 * Waits for all promises, even after one rejects, so that no work continues when the caller goes on.
 * @throws the first rejection
 */
async function settleAll<const T extends readonly unknown[]>(work: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** After more changes than this, the import does not wait for PostgreSQL's autovacuum. */
const MAX_UNANALYZED = 10_000;

/** Updates the planner statistics of a changed table. The embedded database has no autovacuum. */
async function analyzeAfter({ engine, knex }: Database, tables: string, changed: number): Promise<void> {
  if (changed > (engine === 'pglite' ? 0 : MAX_UNANALYZED)) await knex.raw(`analyze ${tables}`);
}
