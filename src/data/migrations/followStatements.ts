import type { Knex } from 'knex';

/** What a trigger sees of the rows that a statement changes: as they were, `gone`, and as they are, `come`. */
const ROWS = {
  insert: 'referencing new table as come',
  delete: 'referencing old table as gone',
  update: 'referencing new table as come old table as gone',
  truncate: '',
} as const;

/**
 * Has a function of plpgsql run after each statement that changes a table, with its rows as the tables `come` and `gone`.
 * @param prefix of the triggers' names, which end with the operation
 */
export async function followStatements(
  knex: Knex,
  table: string,
  prefix: string,
  name: string,
  operations: readonly (keyof typeof ROWS)[] = ['insert', 'delete', 'update', 'truncate'],
): Promise<void> {
  for (const operation of operations) {
    await knex.raw(`
      create trigger ${prefix}_${operation} after ${operation} on ${table} ${ROWS[operation]}
      for each statement execute function ${name}()`);
  }
}
