import { bytesOf } from '../../values/bytes.js';

/** JSON text: whole, or in parts where it is long, or some of it is to be written yet. */
export type Json = string | readonly Part[];

/** A part of JSON text, or what writes it. */
export type Part = string | Later;

/** Items of a list that are written when they are asked for. */
export interface Later {
  readonly marks: Marks;
  /** Texts of one item or several. */
  readonly write: () => AsyncGenerator<Json>;
}

/** What is written around a list, between its items, and behind the last. */
export interface Marks {
  readonly open: string;
  readonly separator: string;
  readonly end: string;
  readonly close: string;
}

/** A list of JSON. */
export const ARRAY: Marks = { open: '[', separator: ',', end: '', close: ']' };

/** Characters of a piece, about. */
const PIECE = 65_536;
/** Characters of a list from which on it stays in parts: V8 keeps a longer string by itself, which costs as much as writing it. */
const LONG_LIST = 65_536;
/** Characters of parts that are put together. */
const SHORT = 1_024;

/** Texts one after the other: one text where each of them is, and they are not too long. */
export function concatenated(texts: readonly Json[], separator = '', longest = Infinity): Json {
  const whole: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (typeof text !== 'string') break;
    whole.push(text);
    characters += text.length;
  }
  if (whole.length === texts.length && characters < longest) return whole.join(separator);
  const parts: Part[] = [];
  const add = (part: Part): void => {
    const last = parts.at(-1);
    const isShort = typeof part === 'string' && part.length < SHORT && typeof last === 'string' && last.length < SHORT;
    if (isShort) parts[parts.length - 1] = last + part;
    else if (part !== '') parts.push(part);
  };
  for (const [index, text] of texts.entries()) {
    if (index > 0) add(separator);
    if (typeof text === 'string') add(text);
    else for (const part of text) add(part);
  }
  return parts;
}

/** A list of items that are written. */
export function writtenList(items: readonly Json[], { open, separator, end, close }: Marks): Json {
  const list = concatenated(items, separator, LONG_LIST);
  return concatenated([open, list, items.length > 0 ? end : '', close], '', LONG_LIST);
}

/** A list whose items are written later. */
export function laterList(write: Later['write'], marks: Marks): Json {
  return [marks.open, { marks, write }, marks.close];
}

/** The characters that are written. */
export function charactersOf(json: Json): number {
  if (typeof json === 'string') return json.length;
  return json.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0);
}

/** Whether any of it is to be written yet. */
export function isToCome(json: Json): boolean {
  return typeof json !== 'string' && json.some((part) => typeof part !== 'string');
}

/**
 * The body of an answer: bytes where all of it is written in parts, so that what is long is copied once and never is one string; else
 * pieces that are written when they are asked for.
 */
export function bodyOf(json: Json): string | Buffer | AsyncGenerator<string> {
  if (typeof json === 'string') return json;
  const written = json.flatMap((part) => (typeof part === 'string' ? part : []));
  return written.length === json.length ? bytesOf(written) : piecesOf(json);
}

/** Its text in pieces of about 64 KiB, each written when it is asked for. */
export async function* piecesOf(json: Json): AsyncGenerator<string> {
  let piece = '';
  for await (const text of textsOf(json)) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

async function* textsOf(json: Json): AsyncGenerator<string> {
  for (const part of typeof json === 'string' ? [json] : json) {
    if (typeof part === 'string') {
      yield part;
      continue;
    }
    const { separator, end } = part.marks;
    let isFirst = true;
    for await (const some of part.write()) {
      if (!isFirst) yield separator;
      isFirst = false;
      yield* textsOf(some);
    }
    if (!isFirst) yield end;
  }
}
