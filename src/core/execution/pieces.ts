/** A list whose items were left out of a text. */
export interface Hole {
  /** What stands in the place of the list, a JSON text. */
  readonly mark: string;
  /**
   * Texts of one item or several, with commas between them, each made when it is asked for; lists in them may be left out
   * themselves.
   */
  readonly items: () => AsyncGenerator<string>;
}

/** Marks as runs make them; what looks like one is a value, where no hole has it. */
const MARK = /"hole:[-\da-f]{36}:\d+"/g;

/** Characters of a piece, about. */
const PIECE = 65_536;

/** A text with what was left out of it, in pieces that are made when they are asked for. */
export async function* piecesOf(text: string, holes: readonly Hole[]): AsyncGenerator<string> {
  let piece = '';
  for await (const some of filled(text, new Map(holes.map((hole) => [hole.mark, hole])))) {
    piece += some;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

async function* filled(text: string, holes: ReadonlyMap<string, Hole>): AsyncGenerator<string> {
  let begun = 0;
  for (const { index, 0: mark } of text.matchAll(MARK)) {
    const hole = holes.get(mark);
    if (!hole) continue;
    yield `${text.slice(begun, index)}[`;
    begun = index + mark.length;
    let separator = '';
    for await (const some of hole.items()) {
      if (separator !== '') yield separator;
      separator = ',';
      yield* filled(some, holes);
    }
    yield ']';
  }
  yield text.slice(begun);
}
