/** Marks SQL that reads nothing but what its viewer may see. */
declare const visible: unique symbol;

/**
 * SQL with its parameters in their places. Fragments nest; parameters are numbered when the text is made.
 * Names in it come from declarations only.
 */
export class Sql {
  /**
   * @param strings the text around the values, one more than these
   * @param values fragments, and parameters of any other kind
   * @param isPlannedOnce see {@link plannedOnce}
   * @param unparsedFrom see {@link unparsedFrom}; null: all columns are parsed
   * @param sharedColumns see {@link sharedColumns}
   */
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly unknown[],
    readonly isPlannedOnce = false,
    readonly unparsedFrom: number | null = null,
    readonly sharedColumns = 0,
  ) {}
}

/**
 * SQL that reads only what its viewer may see: it has the viewer's access in it, or names records by keys that such a
 * statement found. Requests read by no other. See `access.ts`.
 */
export type VisibleSql = Sql & { readonly [visible]: true };

/** A template is visible where a fragment of it is. */
type Made<Values extends readonly unknown[]> = [Extract<Values[number], VisibleSql>] extends [never] ? Sql : VisibleSql;

/**
 * A template of SQL: ``sql`select ${columns} from accounts t where t.type = ${type}` ``. A value that is a fragment becomes a part of the
 * text, any other a parameter.
 */
export function sql<const Values extends readonly unknown[]>(
  strings: TemplateStringsArray,
  ...values: Values
): Made<Values>;
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  return new Sql(strings, values);
}

/** Text that is SQL as it stands: never what a caller has sent. */
export function raw(text: string | number): Sql {
  return new Sql([String(text)], []);
}

/** No text. */
export const NOTHING = new Sql([''], []);

/** A name of a table or column, quoted. */
export function identifierSql(name: string): Sql {
  return raw(identifier(name));
}

/** A name as SQL writes it. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Joins fragments with a separator, such as ` and `. */
export function join<Fragment extends Sql>(
  fragments: readonly Fragment[],
  separator: string,
): Made<readonly Fragment[]>;
export function join(fragments: readonly Sql[], separator: string): Sql {
  if (fragments.length === 0) return NOTHING;
  return new Sql(['', ...fragments.slice(1).map(() => separator), ''], fragments);
}

/**
 * Marks a statement whose plan suits all bound values. PostgreSQL plans it once for each connection instead of once for each execution:
 * the planning takes as long as the statement.
 */
export function plannedOnce(statement: VisibleSql): VisibleSql;
export function plannedOnce(statement: Sql): Sql;
export function plannedOnce({ strings, values, unparsedFrom, sharedColumns }: Sql): Sql {
  return new Sql(strings, values, true, unparsedFrom, sharedColumns);
}

/**
 * Marks a statement whose tuples have parsed values before a column and, at this column's index, a {@link DataRow} of all values.
 * @param column its index; null: all columns are parsed
 */
export function unparsedFrom(statement: VisibleSql, column: number | null): VisibleSql;
export function unparsedFrom({ strings, values, isPlannedOnce, sharedColumns }: Sql, column: number | null): Sql {
  return new Sql(strings, values, isPlannedOnce, column, sharedColumns);
}

/**
 * A statement whose first columns have the same values in all rows, such as the total of a page. Drivers may parse them of the
 * first row only, and give null in the others.
 * @param count how many columns
 */
export function sharedColumns(statement: VisibleSql, count: number): VisibleSql;
export function sharedColumns({ strings, values, isPlannedOnce, unparsedFrom: from }: Sql, count: number): Sql {
  return new Sql(strings, values, isPlannedOnce, from, count);
}

/** A statement as a driver takes it. */
export interface StatementText {
  readonly text: string;
  readonly bindings: readonly unknown[];
}

/** The text with its parameters numbered, `$1`, as PostgreSQL has them. */
export function numberedText(statement: Sql): StatementText {
  return textOf(statement, (number) => `$${number}`);
}

/** The text with its parameters written `?`, as Knex's `raw` has them. */
export function knexText(statement: Sql): StatementText {
  return textOf(statement, () => '?');
}

function textOf(statement: Sql, placeholder: (number: number) => string): StatementText {
  const bindings: unknown[] = [];
  let text = '';
  const append = ({ strings, values }: Sql): void => {
    for (let index = 0; index < strings.length; index += 1) {
      text += strings[index] ?? '';
      if (index >= values.length) continue;
      const value = values[index];
      if (value instanceof Sql) append(value);
      else text += placeholder(bindings.push(value));
    }
  };
  append(statement);
  return { text, bindings };
}

/** Declares that SQL reads only what its viewer may see; for this folder, which adds the access. */
export function asVisible(fragment: Sql): VisibleSql;
export function asVisible(fragment: Sql): Sql {
  return fragment;
}

/** An identifier as both engines take it as a parameter of type bytea. */
export function idParameter(hex: string): string {
  return `\\x${hex}`;
}
