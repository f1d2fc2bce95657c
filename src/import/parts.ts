import type { Knex } from 'knex';
import type { ImportName } from './importNames.js';
import { CHANGES, type ChangeKind } from './staging.js';

/** A range of account keys whose changes one transaction applies. Key 0 stands for records without an account. */
export interface Part {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
  /** The number of changes of each kind. A kind without changes needs no statement. */
  readonly counts: ChangeCounts;
}

export type ChangeCounts = Readonly<Record<ChangeKind, number>>;

/**
 * The most rows of a part, unless one account has more: a part never divides an account, so that readers see all its
 * changes or none.
 */
const ROWS = 20_000;
/** The weight of a changed account in rows, because its usage may have to be recomputed completely. */
const ROWS_OF_ACCOUNT = 500;

/** Divides the changes into parts of whole accounts, in the order of their keys. */
export async function divideIntoParts(trx: Knex.Transaction, name: ImportName): Promise<readonly Part[]> {
  const count = (kind: ChangeKind): string => `count(*) filter (where change = '${kind}') as "${kind}"`;
  const { rows }: { readonly rows: readonly (ChangeCounts & { readonly key: number })[] } = await trx.raw(
    `select account_key as key, ${count('insert')}, ${count('update')}, ${count('delete')}
     from ${CHANGES} group by account_key order by account_key`,
  );
  const parts: { from: number; to: number; counts: Record<ChangeKind, number> }[] = [];
  let size = Infinity;
  for (const { key, ...counts } of rows) {
    const n = counts.insert + counts.update + counts.delete;
    const weight = name === 'accounts' && key > 0 ? n * ROWS_OF_ACCOUNT : n;
    const last = parts.at(-1);
    // A part with records without an account holds no other records.
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
