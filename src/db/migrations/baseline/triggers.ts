/** The transition tables of a trigger: the rows before the change, `gone`, and after it, `come`. */
const ROWS = {
  insert: 'referencing new table as come',
  delete: 'referencing old table as gone',
  update: 'referencing new table as come old table as gone',
  truncate: '',
} as const;

type Operation = keyof typeof ROWS;

/**
 * Returns statements that call a function after each statement that changes a table. The function reads the changed
 * rows from the tables `come` and `gone`.
 * @param prefix of the names of the triggers, which end with the operation
 */
export function triggersAfter(
  table: string,
  prefix: string,
  name: string,
  operations: readonly Operation[] = ['insert', 'delete', 'update', 'truncate'],
): readonly string[] {
  return operations.map(
    (operation) => `
      create trigger ${prefix}_${operation} after ${operation} on ${table} ${ROWS[operation]}
      for each statement execute function ${name}()`,
  );
}

/** Returns a statement that makes changes of a table raise the version of the data (versions.ts). */
export function notesChanges(table: string, changes = 'insert or update or delete or truncate'): string {
  return `
    create trigger ${table}_changed after ${changes} on ${table}
    for each statement execute function note_change()`;
}

/** Returns a statement that makes a table reject changes by older versions of the program (versions.ts). */
export function refusesOlderVersions(table: string): string {
  return `
    create or replace trigger ${table}_guarded before insert or update or delete or truncate on ${table}
    for each statement execute function refuse_older_version()`;
}

/** Returns a statement that lets every role with the right to insert into `data_changes` execute a function. */
export function allowsExecution(signature: string): string {
  return `
    do $$ declare granted record; begin
      for granted in select g.grantee::regrole as role from pg_class c, aclexplode(c.relacl) g
        where c.oid = 'data_changes'::regclass and g.privilege_type = 'INSERT' and g.grantee not in (0, c.relowner)
      loop execute format('grant execute on function ${signature} to %s', granted.role); end loop;
    end $$`;
}

/**
 * Returns a statement that grants a further privilege to the roles with a privilege on a table.
 * @param has the privilege that a role has on `table`
 * @param gets the privilege that it gets on `on`
 */
export function alsoGrants(table: string, has: string, gets: string, on: string): string {
  return `
    do $$ declare granted record; begin
      for granted in select g.grantee::regrole as role from pg_class c, aclexplode(c.relacl) g
        where c.oid = '${table}'::regclass and g.privilege_type = upper('${has}') and g.grantee not in (0, c.relowner)
      loop execute format('grant ${gets} on ${on} to %s', granted.role); end loop;
    end $$`;
}
