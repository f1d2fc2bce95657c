import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import { isTurnOver, nextTurn } from '../../values/turns.js';
import {
  charactersOf,
  concatenated,
  type Json,
  type Later,
  laterList,
  type Marks,
  type Part,
  writtenList,
} from './json.js';
import type { Run } from './run.js';
import { isPromise, joined, type Text, written } from './text.js';

/** Characters of a list of a large answer, from which on it is kept compressed. */
const LONG = 262_144;

/** Some items of a list, begun together. */
export interface Portion {
  readonly items: number;
  /** Their texts, in order; those of plain ones are one. */
  readonly texts: readonly Text[];
}

/**
 * Writes a list of a large answer part by part, so that what one part holds has gone when the next begins.
 * @param portions begun as they are asked for
 * @param perPart items that are begun before any of them is waited for
 */
export async function partByPart(
  { batches }: Pick<Run, 'batches'>,
  portions: Iterator<Portion>,
  perPart: number,
  marks: Marks,
): Promise<Json> {
  const { separator } = marks;
  const kept = new KeptTexts();
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
    const text = await joined(part, separator);
    texts.push(text);
    characters += charactersOf(text);
    if (characters > LONG) await keep();
    if (isTurnOver()) await nextTurn();
  }
  if (kept.isEmpty) return writtenList(texts, marks);
  if (texts.length > 0) await keep();
  return keptList(kept, marks);
}

/** Apart from what made them: a function holds all that its neighbours need, here the records. */
function keptList(kept: KeptTexts, marks: Marks): Json {
  return laterList(() => kept.texts(), marks);
}

/** A list of a large answer whose items were begun together; one that is long is kept compressed. */
export function keptIfLong(items: readonly Text[], marks: Marks): Json | Promise<Json> {
  const finish = async (there: readonly Json[]): Promise<Json> => {
    const kept = new KeptTexts();
    await kept.add(concatenated(there, marks.separator));
    return keptList(kept, marks);
  };
  const isLong = (there: readonly Json[]): boolean => there.reduce((sum, text) => sum + charactersOf(text), 0) > LONG;
  const choose = (there: readonly Json[]): Json | Promise<Json> =>
    isLong(there) ? finish(there) : writtenList(there, marks);
  const there = written(items);
  return isPromise(there) ? there.then(choose) : choose(there);
}

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/**
 * Texts that are written before they are sent, compressed: JSON of records takes a tenth of its memory then, and none of the
 * heap. To compress is the work of other threads.
 */
class KeptTexts {
  readonly #texts: (readonly (Buffer | Later)[])[] = [];

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  async add(text: Json): Promise<void> {
    const parts = typeof text === 'string' ? [text] : text;
    const kept: (Buffer | Later)[] = [];
    for (const part of parts) {
      kept.push(typeof part === 'string' ? await deflate(part, { level: constants.Z_BEST_SPEED }) : part);
    }
    this.#texts.push(kept);
  }

  /** The texts as they came, each made anew when it is asked for. */
  async *texts(): AsyncGenerator<Json> {
    for (const parts of this.#texts) {
      const made: Part[] = [];
      for (const part of parts) made.push(Buffer.isBuffer(part) ? (await inflate(part)).toString() : part);
      yield made;
    }
  }
}
