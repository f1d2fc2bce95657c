import type { Column } from './resource.js';
import { identifier } from './sql.js';

/** A member of a JSON object that the database writes of a record. */
export interface JsonMember {
  /** A name of GraphQL, as the answer has it: letters, digits and `_`. */
  readonly name: string;
  /** Where its value comes from: a column, members of an object of its own, or always the same name. */
  readonly value: Column | readonly JsonMember[] | string;
}

/** PostgreSQL's functions have 100 arguments at most. */
const ARGUMENTS = 100;

/**
 * The SQL of a record as the text of a JSON object, of a table `d` whose columns are named by their paths. It is written as
 * JSON.stringify writes it, but for numbers ({@link asJavaScript}). It is put together of texts, as `row_to_json` takes twice
 * the time, and keeps the type of each selection that it was ever asked for as long as the connection lasts.
 */
export function jsonSql(members: readonly JsonMember[]): string {
  const texts: string[] = [];
  let literal = '';
  for (const part of partsOf(members)) {
    if (part.isSql) {
      texts.push(`'${literal}'`, part.text);
      literal = '';
    } else literal += part.text;
  }
  texts.push(`'${literal}'`);
  const chunks: string[] = [];
  for (let at = 0; at < texts.length; at += ARGUMENTS) {
    chunks.push(`concat(${texts.slice(at, at + ARGUMENTS).join(', ')})`);
  }
  return chunks.join(' || ');
}

/** What a JSON object is made of: text as it stands, and SQL that gives text. */
interface Part {
  readonly isSql: boolean;
  readonly text: string;
}

function* partsOf(members: readonly JsonMember[]): Generator<Part> {
  yield { isSql: false, text: '{' };
  for (const [index, { name, value }] of members.entries()) {
    yield { isSql: false, text: `${index === 0 ? '' : ','}"${name}":` };
    if (typeof value === 'string') yield { isSql: false, text: `"${value}"` };
    else if (isMembers(value)) yield* partsOf(value);
    else yield { isSql: true, text: `coalesce(${valueSql(value)}, 'null')` };
  }
  yield { isSql: false, text: '}' };
}

/** `to_json` takes as long as the rest of a value; what has nothing to escape goes without. */
function valueSql({ path, kind }: Column): string {
  const name = `d.${identifier(path)}`;
  switch (kind) {
    case 'id':
      return `'"' || encode(${name}, 'hex') || '"'`;
    case 'timestamp':
      return `'"' || to_char(${name}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`;
    case 'boolean':
      return `${name}::text`;
    default:
      return `to_json(${name})::text`;
  }
}

function isMembers(value: Column | readonly JsonMember[]): value is readonly JsonMember[] {
  return Array.isArray(value);
}

/** Whether any member, at any depth, is a number. */
export function hasNumber(members: readonly JsonMember[]): boolean {
  return members.some(({ value }) => {
    if (typeof value === 'string') return false;
    return isMembers(value) ? hasNumber(value) : value.kind === 'number';
  });
}

/** What may be a number that JavaScript writes otherwise than PostgreSQL: `1e-07`, `1e+15`, `-0`. */
const OTHERWISE = /\d[eE][-+]\d|:-0[,}]/;

/** A JSON object with its numbers as JavaScript writes them; nearly all are the same. */
export function asJavaScript(text: string): string {
  return OTHERWISE.test(text) ? JSON.stringify(JSON.parse(text)) : text;
}
