import { bytesOf } from '../../values/bytes.js';

/** A list whose items were left out of a text. */
export interface Hole {
  /** What stands in the place of the list, a JSON text. */
  readonly mark: string;
  /**
   * Texts of one item or several, with commas between them: those that are written, or each made when it is asked for. Lists
   * in them may be left out themselves.
   */
  readonly items: readonly string[] | (() => AsyncGenerator<string>);
}

/** Marks as runs make them; what looks like one is a value, where no hole has it. */
const MARK = /"hole:[-\da-f]{36}:\d+"/g;

/** Characters of a piece, about. */
const PIECE = 65_536;

/** Whether any of the lists is to be made yet. */
export function isToCome(holes: readonly Hole[]): boolean {
  return holes.some(({ items }) => typeof items === 'function');
}

/** The texts of a list's items, in order. */
export function itemsOf({ items }: Hole): Iterable<string> | AsyncIterable<string> {
  return typeof items === 'function' ? items() : items;
}

/**
 * A text with what was left out of it: as bytes where all of it is written, so that what is long is copied once and never is one
 * string; else in pieces that are made when they are asked for.
 */
export function filled(text: string, holes: readonly Hole[]): string | Buffer | AsyncGenerator<string> {
  if (holes.length === 0) return text;
  const byMark = new Map(holes.map((hole) => [hole.mark, hole]));
  if (isToCome(holes)) return piecesOf(text, byMark);
  const written: string[] = [];
  for (const part of partsOf(text, byMark)) {
    if (typeof part === 'string') written.push(part);
    else if (typeof part.items !== 'function') {
      for (const [index, some] of part.items.entries()) written.push(index === 0 ? '' : ',', some);
    }
  }
  return bytesOf(written);
}

async function* piecesOf(text: string, holes: ReadonlyMap<string, Hole>): AsyncGenerator<string> {
  let piece = '';
  for await (const some of madeOf(text, holes)) {
    piece += some;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

async function* madeOf(text: string, holes: ReadonlyMap<string, Hole>): AsyncGenerator<string> {
  for (const part of partsOf(text, holes)) {
    if (typeof part === 'string') {
      yield part;
      continue;
    }
    let separator = '';
    for await (const some of itemsOf(part)) {
      if (separator !== '') yield separator;
      separator = ',';
      yield* madeOf(some, holes);
    }
  }
}

/** What a text is made of: itself, with brackets for each list that was left out, and that between them. */
function* partsOf(text: string, holes: ReadonlyMap<string, Hole>): Generator<string | Hole> {
  let begun = 0;
  for (const { index, 0: mark } of text.matchAll(MARK)) {
    const hole = holes.get(mark);
    if (!hole) continue;
    yield `${text.slice(begun, index)}[`;
    yield hole;
    yield ']';
    begun = index + mark.length;
  }
  yield text.slice(begun);
}
