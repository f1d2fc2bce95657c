import { isTurnOver, nextTurn } from '../../values/turns.js';
import { KeptTexts } from './keptTexts.js';
import type { Run } from './run.js';
import { isPromise, joined, type Text } from './text.js';

/** Characters of a list of a large answer, from which on it is left out of the text. */
const LONG = 262_144;

/**
 * Writes a list of a large answer part by part, so that what one part holds has gone when the next begins.
 * @param portions the texts of items, begun as they are asked for
 * @param perPart portions that are begun before any of them is waited for
 * @returns the list, or what stands in its place where it is long
 */
export async function partByPart(run: Run, portions: Iterable<readonly Text[]>, perPart: number): Promise<string> {
  const kept = new KeptTexts();
  let written: string[] = [];
  let characters = 0;
  const keep = async (): Promise<void> => {
    const text = written.join(',');
    written = [];
    characters = 0;
    await kept.add(text);
  };
  let begun: Text[] = [];
  let count = 0;
  const finish = async (): Promise<void> => {
    const text = await joined(begun, ',');
    begun = [];
    count = 0;
    if (text !== '') written.push(text);
    characters += text.length;
    if (characters > LONG) await keep();
  };
  for (const portion of portions) {
    begun.push(...portion);
    count += 1;
    // What is begun in one turn is asked for by one statement.
    if (count < perPart && portion.some(isPromise)) continue;
    await finish();
    if (isTurnOver()) await nextTurn();
  }
  await finish();
  if (kept.isEmpty) return `[${written.join(',')}]`;
  if (written.length > 0) await keep();
  return run.leaveOut(() => kept.texts());
}

/** A list of a large answer that was written at once: it, or what stands in its place where it is long. */
export function leftOutIfLong(run: Run, list: string): string | Promise<string> {
  return list.length > LONG ? partByPart(run, [[list.slice(1, -1)]], 1) : list;
}
