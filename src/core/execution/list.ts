import { GraphQLError } from 'graphql';
import { writtenJson } from '../../data/columns.js';
import { LazyRows } from '../../values/lazyRows.js';
import { isTurnOver, nextTurn } from '../../values/turns.js';
import { ARRAY, type Json, laterList, type Marks, writtenList } from './json.js';
import { keptIfLong, partByPart, type Portion } from './partByPart.js';
import { COST_AT_ONCE, type Path, type Run } from './run.js';
import { inPortions, isPromise, joined, type Text, written } from './text.js';

/** Items of a list that are held as objects at a time: those that may be plain are written together. */
const TOGETHER = { plain: 50, others: 10 };

/** How the items of a list are written. */
export interface Items {
  /** As in messages: `Account.data`. */
  readonly name: string;
  /** Objects for JSON.stringify; undefined where not all items are plain, or none can be. */
  readonly plainItems: ((items: readonly unknown[]) => readonly object[] | undefined) | undefined;
  readonly writeItem: (run: Run, find: () => unknown, path: Path) => Text;
  /** What an item costs, beside itself. */
  readonly costOf: (run: Run) => number;
  readonly marks: Marks;
}

/**
 * Writes lists, in turns. Rows that are made as they are asked for are written later where a run does not write so many at once; of a
 * large answer, lists that are long are kept compressed.
 */
export function listWriter({
  name,
  plainItems,
  writeItem,
  costOf,
  marks,
}: Items): (run: Run, value: unknown, prev: Path) => Text {
  const { separator } = marks;
  /** The text of items, without the marks around them; undefined where not all are plain. */
  const together = (items: readonly unknown[]): string | undefined => {
    // Of one list all are written, or none.
    if (writtenJson(items[0]) !== undefined) return items.map(writtenJson).join(separator);
    try {
      const made = plainItems?.(items);
      // One call for many objects takes a seventh less time.
      if (made && marks === ARRAY) return JSON.stringify(made).slice(1, -1);
      return made?.map((object) => JSON.stringify(object)).join(separator);
    } catch {
      // Is met again, where it is told with its place.
      return undefined;
    }
  };
  const most = plainItems ? TOGETHER.plain : TOGETHER.others;
  /** The items portion by portion, of which the last of a turn may be smaller. */
  const portions = function* (run: Run, value: Iterable<unknown>, prev: Path, size = most): Generator<Portion> {
    let count = 0;
    for (const items of inPortions(value, size)) {
      const plain = together(items);
      if (plain !== undefined) {
        count += items.length;
        if (plain !== '') yield { items: items.length, texts: [plain] };
        continue;
      }
      let texts: Text[] = [];
      for (const one of items) {
        const text = writeItem(run, () => one, { prev, key: count, typename: undefined });
        count += 1;
        // When an item fails before this one is waited for, nobody waits for it any more.
        if (isPromise(text)) text.catch(() => undefined);
        texts.push(text);
        if (!isTurnOver()) continue;
        yield { items: texts.length, texts };
        texts = [];
      }
      if (texts.length > 0) yield { items: texts.length, texts };
    }
  };
  const later = async function* (run: Run, value: Iterable<unknown>, prev: Path): AsyncGenerator<Json> {
    const known = run.errors.length;
    try {
      for (const { texts } of portions(run, value, prev)) {
        const text = await joined(texts, separator);
        const error = run.errors[known];
        // What is sent already does not tell of it.
        if (error) throw error;
        yield text;
        if (isTurnOver()) await nextTurn();
      }
    } catch (error) {
      throw error instanceof GraphQLError ? (error.originalError ?? error) : error;
    }
  };
  return (run, value, prev) => {
    if (!isIterable(value)) {
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${name}".`);
    }
    const isLazy = value instanceof LazyRows;
    if (isLazy && !run.takes(value.length)) return laterList(() => later(run, value, prev), marks);
    if (run.isLarge) {
      const atOnce = Math.max(1, Math.floor(COST_AT_ONCE / (1 + costOf(run))));
      const size = Math.min(atOnce, most);
      const isShort = (isLazy || Array.isArray(value)) && value.length <= size;
      if (!isShort) return partByPart(run, portions(run, value, prev, size), atOnce, marks);
    }
    const texts: Text[] = [];
    const rest = portions(run, value, prev);
    const beginRest = (): readonly Text[] | Promise<readonly Text[]> => {
      for (let portion = rest.next(); portion.done !== true; portion = rest.next()) {
        texts.push(...portion.value.texts);
        if (isTurnOver()) return nextTurn().then(beginRest);
      }
      return texts;
    };
    const write = (begun: readonly Text[]): Json | Promise<Json> => {
      if (run.isLarge) return keptIfLong(begun, marks);
      const there = written(begun);
      return isPromise(there) ? there.then((items) => writtenList(items, marks)) : writtenList(there, marks);
    };
    const begin = (): Json | Promise<Json> => {
      const begun = run.batches.together(beginRest);
      return isPromise(begun) ? begun.then(write) : write(begun);
    };
    return (isLazy || (run.isLarge && plainItems)) && isTurnOver() ? nextTurn().then(begin) : begin();
  };
}

/** Whether a value is a list; a text, whose characters could be iterated, is none. */
function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
