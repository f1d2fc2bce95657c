/** A list whose items were left out of a text. */
export interface Hole {
  /** What stands in the place of the list, a JSON text. */
  readonly mark: string;
  /** Texts of one item or several, with commas between them, each made when it is asked for. */
  readonly items: () => AsyncGenerator<string>;
}

/** Marks as runs make them; what looks like one is a value, where no hole has it. */
const MARK = /"hole:[-\da-f]{36}:\d+"/g;

/** Characters of a piece, about. */
const PIECE = 65_536;

/** A text with what was left out of it, in pieces that are made when they are asked for. */
export async function* piecesOf(text: string, holes: readonly Hole[]): AsyncGenerator<string> {
  const byMark = new Map(holes.map((hole) => [hole.mark, hole]));
  let piece = '';
  let begun = 0;
  for (const { index, 0: mark } of text.matchAll(MARK)) {
    const hole = byMark.get(mark);
    if (!hole) continue;
    piece += `${text.slice(begun, index)}[`;
    begun = index + mark.length;
    let separator = '';
    for await (const some of hole.items()) {
      piece += separator + some;
      separator = ',';
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
    piece += ']';
  }
  yield piece + text.slice(begun);
}
