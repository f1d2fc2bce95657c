import { bytesOf } from '../values/bytes.js';
import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  type GraphQLLeafType,
  GraphQLString,
  isSpecifiedScalarType,
} from 'graphql';

/** JSON text: whole, or in parts where it is long, or some of it is to be written yet. */
export type Json = string | readonly Part[];

/** A part of JSON text, as a string or in UTF-8, or what writes it. */
export type Part = string | Buffer | Later;

/** JSON text with placeholders for what is still to come. */
export type Draft = string | readonly DraftPart[];
type DraftPart = Part | Placeholder | Repeat;

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

/**
 * Stands for a value that is still to come. What is around it is written meanwhile, and needs no promise of its own.
 */
export class Placeholder {
  /** Undefined as long as any of it is to come. */
  text: Json | undefined;
  readonly #draft: Promise<Draft>;
  #written: Promise<Json> | undefined;

  /**
   * @param text is never rejected
   * @param ifNull what is written where the value is null
   */
  constructor(
    text: Promise<Draft | null>,
    readonly ifNull: string,
  ) {
    this.#draft = text.then((found) => {
      const draft = found ?? ifNull;
      if (typeof draft === 'string') this.text = draft;
      return draft;
    });
  }

  /** The text, once all of it is there. */
  written(): Promise<Json> {
    return (this.#written ??= this.#draft.then(filled).then((text) => (this.text = text)));
  }
}

/** Stands for a value that is written at another place, too. */
export class Repeat {
  readonly #other: Placeholder;
  readonly #isSame: () => boolean;
  readonly #write: () => Text;

  /**
   * @param isSame whether the other place's text serves; asked once it is there
   * @param write writes the value for this place
   */
  constructor(other: Placeholder, isSame: () => boolean, write: () => Text) {
    this.#other = other;
    this.#isSame = isSame;
    this.#write = write;
  }

  /** Undefined as long as any of it is to come. */
  get text(): Json | undefined {
    return this.#isSame() ? this.#other.text : undefined;
  }

  /** The text, once all of it is there. */
  async written(): Promise<Json> {
    const text = await this.#other.written();
    return this.#isSame() ? text : filled((await this.#write()) ?? this.#other.ifNull);
  }
}

/** A text with a placeholder where it is to come. */
export function deferred(text: Text, ifNull: string): Draft | null {
  return isPromise(text) ? [new Placeholder(text, ifNull)] : text;
}

/** The text of a draft, once all of it is there. */
export async function filled(draft: Draft): Promise<Json> {
  if (typeof draft === 'string') return draft;
  const texts: Json[] = [];
  for (const part of draft) {
    if (part instanceof Placeholder || part instanceof Repeat) texts.push(part.text ?? (await part.written()));
    else texts.push(typeof part === 'string' ? part : [part]);
  }
  return concatenated(texts, '', LONG_LIST);
}

/** Texts one after the other: one text where each of them is, and they are not too long. */
export function concatenated(texts: readonly Json[], separator?: string, longest?: number): Json;
export function concatenated(texts: readonly Draft[], separator?: string, longest?: number): Draft;
export function concatenated(texts: readonly Draft[], separator = '', longest = Infinity): Draft {
  const whole: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (typeof text !== 'string') break;
    whole.push(text);
    characters += text.length;
  }
  if (whole.length === texts.length && characters < longest) return whole.join(separator);
  const parts: DraftPart[] = [];
  const add = (part: DraftPart): void => {
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
export function writtenList(items: readonly Draft[], { open, separator, end, close }: Marks): Draft {
  const list = concatenated(items, separator, LONG_LIST);
  return concatenated([open, list, items.length > 0 ? end : '', close], '', LONG_LIST);
}

/** A list whose items are written later. */
export function laterList(write: Later['write'], marks: Marks): Json {
  return [marks.open, { marks, write }, marks.close];
}

/** How much is written, about: the characters of strings, and the bytes of others. */
export function charactersOf(json: Draft): number {
  if (typeof json === 'string') return json.length;
  return json.reduce((sum, part) => sum + (isWritten(part) ? part.length : 0), 0);
}

/** Whether any of it is to be written yet. */
export function isToCome(json: Json): boolean {
  return typeof json !== 'string' && !json.every(isWritten);
}

/** Whether a part is text already. */
export function isWritten(part: DraftPart): part is string | Buffer {
  return typeof part === 'string' || Buffer.isBuffer(part);
}

/**
 * The body of an answer: bytes where all of it is written in parts, so that what is long is copied once and never is one string; else
 * pieces that are written when they are asked for.
 */
export function bodyOf(json: Json): string | Buffer | AsyncGenerator<string | Buffer> {
  if (typeof json === 'string') return json;
  const written = json.filter(isWritten);
  return written.length === json.length ? bytesOf(written) : piecesOf(json);
}

/** Its text in pieces of about 64 KiB, in UTF-8 where any of it is, each written when it is asked for. */
export async function* piecesOf(json: Json): AsyncGenerator<string | Buffer> {
  let texts: (string | Buffer)[] = [];
  let length = 0;
  for await (const text of textsOf(json)) {
    texts.push(text);
    length += text.length;
    if (length < PIECE) continue;
    yield pieceOf(texts);
    texts = [];
    length = 0;
  }
  yield pieceOf(texts);
}

function pieceOf(texts: readonly (string | Buffer)[]): string | Buffer {
  return texts.some((text) => typeof text !== 'string') ? bytesOf(texts) : texts.join('');
}

async function* textsOf(json: Json): AsyncGenerator<string | Buffer> {
  for (const part of typeof json === 'string' ? [json] : json) {
    if (isWritten(part)) {
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

/** JSON text of a value; null where the value is null; a promise where it is still to come. */
export type Text = Draft | null | Promise<Draft | null>;

/** What JSON writes otherwise than it stands: control characters, the quotation mark, the backslash, halves of pairs. */
const SPECIAL = /[^\u0020\u0021\u0023-\u005b\u005d-\ud7ff\ue000-\uffff]/;

/** A text as JSON writes it. Most are written as they are, which is quicker found out than done. */
function quoted(text: string): string {
  return SPECIAL.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Whether something is a promise, as graphql-js decides it. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Texts in which null stands for a value that is null, as JSON has it. Returns a promise if any text is one. */
export function written(texts: readonly Text[]): readonly Draft[] | Promise<readonly Draft[]> {
  const there: Draft[] = [];
  for (const text of texts) {
    if (isPromise(text)) return settled(texts).then((all) => all.map((one) => one ?? 'null'));
    there.push(text ?? 'null');
  }
  return there;
}

/** The same joined. */
export function joined(texts: readonly Text[], separator = ''): Draft | Promise<Draft> {
  const there = written(texts);
  return isPromise(there) ? there.then((all) => concatenated(all, separator)) : concatenated(there, separator);
}

/** All of them, once none is to come; rejects as the first that does. */
export function settled(pieces: readonly Text[]): Promise<readonly (Draft | null)[]> {
  const [first, ...others] = pieces.flatMap((piece) => (isPromise(piece) ? [piece] : []));
  // Most objects have one link, whose promise serves as well as that of all.
  if (first && others.length === 0)
    return first.then((text) => pieces.map((piece) => (isPromise(piece) ? text : piece)));
  return Promise.all(pieces.map((piece) => Promise.resolve(piece)));
}

/** Waits for all that is to come in texts; rejects as the first that does. */
export async function ended(texts: readonly Text[]): Promise<void> {
  await filled(await joined(texts));
}

/** What there is in portions, the last of which may be smaller. */
export function* inPortions<T>(items: Iterable<T>, size: number): Generator<readonly T[]> {
  if (Array.isArray(items) && items.length <= size) {
    yield items as readonly T[];
    return;
  }
  let portion: T[] = [];
  for (const item of items) {
    portion.push(item);
    if (portion.length < size) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

/** Of objects that scalars gave, which may be the same in many rows. */
const texts = new WeakMap<object, string>();

function textOf(value: object): string {
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}

/** A value of a scalar or enum as JSON has it, which is not null. */
export type LeafJson = string | number | boolean | object;

/**
 * Returns how the values of a scalar or enum become JSON values: by `serialize` of graphql-js. The built-in types leave values of
 * their own JavaScript type as they are, without a call.
 * @returns throws what `serialize` throws, and an Error where it gives null, in the words of graphql-js
 */
export function leafSerializer(type: GraphQLLeafType): (value: unknown) => LeafJson {
  const serialize = (value: unknown): LeafJson => {
    const json: unknown = type.serialize(value);
    if (typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean') return json;
    if (typeof json === 'object' && json !== null) return json;
    const call = `${type.name}.serialize(${JSON.stringify(value)})`;
    throw new Error(`Expected \`${call}\` to return non-nullable value, returned: ${String(json)}`);
  };
  if (!isSpecifiedScalarType(type)) return serialize;
  switch (type.name) {
    case GraphQLID.name:
    case GraphQLString.name:
      return (value) => (typeof value === 'string' ? value : serialize(value));
    case GraphQLFloat.name:
      return (value) => (typeof value === 'number' && Number.isFinite(value) ? value : serialize(value));
    case GraphQLBoolean.name:
      return (value) => (typeof value === 'boolean' ? value : serialize(value));
    default:
      return serialize;
  }
}

/** Writes a value that is not null, nor undefined. */
export type WriteLeaf = (value: unknown) => string;

/** Returns how the values of a scalar or enum are written as JSON; throws as {@link leafSerializer} does. */
export function leafWriter(type: GraphQLLeafType): WriteLeaf {
  const serialize = leafSerializer(type);
  return (value) => {
    const json = serialize(value);
    if (typeof json === 'string') return quoted(json);
    return typeof json === 'object' ? textOf(json) : JSON.stringify(json);
  };
}
