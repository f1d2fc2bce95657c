/** The first bytes of a stream, and all bytes including these. */
export interface Peeked {
  readonly head: Uint8Array;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Reads the first bytes of a stream without consuming them.
 * @param length the least number of bytes, if the stream has so many
 */
export async function peek(input: AsyncIterable<Uint8Array>, length: number): Promise<Peeked> {
  const iterator = input[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  while (head.length < length) {
    const next = await iterator.next();
    if (next.done === true) break;
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  const start = head;
  return { head: start, bytes: chain(start, iterator) };
}

async function* chain(head: Uint8Array, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Characters that suffice to detect the format of a file. */
const HEAD_CHARACTERS = 64 * 1024;

/** Returns the first {@link HEAD_CHARACTERS} characters or slightly more; null: the complete text is blank. */
export async function readHead(texts: AsyncGenerator<string>): Promise<string | null> {
  let text = '';
  for (;;) {
    const next = await texts.next();
    if (next.done === true) return text.trim() === '' ? null : text;
    text += next.value;
    if (text.length >= HEAD_CHARACTERS && text.trim() !== '') return text;
  }
}

/** Yields the part of a text that has been read, then the rest. */
export async function* concatTexts(first: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}
