import type { Column } from './resource.js';
import { identifier } from './sql.js';

/** A member of a JSON object that the database writes of a record. */
export interface JsonMember {
  /** As the answer names it; no longer than PostgreSQL lets a name be. */
  readonly name: string;
  /** Where its value comes from: a column, members of an object of its own, or always the same text. */
  readonly value: Column | readonly JsonMember[] | string;
}

/** Bytes of the longest name that PostgreSQL does not cut (NAMEDATALEN − 1). */
export const LONGEST_NAME = 63;

/**
 * The SQL of a record as the text of a JSON object, of a table `d` whose columns are named by their paths. It is written as
 * JSON.stringify writes it, but for numbers ({@link asJavaScript}).
 */
export function jsonSql(members: readonly JsonMember[]): string {
  return `(select row_to_json(j)::text from (select ${listOf(members)}) j)`;
}

function listOf(members: readonly JsonMember[]): string {
  return members.map(({ name, value }) => `${valueSql(value)} as ${identifier(name)}`).join(', ');
}

function valueSql(value: JsonMember['value']): string {
  if (typeof value === 'string') return `text '${value}'`;
  if (isMembers(value)) return `(select row_to_json(j) from (select ${listOf(value)}) j)`;
  const name = `d.${identifier(value.path)}`;
  switch (value.kind) {
    case 'id':
      return `encode(${name}, 'hex')`;
    case 'timestamp':
      return `to_char(${name}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    default:
      return name;
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
