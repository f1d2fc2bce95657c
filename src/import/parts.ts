import type { Knex } from 'knex';
import type { ImportName } from './importNames.js';
import { CHANGES, type ChangeKind } from './staging.js';

/** Accounts, by key, whose changes are applied together; 0 stands for rows of none. */
export interface Part {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
  /** The number of changes of each kind. A kind without changes needs no statement. */
  readonly counts: Counts;
}

export type Counts = Readonly<Record<ChangeKind, number>>;

/** Rows that are applied together; an account's are never divided, so that readers see all of them or none. */
const ROWS = 20_000;
/** A changed account may have to be computed whole, which is the work of so many rows. */
const ROWS_OF_ACCOUNT = 500;

/** Divides the changes into parts of whole accounts, in the order of their keys. */
export async function divide(trx: Knex.Transaction, name: ImportName): Promise<readonly Part[]> {
  const count = (kind: ChangeKind): string => `count(*) filter (where change = '${kind}') as "${kind}"`;
  const { rows }: { readonly rows: readonly (Counts & { readonly key: number })[] } = await trx.raw(
    `select account_key as key, ${count('insert')}, ${count('update')}, ${count('delete')}
     from ${CHANGES} group by account_key order by account_key`,
  );
  const parts: { from: number; to: number; counts: Record<ChangeKind, number> }[] = [];
  let size = Infinity;
  for (const { key, ...counts } of rows) {
    const n = counts.insert + counts.update + counts.delete;
    const weight = name === 'accounts' && key > 0 ? n * ROWS_OF_ACCOUNT : n;
    const last = parts.at(-1);
    // Rows of no account have nothing to do with the accounts that follow.
    if (last && last.to > 0 && size + weight <= ROWS) {
      last.to = key;
      last.counts.insert += counts.insert;
      last.counts.update += counts.update;
      last.counts.delete += counts.delete;
      size += weight;
    } else {
      parts.push({ from: key, to: key, counts });
      size = weight;
    }
  }
  return parts;
}
