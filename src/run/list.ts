import { GraphQLError } from 'graphql';
import { recordsJson } from '../data/columns.js';
import { LazyRows } from '../values/lazyRows.js';
import { isTurnOver, nextTurn } from '../values/turns.js';
import {
  charactersOf,
  concatenated,
  type Draft,
  filled,
  inPortions,
  isPromise,
  joined,
  type Json,
  deferredList,
  type Delimiters,
  type Text,
  draftsOf,
  writtenList,
  isWritten,
  type DeferredList,
  type Part,
} from './json.js';
import { plainTexts, type WritePlain } from './plainJson.js';
import { COST_AT_ONCE, type Path, type Run } from './run.js';
import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import { bytesOf } from '../values/bytes.js';

/** The number of items of a list that are objects in memory at a time. Plain ones are written together. */
const PORTION_SIZES = { plain: 50, others: 10 };
/**
 * Portions of short plain items grow to about this many items and characters: each portion costs several promises and
 * buffers.
 */
const FULL_PORTION = { items: 500, characters: 32_768 };

/** The writers of the items of a list. */
interface ItemWriters {
  /** The name for messages: `Account.data`. */
  readonly name: string;
  /** Writes a plain item; undefined: no item is plain. */
  readonly plainItem: WritePlain | undefined;
  readonly writeItem: (run: Run, getValue: () => unknown, path: Path) => Text;
  /** Returns the cost of the selection of an item. */
  readonly costOf: (run: Run) => number;
  readonly delimiters: Delimiters;
}

/**
 * Returns a function that writes lists, in turns of the event loop. A list of lazily made rows that is too long for the
 * run is streamed later. In a large answer, long lists are buffered compressed.
 */
export function listWriter(list: ItemWriters): (run: Run, value: unknown, prev: Path) => Text {
  const { name, delimiters, costOf } = list;
  const most = list.plainItem ? PORTION_SIZES.plain : PORTION_SIZES.others;
  return (run, value, prev) => {
    if (!isIterable(value)) {
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${name}".`);
    }
    const isLazy = value instanceof LazyRows;
    if (isLazy && !run.reserveRows(value.length)) {
      return deferredList(() => writeDeferred(list, run, portions(list, run, value, prev, most)), delimiters);
    }
    if (run.isLarge) {
      const atOnce = Math.max(1, Math.floor(COST_AT_ONCE / (1 + costOf(run))));
      const size = Math.min(atOnce, most);
      const isShort = (isLazy || Array.isArray(value)) && value.length <= size;
      if (!isShort) return partByPart(run, portions(list, run, value, prev, size, size), atOnce, delimiters);
    }
    const begin = (): Draft | Promise<Draft> => writeAtOnce(list, run, portions(list, run, value, prev, most));
    return (isLazy || (run.isLarge && list.plainItem)) && isTurnOver() ? nextTurn().then(begin) : begin();
  };
}

/** Returns the text of plain items without the list's delimiters; undefined: not all are plain. */
function plainText({ plainItem, delimiters }: ItemWriters, items: readonly unknown[]): Json | undefined {
  const stored = recordsJson(items, delimiters.separator);
  if (stored !== undefined) return stored;
  try {
    return plainItem && plainTexts(plainItem, items, delimiters.separator);
  } catch {
    // The error occurs again where its path is known.
    return undefined;
  }
}

/**
 * Starts the items in portions. The last portion of a turn may be smaller.
 * @param size of the first portion
 * @param most the maximum size of later ones
 */
function* portions(
  list: ItemWriters,
  run: Run,
  value: Iterable<unknown>,
  prev: Path,
  size: number,
  most = FULL_PORTION.items,
): Generator<Portion, undefined> {
  let count = 0;
  let next = size;
  for (const items of inPortions(value, () => next)) {
    const plain = plainText(list, items);
    if (plain !== undefined) {
      count += items.length;
      const full = Math.floor((items.length * FULL_PORTION.characters) / Math.max(1, charactersOf(plain)));
      next = Math.max(size, Math.min(most, full));
      if (plain !== '') yield { items: items.length, texts: [plain] };
      continue;
    }
    next = size;
    let texts: Text[] = [];
    for (const item of items) {
      const text = list.writeItem(run, () => item, { prev, key: count, typename: undefined });
      count += 1;
      // If an earlier item fails, nobody waits for this one.
      if (isPromise(text)) text.catch(() => undefined);
      texts.push(text);
      if (!isTurnOver()) continue;
      yield { items: texts.length, texts };
      texts = [];
    }
    if (texts.length > 0) yield { items: texts.length, texts };
  }
}

/** Writes items on demand. An error then breaks the answer off. */
async function* writeDeferred({ delimiters }: ItemWriters, run: Run, items: Iterable<Portion>): AsyncGenerator<Json> {
  const errorsBefore = run.errors.length;
  try {
    for (const { texts } of items) {
      const text = await filled(await joined(texts, delimiters.separator));
      const error = run.errors[errorsBefore];
      // The sent part of the answer cannot report it.
      if (error) throw error;
      yield text;
      if (isTurnOver()) await nextTurn();
    }
  } catch (error) {
    throw error instanceof GraphQLError ? (error.originalError ?? error) : error;
  }
}

/** Starts all items and writes them. Their loads are batched. */
function writeAtOnce(
  { delimiters }: ItemWriters,
  run: Run,
  rest: Iterator<Portion, undefined>,
): Draft | Promise<Draft> {
  const texts: Text[] = [];
  const beginRest = (): readonly Text[] | Promise<readonly Text[]> => {
    for (let portion = rest.next(); portion.done !== true; portion = rest.next()) {
      texts.push(...portion.value.texts);
      if (isTurnOver()) return nextTurn().then(beginRest);
    }
    return texts;
  };
  const write = (begun: readonly Text[]): Draft | Promise<Draft> => {
    if (run.isLarge) return bufferIfLong(begun, delimiters);
    const drafts = draftsOf(begun);
    return isPromise(drafts) ? drafts.then((items) => writtenList(items, delimiters)) : writtenList(drafts, delimiters);
  };
  const begun = run.batches.together(beginRest);
  return isPromise(begun) ? begun.then(write) : write(begun);
}

/** Returns whether a value is a list. A string is not a list. */
export function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** A list of this many characters in a large answer is buffered compressed. */
const LONG = 262_144;

/** Some items of a list that were started together. */
interface Portion {
  readonly items: number;
  /** Their texts in order. Plain items share one text. */
  readonly texts: readonly Text[];
}

/**
 * Writes a list of a large answer part by part. The memory of a part is released before the next begins.
 * @param portions start on demand
 * @param perPart items that are started before waiting for any of them
 */
async function partByPart(
  { batches }: Pick<Run, 'batches'>,
  portions: Iterator<Portion>,
  perPart: number,
  delimiters: Delimiters,
): Promise<Draft> {
  const { separator } = delimiters;
  const buffered = new CompressedTexts();
  let texts: Json[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    const text = concatenated(texts, separator);
    texts = [];
    characters = 0;
    await buffered.add(text);
  };
  const beginPart = async (): Promise<readonly Text[]> => {
    const begun: Text[] = [];
    let items = 0;
    while (items < perPart) {
      const portion = portions.next();
      if (portion.done === true) break;
      const { texts } = portion.value;
      if (texts.some(isPromise)) begun.push(...texts);
      else begun.push(joined(texts, separator));
      items += portion.value.items;
      if (isTurnOver()) await nextTurn();
    }
    return begun;
  };
  for (;;) {
    const part = await batches.together(beginPart);
    if (part.length === 0) break;
    const text = await filled(await joined(part, separator));
    texts.push(text);
    characters += charactersOf(text);
    // Lists that wait for one batch begin their next parts together, however long that takes.
    if (characters > LONG) await batches.together(flush);
    if (isTurnOver()) await batches.together(nextTurn);
  }
  if (buffered.isEmpty) return writtenList(texts, delimiters);
  if (texts.length > 0) await flush();
  return bufferedList(buffered, delimiters);
}

/** Returns a buffered list. A separate function, because a closure of `partByPart` would hold the records. */
function bufferedList(buffered: CompressedTexts, delimiters: Delimiters): Json {
  return deferredList(() => buffered.texts(), delimiters);
}

/** Returns a list of a large answer. A long one is buffered compressed. */
function bufferIfLong(items: readonly Text[], delimiters: Delimiters): Draft | Promise<Draft> {
  const finish = async (drafts: readonly Draft[]): Promise<Json> => {
    const buffered = new CompressedTexts();
    await buffered.add(await filled(concatenated(drafts, delimiters.separator)));
    return bufferedList(buffered, delimiters);
  };
  const isLong = (drafts: readonly Draft[]): boolean =>
    drafts.reduce((sum, text) => sum + charactersOf(text), 0) > LONG;
  const choose = (drafts: readonly Draft[]): Draft | Promise<Draft> =>
    isLong(drafts) ? finish(drafts) : writtenList(drafts, delimiters);
  const drafts = draftsOf(items);
  return isPromise(drafts) ? drafts.then(choose) : choose(drafts);
}

const deflate = promisify<Buffer, { readonly level: number }, Buffer>(deflateRaw);
const inflate = promisify<Buffer, Buffer>(inflateRaw);

/**
 * Buffers texts compressed until they are sent. JSON of records then takes a tenth of its memory, outside the heap.
 * zlib's threads compress it.
 */
export class CompressedTexts {
  readonly #texts: (readonly (Buffer | DeferredList)[])[] = [];

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  /** Bytes of memory that the compressed texts hold. */
  get heldBytes(): number {
    const buffers = this.#texts.flat().filter((part) => Buffer.isBuffer(part));
    return [...new Set(buffers.map(({ buffer }) => buffer))].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Compresses a text. Adjacent written parts become one buffer; parts written on demand stay as they are. */
  async add(text: Json): Promise<void> {
    const parts: (Buffer | DeferredList)[] = [];
    let written: (string | Buffer)[] = [];
    const compressWritten = async (): Promise<void> => {
      if (written.length === 0) return;
      const compressed = await deflate(bytesOf(written), { level: constants.Z_BEST_SPEED });
      // The copy releases zlib's buffer: its result is a slice of 16 KiB.
      parts.push(bytesOf([compressed]));
      written = [];
    };
    for (const part of typeof text === 'string' ? [text] : text) {
      if (isWritten(part)) {
        written.push(part);
        continue;
      }
      await compressWritten();
      parts.push(part);
    }
    await compressWritten();
    this.#texts.push(parts);
  }

  /** Yields the texts in the order in which they were added. It inflates each when the caller reads it. */
  async *texts(): AsyncGenerator<Json> {
    for (const parts of this.#texts) {
      const inflated: Part[] = [];
      for (const part of parts) inflated.push(Buffer.isBuffer(part) ? await inflate(part) : part);
      yield inflated;
    }
  }
}
