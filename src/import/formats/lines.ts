/** The most characters of a line. */
export const MAX_LINE = 1024 * 1024;

/** A line without its line break; null: it is longer than {@link MAX_LINE}. */
export type Line = string | null;

/**
 * Splits texts into lines at LF, in one batch per chunk. Keeps the CR of a CRLF because it may belong to the text.
 * Memory holds one chunk and the incomplete line before it. Returns the last line even if it is empty.
 */
export async function* splitLines(texts: AsyncIterable<string>): AsyncGenerator<readonly Line[]> {
  let pending = '';
  let tooLong = false;
  const toLine = (line: string): Line => {
    const isTooLong = tooLong || line.length > MAX_LINE;
    tooLong = false;
    return isTooLong ? null : line;
  };
  for await (const text of texts) {
    const lines = (pending + text).split('\n');
    pending = lines.pop() ?? '';
    if (lines.length > 0) yield lines.map(toLine);
    if (pending.length > MAX_LINE) {
      tooLong = true;
      pending = '';
    }
  }
  yield [toLine(pending)];
}

/** Removes the CR of a CRLF. */
export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
