import type { Database } from '../db/database.js';

/** The scopes of contract 5, and the scope of findings. */
export const SCOPES = [
  ...(['read:accounts', 'read:assets', 'read:invoices', 'read:readings', 'read:consumptions'] as const),
  'read:findings',
] as const;

export interface Role {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Returns all roles, sorted by name. */
export async function listRoles({ knex }: Database): Promise<readonly Role[]> {
  const roles: readonly Role[] = await knex('roles').select('name', 'scopes').orderBy('name');
  return roles;
}

/** Creates a role or replaces its scopes. Its keys follow within 5 seconds. */
export async function setRole({ knex }: Database, { name, scopes }: Role): Promise<void> {
  await knex('roles')
    .insert({ name, scopes: [...scopes] })
    .onConflict('name')
    .merge();
}

/**
 * Removes a role, unless a key has it.
 * @returns `removed`, `in use` or `unknown`
 */
export async function removeRole({ knex }: Database, name: string): Promise<'removed' | 'in use' | 'unknown'> {
  if (await knex('api_keys').where({ role: name }).first()) return 'in use';
  const removed: readonly unknown[] = await knex('roles').where({ name }).delete().returning('name');
  return removed.length > 0 ? 'removed' : 'unknown';
}
