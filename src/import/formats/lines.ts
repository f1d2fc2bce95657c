/** A longer line is no record. */
export const MAX_LINE = 1024 * 1024;

/** A line without its end; null when it is longer than {@link MAX_LINE}. */
export type Line = string | null;

/**
 * Splits texts into lines at LF, in one batch for each piece of text. Keeps the CR of a CRLF because it may belong to
 * the text. Memory holds one piece and the incomplete line before it. The last line is returned even when it is empty.
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

/** A line without the CR of a CRLF. */
export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
