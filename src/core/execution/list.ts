import { GraphQLError } from 'graphql';
import { isIterableObject } from 'graphql/jsutils/isIterableObject.js';
import { LazyRows } from '../../values/lazyRows.js';
import { isTurnOver, nextTurn } from '../../values/turns.js';
import { leftOutIfLong, partByPart } from './partByPart.js';
import { COST_AT_ONCE, type Path, type Run } from './run.js';
import { inPortions, isPromise, joined, type Text } from './text.js';

/** Items of a list that are written together, where they are plain; so many are held as objects at a time. */
const TOGETHER = 50;

/** How the items of a list are written. */
export interface Items {
  /** As in messages: `Account.data`. */
  readonly name: string;
  /** Objects for JSON.stringify; undefined where not all items are plain, or none can be. */
  readonly plainItems: ((items: readonly unknown[]) => readonly object[] | undefined) | undefined;
  readonly writeItem: (run: Run, find: () => unknown, path: Path) => Text;
  /** What an item costs, beside itself. */
  readonly costOf: (run: Run) => number;
}

/**
 * Writes lists, in turns. Of rows that are made as they are asked for, those beyond what a run writes at once are left out; of
 * a large answer, lists that are long.
 */
export function listWriter({
  name,
  plainItems,
  writeItem,
  costOf,
}: Items): (run: Run, value: unknown, prev: Path) => Text {
  /** The text of items without the brackets; undefined where not all are plain. */
  const together = (items: readonly unknown[]): string | undefined => {
    try {
      const made = plainItems?.(items);
      return made && JSON.stringify(made).slice(1, -1);
    } catch {
      // Is met again, where it is told with its place.
      return undefined;
    }
  };
  /** The texts of the items, portion by portion. */
  const portions = function* (
    run: Run,
    value: Iterable<unknown>,
    prev: Path,
    size = TOGETHER,
  ): Generator<readonly Text[]> {
    let count = 0;
    for (const items of inPortions(value, size)) {
      const plain = together(items);
      const first = count;
      count += items.length;
      if (plain === undefined) {
        yield items.map((one, index) => {
          const text = writeItem(run, () => one, { prev, key: first + index, typename: undefined });
          // When an item fails before this one is waited for, nobody waits for it any more.
          if (isPromise(text)) text.catch(() => undefined);
          return text;
        });
      } else if (plain !== '') yield [plain];
    }
  };
  const later = async function* (run: Run, value: Iterable<unknown>, prev: Path): AsyncGenerator<string> {
    const known = run.errors.length;
    try {
      for (const texts of portions(run, value, prev)) {
        const text = await joined(texts, ',');
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
    if (!isIterableObject(value)) {
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${name}".`);
    }
    const isLazy = value instanceof LazyRows;
    if (isLazy && !run.takes(value.length)) return run.leaveOut(() => later(run, value, prev));
    if (run.isLarge) {
      const atOnce = Math.max(1, Math.floor(COST_AT_ONCE / (1 + costOf(run))));
      const size = Math.min(atOnce, TOGETHER);
      const isShort = (isLazy || Array.isArray(value)) && value.length <= size;
      if (!isShort) return partByPart(run, portions(run, value, prev, size), Math.floor(atOnce / size));
    }
    const texts: Text[] = [];
    const rest = portions(run, value, prev);
    const goOn = (): string | Promise<string> => {
      for (let portion = rest.next(); portion.done !== true; portion = rest.next()) {
        texts.push(...portion.value);
        if (isTurnOver()) return nextTurn().then(goOn);
      }
      const list = joined(texts, ',', '[', ']');
      if (!run.isLarge) return list;
      return typeof list === 'string' ? leftOutIfLong(run, list) : list.then((text) => leftOutIfLong(run, text));
    };
    return (isLazy || (run.isLarge && plainItems)) && isTurnOver() ? nextTurn().then(goOn) : goOn();
  };
}
