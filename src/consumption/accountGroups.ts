import { databaseFailure } from '../db/failure.js';
import { raw, sql, type VisibleSql } from '../db/sql.js';
import { invalidParameters } from '../errors/appError.js';
import type { ConsumptionRequest } from './context.js';
import type { Target } from './query.js';
import { accountsOfTargets } from './scope.js';

/** The values that can group accounts in a table of figures, in addition to records. */
export type GroupedBy = 'company' | 'type' | 'tag';

/** A group of accounts: a company, a utility type, or a tag. */
export interface AccountGroup {
  /** An identifier of 24 digits, or the name of a type or tag. */
  readonly id: string;
  readonly name: string | null;
}

/** The maximum number of listed groups. */
const MAX_GROUPS = 10_000;

/**
 * Reads the groups that have visible accounts, in any order. Virtual accounts are excluded, as in every figure of
 * several accounts.
 * @param target restricts the accounts
 * @param filter utility types and tags; null: all. If tags group the accounts, only these tags are groups
 * @throws AppError invalid-parameter for more than 10,000 groups; query-timeout or database-unavailable
 */
export async function readAccountGroups(
  { queryable, caller, ...visible }: ConsumptionRequest,
  by: GroupedBy,
  target: Target,
  filter: { readonly types: readonly string[] | null; readonly tags: readonly string[] | null },
): Promise<readonly AccountGroup[]> {
  const { from, where } = accountsOfTargets(visible, [target], filter);
  const accounts = sql`${from} join accounts t on ${where}`;
  const limit = raw(MAX_GROUPS + 1);
  const tags = filter.tags === null ? sql`true` : sql`g.tag = any(${[...filter.tags]}::text[])`;
  const statements: Readonly<Record<GroupedBy, VisibleSql>> = {
    company: sql`select c._id as id, c.name from companies c where c._id = any(array(select distinct t.company_id from ${accounts})) limit ${limit}`,
    type: sql`select distinct t.type as id, t.type as name from ${accounts} limit ${limit}`,
    tag: sql`select distinct g.tag as id, g.tag as name from ${accounts} cross join lateral unnest(t.tags) g(tag) where ${tags} limit ${limit}`,
  };
  const groups = await queryable.rows<AccountGroup>(statements[by], caller).catch((error: unknown) => {
    throw databaseFailure(error, 'Select fewer accounts.');
  });
  // A grant of an entity includes its company's identifier, but not its name.
  const { companies } = visible.access;
  const visibleNames =
    by === 'company' ? groups.map((one) => (companies.includes(one.id) ? one : { ...one, name: null })) : groups;
  if (groups.length <= MAX_GROUPS) return visibleNames;
  const message = `by=${by} has more than ${MAX_GROUPS} rows for each period: select fewer accounts.`;
  throw invalidParameters([{ parameter: 'by', message }]);
}
