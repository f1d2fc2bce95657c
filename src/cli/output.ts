import { context } from './commandContext.js';

/** An error whose message is a sentence for the user. The command ends with its status. */
export class CommandError extends Error {
  constructor(
    message: string,
    /** 1: the command failed; 2: wrong usage or configuration. */
    readonly status: 1 | 2 = 1,
    /** A second line for the user, or ''. */
    readonly besides = '',
  ) {
    super(message);
  }
}

/**
 * The characters that a terminal interprets rather than shows: control characters, bidirectional formatting, and
 * Unicode line separators.
 */
const ACTS = /[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}\p{Bidi_Control}]/gu;

/**
 * Escapes the characters that a terminal would interpret, so that the name of a file or record cannot alter the output.
 * The escapes are those of JSON, so a JSON text keeps its value.
 */
export function printable(text: string): string {
  return text.replace(ACTS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Prints data to standard output, as JSON or as lines of text. */
export function print(json: boolean | undefined, data: unknown, lines: readonly string[]): void {
  const texts = json === true ? [JSON.stringify(data)] : lines;
  context().stdout.write(texts.map((line) => `${printable(line)}\n`).join(''));
}

/**
 * Keeps the process alive if its output cannot be written, for example to a full disk. Messages are lost until writes
 * succeed again. Lost data sets the status to 1; a closed pipe, as from `head`, prints no message.
 */
export function outliveOutput(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exitCode = 1;
    if (error.code !== 'EPIPE') logLine(`The output cannot be written: ${error.message}. The output is incomplete.`);
  });
}

/** Prints a line to standard error, for everything that is not data. */
export function logLine(line: string): void {
  context().stderr.write(`${printable(line)}\n`);
}

/**
 * Formats rows as aligned columns with a header.
 * @param numbers indexes of the columns to align right
 */
export function table(
  header: readonly string[],
  body: readonly (readonly string[])[],
  numbers: readonly number[] = [],
): string[] {
  const rows = body.map((row) => row.map(printable));
  const widths = header.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)));
  return [header, ...rows].map((row) =>
    row
      .map((cell, index) =>
        numbers.includes(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** Formats a whole number with thousands separators. */
export function count(value: number): string {
  return value.toLocaleString('en');
}
