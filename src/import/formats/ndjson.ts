import { quoted } from '../../errors/suggest.js';
import { importFields } from '../fields.js';
import { IMPORT_NAMES } from '../importNames.js';
import type { SourceRow } from '../sourceRow.js';
import { csvAdvice, isRecord, parseJson } from './jsonHead.js';
import { type Line, MAX_LINE, splitLines, withoutReturn } from './lines.js';

const MAX_DEPTH = 5;

/** Reads one JSON object per line. Skips blank lines. Nested objects become dotted paths. */
export async function* ndjsonRows(texts: AsyncIterable<string>): AsyncGenerator<readonly SourceRow[]> {
  let count = 0;
  for await (const lines of splitLines(texts)) {
    const rows: SourceRow[] = [];
    for (const line of lines) {
      count += 1;
      const row = rowOf(count, line);
      if (row) rows.push(row);
    }
    if (rows.length > 0) yield rows;
  }
}

function rowOf(line: number, text: Line): SourceRow | null {
  if (text === null) return bad(line, `is longer than ${MAX_LINE} characters`);
  if (text.trim() === '') return null;
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record !== 'object' || record === null || Array.isArray(record))
      throw new Error('it is an array or a single value');
    const [names, values]: [string[], unknown[]] = [[], []];
    flatten(record, '', names, values, 0);
    return { line, names, values };
  } catch (error) {
    return {
      ...bad(line, `is not a JSON object: ${error instanceof Error ? error.message : ''}`),
      text: withoutReturn(text),
    };
  }
}

function bad(line: number, problem: string): SourceRow {
  return { line, names: [], values: [], problem };
}

function flatten(object: object, prefix: string, names: string[], values: unknown[], depth: number): void {
  if (depth > MAX_DEPTH) throw new Error(`it nests deeper than ${MAX_DEPTH} levels`);
  const fieldValues: readonly unknown[] = Object.values(object);
  for (const [index, name] of Object.keys(object).entries()) {
    const value = fieldValues[index];
    const path = prefix === '' ? name : prefix + name;
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
      flatten(value, `${path}.`, names, values, depth + 1);
    } else {
      names.push(path);
      values.push(value);
    }
  }
}

/** Fields that a message names. */
const MAX_NAMED = 6;

/**
 * Refuses NDJSON if no resource has the fields of its objects.
 * @param head the beginning of the file
 * @throws Error that begins with "the file", names the fields and shows how to convert the file
 */
export function refuseForeignFields(head: string): void {
  const line = head
    .replace(/^\uFEFF/, '')
    .split('\n')
    .find((text) => text.trim() !== '');
  const object = parseJson(line ?? '');
  if (typeof object !== 'object' || object === null || isRecord(object)) return;
  const names = Object.keys(object);
  const haveFields = (columns: readonly string[]): boolean =>
    names.every((name) => columns.some((column) => column === name || column.startsWith(`${name}.`)));
  if (
    names.length === 0 ||
    IMPORT_NAMES.some((name) => haveFields(importFields(name).columns.map((column) => column.path)))
  )
    return;
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  throw new Error(
    `the file is NDJSON, but its fields (${names.slice(0, MAX_NAMED).map(quoted).join(', ')}${more}) do not match any resource; ${csvAdvice(object)}`,
  );
}
