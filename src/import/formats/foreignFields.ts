import { quoted } from '../../errors/suggest.js';
import { importFields } from '../fields.js';
import { IMPORT_NAMES } from '../importNames.js';
import { csvAdvice, isRecord, parseJson } from './jsonHead.js';

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
