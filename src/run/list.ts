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
  laterList,
  type Marks,
  type Text,
  written,
  writtenList,
} from './json.js';
import { CompressedTexts } from './compressedTexts.js';
import { plainTexts, type WritePlain } from './plainJson.js';
import { COST_AT_ONCE, type Path, type Run } from './run.js';

/** The number of items of a list that are objects in memory at a time. Plain ones are written together. */
const TOGETHER = { plain: 50, others: 10 };

/** The writers of the items of a list. */
interface Items {
  /** The name for messages: `Account.data`. */
  readonly name: string;
  /** Writes a plain item; undefined: no item is plain. */
  readonly plainItem: WritePlain | undefined;
  readonly writeItem: (run: Run, find: () => unknown, path: Path) => Text;
  /** Returns the cost of the selection of an item. */
  readonly costOf: (run: Run) => number;
  readonly marks: Marks;
}

/**
 * Returns a function that writes lists, in turns of the event loop. A list of lazily made rows that is too long for the
 * run is streamed later. In a large answer, long lists are buffered compressed.
 */
export function listWriter(list: Items): (run: Run, value: unknown, prev: Path) => Text {
  const { name, marks, costOf } = list;
  const most = list.plainItem ? TOGETHER.plain : TOGETHER.others;
  return (run, value, prev) => {
    if (!isIterable(value)) {
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${name}".`);
    }
    const isLazy = value instanceof LazyRows;
    if (isLazy && !run.takes(value.length)) {
      return laterList(() => writeLater(list, run, portions(list, run, value, prev, most)), marks);
    }
    if (run.isLarge) {
      const atOnce = Math.max(1, Math.floor(COST_AT_ONCE / (1 + costOf(run))));
      const size = Math.min(atOnce, most);
      const isShort = (isLazy || Array.isArray(value)) && value.length <= size;
      if (!isShort) return partByPart(run, portions(list, run, value, prev, size), atOnce, marks);
    }
    const begin = (): Draft | Promise<Draft> => writeAtOnce(list, run, portions(list, run, value, prev, most));
    return (isLazy || (run.isLarge && list.plainItem)) && isTurnOver() ? nextTurn().then(begin) : begin();
  };
}

/** Returns the text of plain items without the marks around them; undefined: not all are plain. */
function plainText({ plainItem, marks }: Items, items: readonly unknown[]): Json | undefined {
  const stored = recordsJson(items, marks.separator);
  if (stored !== undefined) return stored;
  try {
    return plainItem && plainTexts(plainItem, items, marks.separator);
  } catch {
    // The error occurs again where its path is known.
    return undefined;
  }
}

/** Starts the items in portions. The last portion of a turn may be smaller. */
function* portions(
  list: Items,
  run: Run,
  value: Iterable<unknown>,
  prev: Path,
  size: number,
): Generator<Portion, undefined> {
  let count = 0;
  for (const items of inPortions(value, size)) {
    const plain = plainText(list, items);
    if (plain !== undefined) {
      count += items.length;
      if (plain !== '') yield { items: items.length, texts: [plain] };
      continue;
    }
    let texts: Text[] = [];
    for (const one of items) {
      const text = list.writeItem(run, () => one, { prev, key: count, typename: undefined });
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
async function* writeLater({ marks }: Items, run: Run, items: Iterable<Portion>): AsyncGenerator<Json> {
  const known = run.errors.length;
  try {
    for (const { texts } of items) {
      const text = await filled(await joined(texts, marks.separator));
      const error = run.errors[known];
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
function writeAtOnce({ marks }: Items, run: Run, rest: Iterator<Portion, undefined>): Draft | Promise<Draft> {
  const texts: Text[] = [];
  const beginRest = (): readonly Text[] | Promise<readonly Text[]> => {
    for (let portion = rest.next(); portion.done !== true; portion = rest.next()) {
      texts.push(...portion.value.texts);
      if (isTurnOver()) return nextTurn().then(beginRest);
    }
    return texts;
  };
  const write = (begun: readonly Text[]): Draft | Promise<Draft> => {
    if (run.isLarge) return keptIfLong(begun, marks);
    const there = written(begun);
    return isPromise(there) ? there.then((items) => writtenList(items, marks)) : writtenList(there, marks);
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
  marks: Marks,
): Promise<Draft> {
  const { separator } = marks;
  const kept = new CompressedTexts();
  let texts: Json[] = [];
  let characters = 0;
  const keep = async (): Promise<void> => {
    const text = concatenated(texts, separator);
    texts = [];
    characters = 0;
    await kept.add(text);
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
    if (characters > LONG) await batches.together(keep);
    if (isTurnOver()) await batches.together(nextTurn);
  }
  if (kept.isEmpty) return writtenList(texts, marks);
  if (texts.length > 0) await keep();
  return keptList(kept, marks);
}

/** Returns a buffered list. A separate function, because a closure of `partByPart` would hold the records. */
function keptList(kept: CompressedTexts, marks: Marks): Json {
  return laterList(() => kept.texts(), marks);
}

/** Returns a list of a large answer. A long one is buffered compressed. */
function keptIfLong(items: readonly Text[], marks: Marks): Draft | Promise<Draft> {
  const finish = async (there: readonly Draft[]): Promise<Json> => {
    const kept = new CompressedTexts();
    await kept.add(await filled(concatenated(there, marks.separator)));
    return keptList(kept, marks);
  };
  const isLong = (there: readonly Draft[]): boolean => there.reduce((sum, text) => sum + charactersOf(text), 0) > LONG;
  const choose = (there: readonly Draft[]): Draft | Promise<Draft> =>
    isLong(there) ? finish(there) : writtenList(there, marks);
  const there = written(items);
  return isPromise(there) ? there.then(choose) : choose(there);
}
