import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import { idParameter } from '../db/sql.js';
import { digestOf, newSecret } from './authenticator.js';

export interface KeyRequest {
  /** Exactly one of role and scopes. */
  readonly role?: string;
  readonly scopes?: readonly string[];
  /** The companies to grant in addition to existing grants. */
  readonly companies: readonly string[];
  readonly entities: readonly string[];
  /** An existing user. If absent, a new user is created. */
  readonly userId?: string;
  /** The expiry in ISO 8601. If absent, the key does not expire. */
  readonly expiresAt?: string;
  /** The operator's label, not empty. */
  readonly label?: string;
}

/** A new key with its secret, which is shown once. Only the digest is stored. */
export interface IssuedKey {
  readonly key: string;
  readonly userId: string;
  readonly role: string | null;
  readonly scopes: readonly string[];
  readonly companies: readonly string[];
  readonly entities: readonly string[];
  readonly expiresAt: string | null;
  readonly label: string | null;
}

/** A company or an entity granted to a user. The name is null if it has none or was not imported yet. */
export interface NamedGrant {
  readonly level: 'company' | 'entity';
  readonly id: string;
  readonly name: string | null;
}

/** A key in the list, without its secret. */
export interface ListedKey {
  readonly id: number;
  readonly userId: string;
  readonly role: string | null;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly label: string | null;
  /** The day of the last use (UTC), such as `2025-03-04`; null if never, or if the use could not be stored. */
  readonly lastUsed: string | null;
  /** The grants of the user: companies, then entities, sorted by identifier. */
  readonly grants: readonly NamedGrant[];
}

/** An error with a sentence for the operator: a key cannot be issued or revoked. */
export class KeyError extends Error {}

/**
 * Issues a key and grants its user the given companies and entities, in one transaction.
 * @throws KeyError if the role or user does not exist, or the user would have no grants
 */
export async function issueKey({ knex }: Database, request: KeyRequest): Promise<IssuedKey> {
  return knex.transaction(async (trx) => {
    const { role = null } = request;
    const scopes = role === null ? (request.scopes ?? []) : await roleScopes(trx, role);
    const userId = request.userId ?? randomBytes(12).toString('hex');
    if (request.userId === undefined) await trx('users').insert({ _id: idParameter(userId) });
    else if (
      !(await trx('users')
        .where({ _id: idParameter(userId) })
        .first())
    ) {
      throw new KeyError(`There is no user ${userId}. Omit --user to create one.`);
    }
    for (const [column, ids] of [
      ['company_id', request.companies],
      ['entity_id', request.entities],
    ] as const) {
      for (const id of ids) {
        await trx('grants')
          .insert({ user_id: idParameter(userId), [column]: idParameter(id) })
          .onConflict()
          .ignore();
      }
    }
    const grants: readonly { company_id: string | null; entity_id: string | null }[] = await trx('grants')
      .where({ user_id: idParameter(userId) })
      .orderBy(['company_id', 'entity_id']);
    if (grants.length === 0) throw new KeyError('The user would see no data: name a company or an entity.');
    const secret = newSecret();
    await trx('api_keys').insert({
      user_id: idParameter(userId),
      digest: idParameter(digestOf(secret).toString('hex')),
      role,
      scopes: role === null ? scopes : null,
      expires_at: request.expiresAt ?? null,
      label: request.label ?? null,
    });
    return {
      key: `${userId}:${secret}`,
      userId,
      role,
      scopes,
      companies: grants.flatMap((grant) => grant.company_id ?? []),
      entities: grants.flatMap((grant) => grant.entity_id ?? []),
      expiresAt: request.expiresAt ?? null,
      label: request.label ?? null,
    };
  });
}

async function roleScopes(trx: Knex.Transaction, name: string): Promise<readonly string[]> {
  const roles: readonly { name: string; scopes: readonly string[] }[] = await trx('roles').orderBy('name');
  const role = roles.find((candidate) => candidate.name === name);
  if (role) return role.scopes;
  throw new KeyError(`There is no role ${name}; there are ${roles.map((candidate) => candidate.name).join(', ')}.`);
}

/** Returns all keys, oldest first. @param userId restricts the list to this user */
export async function listKeys({ knex }: Database, userId?: string): Promise<readonly ListedKey[]> {
  const query = knex('api_keys')
    .leftJoin('roles', 'roles.name', 'api_keys.role')
    .select({
      id: 'key_id',
      userId: 'user_id',
      role: 'role',
      scopes: knex.raw('coalesce(api_keys.scopes, roles.scopes)'),
      createdAt: 'created_at',
      expiresAt: 'expires_at',
      revokedAt: 'revoked_at',
      label: 'label',
      lastUsed: knex.raw('last_used::text'),
    })
    .orderBy('key_id');
  const keys: readonly Omit<ListedKey, 'grants'>[] = await (userId === undefined
    ? query
    : query.where('user_id', idParameter(userId)));
  const grants: readonly (NamedGrant & { readonly user: string })[] = await knex('grants')
    .leftJoin('companies', 'companies._id', 'grants.company_id')
    .leftJoin('entities', 'entities._id', 'grants.entity_id')
    .select({
      user: 'user_id',
      level: knex.raw(`case when grants.company_id is null then 'entity' else 'company' end`),
      id: knex.raw('coalesce(grants.company_id, grants.entity_id)'),
      name: knex.raw('coalesce(companies.name, entities.name)'),
    })
    .orderBy(['level', 'id']);
  const byUser = new Map<string, NamedGrant[]>();
  for (const { user, ...grant } of grants) byUser.set(user, [...(byUser.get(user) ?? []), grant]);
  return keys.map((key) => ({ ...key, grants: byUser.get(key.userId) ?? [] }));
}

/**
 * Revokes one key or all keys of a user. It takes effect within 5 seconds.
 * @returns the IDs of the keys revoked by this call
 */
export async function revokeKeys(
  { knex }: Database,
  which: { readonly id: number } | { readonly userId: string },
): Promise<readonly number[]> {
  const where = 'id' in which ? { key_id: which.id } : { user_id: idParameter(which.userId) };
  const rows: readonly { key_id: number }[] = await knex('api_keys')
    .where(where)
    .whereNull('revoked_at')
    .update({ revoked_at: knex.fn.now() })
    .returning('key_id');
  return rows.map((row) => row.key_id);
}
