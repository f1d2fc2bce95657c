import { bytesOf } from '../values/bytes.js';
import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  type GraphQLLeafType,
  GraphQLString,
  isSpecifiedScalarType,
} from 'graphql';

/** JSON text: a string, or parts if it is long or partly unwritten. */
export type Json = string | readonly Part[];

/** A part of JSON text: a string, UTF-8 bytes, or a writer. */
export type Part = string | Buffer | DeferredList;

/** JSON text with placeholders for pending values. */
export type Draft = string | readonly DraftPart[];
type DraftPart = Part | Placeholder | Repeat;

/** Items of a list that are written on demand. */
export interface DeferredList {
  readonly delimiters: Delimiters;
  /** Yields texts of one or several items. */
  readonly write: () => AsyncGenerator<Json>;
}

/** The texts around a list, between its items, and after the last item. */
export interface Delimiters {
  readonly open: string;
  readonly separator: string;
  readonly end: string;
  readonly close: string;
}

/** The delimiters of a JSON array. */
export const ARRAY: Delimiters = { open: '[', separator: ',', end: '', close: ']' };

/** The size of a chunk in characters, roughly. */
const CHUNK_LENGTH = 65_536;
/** A list of this many characters stays in parts. V8 would flatten a longer string, which costs as much as writing it. */
const LONG_LIST = 65_536;
/** A part of a body with this many characters is written without a copy. */
const LONG_PART = 16_384;
/** Parts of up to this many characters are joined. */
const SHORT = 1_024;

/** Stands for a pending value. The text around it is written meanwhile, without further promises. */
export class Placeholder {
  /** The text of the value; undefined while it is pending. */
  text: Json | undefined;
  readonly #draft: Promise<Draft>;
  #written: Promise<Json> | undefined;

  /**
   * @param text never rejects
   * @param ifNull the text of a null value
   */
  constructor(
    text: Promise<Draft | null>,
    readonly ifNull: string,
  ) {
    this.#draft = text.then((value) => {
      const draft = value ?? ifNull;
      if (typeof draft === 'string') this.text = draft;
      return draft;
    });
  }

  /** Returns the complete text. */
  written(): Promise<Json> {
    return (this.#written ??= this.#draft.then(filled).then((text) => (this.text = text)));
  }
}

/** Stands for a value that the answer has at another path, too, where it is a {@link Placeholder}. */
export class Repeat {
  readonly #other: Placeholder;
  readonly #isSame: () => boolean;
  readonly #write: () => Text;

  /**
   * @param isSame whether the text of the other path can be used; called after that is written
   * @param write writes the value for this path
   */
  constructor(other: Placeholder, isSame: () => boolean, write: () => Text) {
    this.#other = other;
    this.#isSame = isSame;
    this.#write = write;
  }

  /** The text of the value; undefined while it is pending. */
  get text(): Json | undefined {
    return this.#isSame() ? this.#other.text : undefined;
  }

  /** Returns the complete text. */
  async written(): Promise<Json> {
    const text = await this.#other.written();
    return this.#isSame() ? text : filled((await this.#write()) ?? this.#other.ifNull);
  }
}

/** Returns a text, with a placeholder if it is pending. */
export function withPlaceholder(text: Text, ifNull: string): Draft | null {
  return isPromise(text) ? [new Placeholder(text, ifNull)] : text;
}

/** Waits for the placeholders of a draft, and returns its text. */
export async function filled(draft: Draft): Promise<Json> {
  if (typeof draft === 'string') return draft;
  const texts: Json[] = [];
  for (const part of draft) {
    if (part instanceof Placeholder || part instanceof Repeat) texts.push(part.text ?? (await part.written()));
    else texts.push(typeof part === 'string' ? part : [part]);
  }
  return concatenated(texts, '', LONG_LIST);
}

/** Concatenates texts; into one string if all are strings and not too long. */
export function concatenated(texts: readonly Json[], separator?: string, longest?: number): Json;
export function concatenated(texts: readonly Draft[], separator?: string, longest?: number): Draft;
export function concatenated(texts: readonly Draft[], separator = '', longest = Infinity): Draft {
  const strings: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (typeof text !== 'string') break;
    strings.push(text);
    characters += text.length;
  }
  if (strings.length === texts.length && characters < longest) return strings.join(separator);
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

/** Returns a list of written items. */
export function writtenList(items: readonly Draft[], { open, separator, end, close }: Delimiters): Draft {
  const list = concatenated(items, separator, LONG_LIST);
  return concatenated([open, list, items.length > 0 ? end : '', close], '', LONG_LIST);
}

/** Returns a list whose items are written on demand. */
export function deferredList(write: DeferredList['write'], delimiters: Delimiters): Json {
  return [delimiters.open, { delimiters, write }, delimiters.close];
}

/** Returns the size, roughly: characters of strings plus bytes of buffers. */
export function charactersOf(json: Draft): number {
  if (typeof json === 'string') return json.length;
  return json.reduce((sum, part) => sum + (isWritten(part) ? part.length : 0), 0);
}

/** Whether a part is written on demand. */
export function isDeferred(json: Json): boolean {
  return typeof json !== 'string' && !json.every(isWritten);
}

/** Whether a part is written already. */
export function isWritten(part: DraftPart): part is string | Buffer {
  return typeof part === 'string' || Buffer.isBuffer(part);
}

/** Returns the body of an answer: long parts, and short ones joined; a generator of chunks if a part is unwritten. */
export function bodyOf(json: Json): string | readonly (string | Buffer)[] | AsyncGenerator<string | Buffer> {
  if (typeof json === 'string') return json;
  const written = json.filter(isWritten);
  return written.length === json.length ? joinedShort(written) : chunksOf(json);
}

/** Joins adjacent parts that are short: each part of a body is a write, but copying a long one costs more. */
function joinedShort(parts: readonly (string | Buffer)[]): readonly (string | Buffer)[] {
  const chunks: (string | Buffer)[] = [];
  let short: (string | Buffer)[] = [];
  let length = 0;
  const join = (): void => {
    if (short.length > 0) chunks.push(chunkOf(short));
    short = [];
    length = 0;
  };
  for (const part of parts) {
    if (part.length >= LONG_PART || length >= CHUNK_LENGTH) join();
    if (part.length >= LONG_PART) chunks.push(part);
    else {
      short.push(part);
      length += part.length;
    }
  }
  join();
  return chunks;
}

/** Yields the text in chunks of about 64 KiB, written on demand. A chunk with bytes is UTF-8, any other a string. */
export async function* chunksOf(json: Json): AsyncGenerator<string | Buffer> {
  let texts: (string | Buffer)[] = [];
  let length = 0;
  for await (const text of textsOf(json)) {
    texts.push(text);
    length += text.length;
    if (length < CHUNK_LENGTH) continue;
    yield chunkOf(texts);
    texts = [];
    length = 0;
  }
  yield chunkOf(texts);
}

function chunkOf(texts: readonly (string | Buffer)[]): string | Buffer {
  return texts.some((text) => typeof text !== 'string') ? bytesOf(texts) : texts.join('');
}

async function* textsOf(json: Json): AsyncGenerator<string | Buffer> {
  for (const part of typeof json === 'string' ? [json] : json) {
    if (isWritten(part)) {
      yield part;
      continue;
    }
    const { separator, end } = part.delimiters;
    let isFirst = true;
    for await (const some of part.write()) {
      if (!isFirst) yield separator;
      isFirst = false;
      yield* textsOf(some);
    }
    if (!isFirst) yield end;
  }
}

/** The JSON text of a value; null for a null value; a promise for a pending one. */
export type Text = Draft | null | Promise<Draft | null>;

/** Characters that JSON escapes: control characters, the quotation mark, the backslash, lone surrogates. */
const SPECIAL = /[^\u0020\u0021\u0023-\u005b\u005d-\ud7ff\ue000-\uffff]/;

/** Returns a text as JSON. Most texts need no escapes, and a test for that is faster than JSON.stringify. */
function quoted(text: string): string {
  return SPECIAL.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Whether a value is a promise, by the rule of graphql-js. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Replaces null by the text `null`. Returns a promise if any text is one. */
export function draftsOf(texts: readonly Text[]): readonly Draft[] | Promise<readonly Draft[]> {
  const drafts: Draft[] = [];
  for (const text of texts) {
    if (isPromise(text)) return settled(texts).then((all) => all.map((one) => one ?? 'null'));
    drafts.push(text ?? 'null');
  }
  return drafts;
}

/** Joins texts; null becomes the text `null`. */
export function joined(texts: readonly Text[], separator = ''): Draft | Promise<Draft> {
  const drafts = draftsOf(texts);
  return isPromise(drafts) ? drafts.then((all) => concatenated(all, separator)) : concatenated(drafts, separator);
}

/** Waits for all texts. Rejects like the first that rejects. */
export function settled(values: readonly Text[]): Promise<readonly (Draft | null)[]> {
  const [first, ...others] = values.filter((value) => isPromise(value));
  // Most objects have one link. Its promise is enough.
  if (first && others.length === 0)
    return first.then((text) => values.map((value) => (isPromise(value) ? text : value)));
  return Promise.all(values.map((value) => Promise.resolve(value)));
}

/** Waits for all promises among texts. Rejects like the first that rejects. */
export async function ended(texts: readonly Text[]): Promise<void> {
  await filled(await joined(texts));
}

/**
 * Splits items into portions. The last may be smaller.
 * @param sizeOf returns the size of the next portion
 */
export function* inPortions<T>(items: Iterable<T>, sizeOf: () => number): Generator<readonly T[]> {
  let size = sizeOf();
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
    size = sizeOf();
  }
  if (portion.length > 0) yield portion;
}

/** The texts of objects that scalars returned. Many rows may share an object. */
const texts = new WeakMap<object, string>();

function textOf(value: object): string {
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}

/** The JSON value of a scalar or enum, not null. */
export type LeafJson = string | number | boolean | object;

/**
 * Returns a function that makes JSON values of a scalar or enum, with `serialize` of graphql-js. Built-in types keep
 * values of their own JavaScript type without a call.
 * @returns throws the errors of `serialize`, and an Error if it returns null, in the words of graphql-js
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

/** Writes a value that is neither null nor undefined. */
export type WriteLeaf = (value: unknown) => string;

/** Returns a function that writes values of a scalar or enum as JSON. It throws like that of {@link leafSerializer}. */
export function leafWriter(type: GraphQLLeafType): WriteLeaf {
  const serialize = leafSerializer(type);
  return (value) => {
    const json = serialize(value);
    if (typeof json === 'string') return quoted(json);
    return typeof json === 'object' ? textOf(json) : JSON.stringify(json);
  };
}
