import { quoted } from '../errors/suggest.js';
import type { Parsed } from './scalars.js';

export const OBJECT_ID = /^[0-9a-fA-F]{24}$/;

/** Whether a text has the ObjectId form: 24 hexadecimal digits (contract 1, rule 5). */
export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}

/** Reads an identifier; the value is in lower case. */
export function parseObjectId(text: string): Parsed<string> {
  if (!isObjectId(text)) return { problem: `must be an identifier of 24 hexadecimal digits, got ${quoted(text)}` };
  return { value: text.toLowerCase() };
}
