import { quoted } from '../errors/suggest.js';
import { parseObjectId } from './objectId.js';
import { parseBoolean, parseChoice, type Parsed, parseNumber, parseText } from './scalars.js';
import { parseTimestamp } from './timestamp.js';

/** What a field holds; `records` is a list of objects, which no single text can be. */
export type ValueKind = 'id' | 'text' | 'number' | 'boolean' | 'timestamp' | 'choice' | 'records';

export type Value = string | number | boolean;

/**
 * Reads a text as a value of a kind; the one strict reader that query parameters, GraphQL filters and imports share.
 * @param choices the closed list of a `choice`
 */
export function parseValue(kind: ValueKind, text: string, choices: readonly string[] = []): Parsed<Value> {
  switch (kind) {
    case 'id':
      return parseObjectId(text);
    case 'timestamp':
      return parseTimestamp(text);
    case 'number':
      return parseNumber(text);
    case 'boolean':
      return parseBoolean(text);
    case 'choice':
      return parseChoice(text, choices);
    case 'text':
      return parseText(text);
    case 'records':
      return { problem: `must be a list of objects, got ${quoted(text)}` };
  }
}
