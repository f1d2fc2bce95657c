/** Enough of a file to tell what it is. */
const HEAD = 64 * 1024;

/** The text up to about {@link HEAD} characters; null when all is blank. */
export async function readHead(texts: AsyncGenerator<string>): Promise<string | null> {
  let text = '';
  for (;;) {
    const next = await texts.next();
    if (next.done === true) return text.trim() === '' ? null : text;
    text += next.value;
    if (text.length >= HEAD && text.trim() !== '') return text;
  }
}

/** Joins the part of a text that has been read with the rest. */
export async function* concat(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
