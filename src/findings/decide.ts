import { idParameter } from '../db/sql.js';
import type { Database } from '../db/database.js';
import { recordChangeOfAccounts, confirmChanges } from '../data/recordChange.js';
import { lockUsage } from '../usage/usageLock.js';

/** The result of a decision. `unknown`: the finding does not exist. `unchanged`: the finding already had this decision. */
export type DecisionResult = 'done' | 'unknown' | 'unchanged';

/**
 * Stores a user's decision to dismiss a finding, or withdraws it. Later imports do not change the decision.
 * @param id of the finding, 24 hexadecimal digits
 * @param reason why the user dismisses the finding; null: withdraws the decision
 */
export async function decide(database: Database, id: string, reason: string | null): Promise<DecisionResult> {
  const result = await database.knex.transaction(async (trx): Promise<DecisionResult> => {
    // An import reads the finding and writes it later. Without the lock it could overwrite the decision.
    await lockUsage(trx);
    const { rows }: { readonly rows: readonly { readonly before: string | null; readonly account: number }[] } =
      await trx.raw(
        'select dismissed_reason as before, account_key as account from findings where _id = ?::bytea for update',
        [idParameter(id)],
      );
    const [finding] = rows;
    if (!finding) return 'unknown';
    if (finding.before === reason) return 'unchanged';
    await recordChangeOfAccounts(database, trx, [finding.account]);
    await trx.raw(
      `update findings set dismissed_reason = ?::text, updated_at = statement_timestamp(), status = case
         when ?::text is not null then 'dismissed' when resolved_at is not null then 'resolved' else 'open' end
       where _id = ?::bytea`,
      [reason, reason, idParameter(id)] as never[],
    );
    return 'done';
  });
  if (result === 'done') await confirmChanges(database);
  return result;
}
