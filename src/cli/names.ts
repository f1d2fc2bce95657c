import type { Database } from '../db/database.js';
import { findByName, type NamedKind } from '../data/findByName.js';
import { CommandError } from './output.js';

/**
 * Returns the identifier of a record that the command line names by its identifier, its name, or a meter number.
 * @throws CommandError that lists the nearest records if no record has that name, or several have it
 */
export async function idOfName({ knex }: Pick<Database, 'knex'>, kind: NamedKind, text: string): Promise<string> {
  const match = await findByName(knex, kind, text);
  if ('id' in match) return match.id;
  throw new CommandError(`${match.problem.charAt(0).toUpperCase()}${match.problem.slice(1)}.`, 2);
}

/** Does the same for several names, and returns each identifier once. */
export async function idsOfNames(
  database: Pick<Database, 'knex'>,
  kind: NamedKind,
  texts: readonly string[],
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const text of texts) ids.add(await idOfName(database, kind, text));
  return [...ids];
}
