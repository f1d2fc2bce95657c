/** Characters that suffice to detect the format of a file. */
const HEAD = 64 * 1024;

/** Returns the first {@link HEAD} characters or slightly more; null: the complete text is blank. */
export async function readHead(texts: AsyncGenerator<string>): Promise<string | null> {
  let text = '';
  for (;;) {
    const next = await texts.next();
    if (next.done === true) return text.trim() === '' ? null : text;
    text += next.value;
    if (text.length >= HEAD && text.trim() !== '') return text;
  }
}

/** Yields the part of a text that has been read, then the rest. */
export async function* concat(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
