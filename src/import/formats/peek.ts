/** How bytes begin, and all of them, the beginning too. */
export interface Peeked {
  readonly head: Uint8Array;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Looks at the first bytes of what comes.
 * @param length so many at least, where there are so many
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
