import { isTurnOver, nextTurn } from '../../values/turns.js';
import type { Run } from './run.js';
import { isPromise, joined, type Text } from './text.js';
import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';

/** Characters of a list of a large answer, from which on it is left out of the text. */
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
 * @returns the list, or what stands in its place where it is long
 */
export async function partByPart(run: Run, portions: Iterator<Portion>, perPart: number): Promise<string> {
  const kept = new KeptTexts();
  let written: string[] = [];
  let characters = 0;
  const keep = async (): Promise<void> => {
    const text = written.join(',');
    written = [];
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
      else begun.push(joined(texts, ','));
      items += portion.value.items;
      if (isTurnOver()) await nextTurn();
    }
    return begun;
  };
  for (;;) {
    const part = await run.batches.together(beginPart);
    if (part.length === 0) break;
    const text = await joined(part, ',');
    written.push(text);
    characters += text.length;
    if (characters > LONG) await keep();
    if (isTurnOver()) await nextTurn();
  }
  if (kept.isEmpty) return `[${written.join(',')}]`;
  if (written.length > 0) await keep();
  return leaveOut(run, kept);
}

/** Apart from what made them: a function holds all that its neighbours need, here the records. */
function leaveOut(run: Run, kept: KeptTexts): string {
  return run.leaveOut(() => kept.texts());
}

/** A list of a large answer that was written at once: it, or what stands in its place where it is long. */
export function leftOutIfLong(run: Run, list: string): string | Promise<string> {
  return list.length > LONG ? partByPart(run, [{ items: 1, texts: [list.slice(1, -1)] }].values(), 1) : list;
}

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/**
 * Texts that are written before they are sent, compressed: JSON of records takes a tenth of its memory then, and none of the
 * heap. To compress is the work of other threads.
 */
class KeptTexts {
  readonly #texts: Buffer[] = [];

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  async add(text: string): Promise<void> {
    this.#texts.push(await deflate(text, { level: constants.Z_BEST_SPEED }));
  }

  /** The texts as they came, each made anew when it is asked for. */
  async *texts(): AsyncGenerator<string> {
    for (const text of this.#texts) yield (await inflate(text)).toString();
  }
}
