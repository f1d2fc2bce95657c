/** Marks SQL that reads only records that its viewer may see. */
declare const visible: unique symbol;

/**
 * SQL with its parameters in place. Fragments nest. The parameters are numbered when the text is built. Names in it
 * come only from declarations.
 */
export class Sql {
  /**
   * @param strings the text around the values, one more than the values
   * @param values fragments, and parameters of any other type
   * @param isPlannedOnce see {@link plannedOnce}
   * @param unparsedFrom see {@link unparsedFrom}; null: all columns are parsed
   */
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly unknown[],
    readonly isPlannedOnce = false,
    readonly unparsedFrom: number | null = null,
  ) {}
}

/**
 * SQL that reads only records that its viewer may see. It contains the viewer's access, or selects records by keys from
 * such a statement. Requests read only with such statements. See `access.ts`.
 */
export type VisibleSql = Sql & { readonly [visible]: true };

/** A template is visible if one of its fragments is. */
type BuiltSql<Values extends readonly unknown[]> = [Extract<Values[number], VisibleSql>] extends [never]
  ? Sql
  : VisibleSql;

/**
 * Builds SQL from a template: ``sql`select ${columns} from accounts t where t.type = ${type}` ``. A fragment becomes a
 * part of the text. Any other value becomes a parameter.
 */
export function sql<const Values extends readonly unknown[]>(
  strings: TemplateStringsArray,
  ...values: Values
): BuiltSql<Values>;
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  return new Sql(strings, values);
}

/** Inserts text as SQL. Never pass input of a caller. */
export function raw(text: string | number): Sql {
  return new Sql([String(text)], []);
}

/**
 * Returns a fragment without parameters as one text. Statements that contain it are then built from fewer parts.
 * @throws Error if it has parameters
 */
export function constant(fragment: Sql): Sql {
  const { text, bindings } = numberedText(fragment);
  if (bindings.length > 0) throw new Error(`a constant fragment has no parameters, got ${bindings.length}`);
  return raw(text);
}

/** An empty fragment. */
export const NOTHING = new Sql([''], []);

/** Returns the quoted name of a table or column. */
export function identifierSql(name: string): Sql {
  return raw(identifier(name));
}

/** Returns a name in SQL quotes. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Joins fragments with a separator, such as ` and `. */
export function join<Fragment extends Sql>(
  fragments: readonly Fragment[],
  separator: string,
): BuiltSql<readonly Fragment[]>;
export function join(fragments: readonly Sql[], separator: string): Sql {
  if (fragments.length === 0) return NOTHING;
  return new Sql(['', ...fragments.slice(1).map(() => separator), ''], fragments);
}

/**
 * Marks a statement whose plan suits all bound values. PostgreSQL plans it once for each connection instead of once for
 * each execution. Planning takes as long as the statement.
 */
export function plannedOnce(statement: VisibleSql): VisibleSql;
export function plannedOnce(statement: Sql): Sql;
export function plannedOnce({ strings, values, unparsedFrom }: Sql): Sql {
  return new Sql(strings, values, true, unparsedFrom);
}

/**
 * Marks a statement whose tuples have parsed values before a column. At the index of the column they have a {@link
 * DataRow} of all values.
 * @param column its index; null: all columns are parsed
 */
export function unparsedFrom(statement: VisibleSql, column: number | null): VisibleSql;
export function unparsedFrom({ strings, values, isPlannedOnce }: Sql, column: number | null): Sql {
  return new Sql(strings, values, isPlannedOnce, column);
}

/** The text and parameters of a statement, for a driver. */
export interface StatementText {
  readonly text: string;
  readonly bindings: readonly unknown[];
}

/** The texts that begin with the same parts, by their next part: a text of SQL, or {@link PARAMETER}. */
class TextsByPart {
  /** The text without further parts. */
  text: string | undefined;
  /** Most have a single next part, and a map takes more memory. */
  #part: string | undefined;
  #next: TextsByPart | undefined;
  #others: Map<string, TextsByPart> | undefined;

  after(part: string): TextsByPart {
    if (part === this.#part && this.#next) return this.#next;
    const known = this.#others?.get(part);
    if (known) return known;
    const next = new TextsByPart();
    if (this.#next) (this.#others ??= new Map<string, TextsByPart>()).set(part, next);
    else [this.#part, this.#next] = [part, next];
    return next;
  }
}

/** Stands for a parameter. No text of SQL is equal. */
const PARAMETER = '\0';

/** The maximum number of characters in cached texts. With their parts they take at most some 6 MB. */
const MAX_CHARACTERS = 500_000;
let texts = new TextsByPart();
let characters = 0;

/**
 * Returns the text with numbered parameters for PostgreSQL: `$1`. The same text is the same string: the drivers look up
 * statements by their text, and a new string of some kilobytes would first be concatenated, hashed and compared.
 */
export function numberedText(statement: Sql): StatementText {
  const bindings: unknown[] = [];
  let found = texts;
  const append = ({ strings, values }: Sql): void => {
    for (let index = 0; index < strings.length; index += 1) {
      const part = strings[index] ?? '';
      if (part !== '') found = found.after(part);
      if (index >= values.length) continue;
      const value = values[index];
      if (value instanceof Sql) {
        append(value);
        continue;
      }
      found = found.after(PARAMETER);
      bindings.push(value);
    }
  };
  append(statement);
  if (found.text === undefined) {
    found.text = textOf(statement, (number) => `$${number}`).text;
    characters += found.text.length;
    if (characters > MAX_CHARACTERS) {
      texts = new TextsByPart();
      characters = 0;
    }
  }
  return { text: found.text, bindings };
}

/** Returns the text with parameters for Knex's `raw`: `?`. */
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

/**
 * Declares that SQL reads only records that its viewer may see. Only `src/data`, which adds the access, may call it.
 */
export function asVisible(fragment: Sql): VisibleSql;
export function asVisible(fragment: Sql): Sql {
  return fragment;
}

/**
 * Returns the condition that a column has one of some values. One value becomes an equality: PostgreSQL finds a row in
 * half the time that a list of one value takes.
 */
export function equalsAny(column: Sql, values: readonly string[]): Sql {
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values})`;
}

/** Returns an identifier as a parameter of type bytea, for both engines. */
export function idParameter(hex: string): string {
  return `\\x${hex}`;
}
