import type { Knex } from 'knex';
import type { ImportName } from './fields.js';
import { CHANGES } from './staging.js';

/** Accounts, by key, whose changes are applied together; 0 stands for rows of none. */
export interface Part {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
}

/** Rows that are applied together; an account's are never divided, so that readers see all of them or none. */
const ROWS = 20_000;
/** A changed account may have to be painted whole, which is the work of so many rows. */
const ROWS_OF_ACCOUNT = 500;

/** Divides the changes into parts of whole accounts, in the order of their keys. */
export async function divide(trx: Knex.Transaction, name: ImportName): Promise<readonly Part[]> {
  const { rows }: { readonly rows: readonly { readonly key: number; readonly n: number }[] } = await trx.raw(
    `select account_key as key, count(*) as n from ${CHANGES} group by account_key order by account_key`,
  );
  const parts: { from: number; to: number }[] = [];
  let size = Infinity;
  for (const { key, n } of rows) {
    const weight = name === 'accounts' && key > 0 ? n * ROWS_OF_ACCOUNT : n;
    const last = parts.at(-1);
    // Rows of no account have nothing to do with the accounts that follow.
    if (last && last.to > 0 && size + weight <= ROWS) {
      last.to = key;
      size += weight;
    } else {
      parts.push({ from: key, to: key });
      size = weight;
    }
  }
  return parts;
}
