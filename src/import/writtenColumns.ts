import type { ImportFields } from './fields.js';

export const STAMPS = ['created_at', 'updated_at'];
export const OWNER = ['company_id', 'entity_id'];

/** The columns of a table that an import writes. */
export interface Written {
  readonly key: readonly string[];
  readonly values: readonly string[];
}

/** Returns the columns that an import writes: the fields of a row, with the keys of its account and its kind. */
export function writtenColumns({ columns, account, key, kind, unstored }: ImportFields): Written {
  const omitted = [...unstored, ...(account === 'inherits' ? ['account_id', ...OWNER] : [])];
  const plain = columns
    .map(({ name }) => name)
    .filter((name) => ![...omitted, ...kind, ...key, ...STAMPS].includes(name));
  const keys = [...(account === null ? [] : ['account_key']), ...(kind.length > 0 ? ['kind_key'] : [])];
  return { key, values: [...plain, ...keys.filter((name) => !key.includes(name))] };
}
