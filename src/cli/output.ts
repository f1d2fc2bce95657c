import { context } from './commandContext.js';

/** A failure that is told in one sentence; the command ends with this status. */
export class CommandError extends Error {
  constructor(
    message: string,
    /** 1: it failed; 2: wrong usage or configuration. */
    readonly status: 1 | 2 = 1,
    /** What is to be known besides, in a line of its own; empty: nothing. */
    readonly besides = '',
  ) {
    super(message);
  }
}

/**
 * What a terminal would act upon rather than show: control characters, what changes the direction of writing, and what ends
 * a line though it is none.
 */
const ACTS = /[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}\p{Bidi_Control}]/gu;

/**
 * A text with what a terminal would act upon written as in JSON, so that no name of a file or a record can change what is
 * shown. In JSON it is the same value.
 */
export function printable(text: string): string {
  return text.replace(ACTS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Data, on standard output: as JSON, or as the lines of a person's reading. */
export function print(json: boolean | undefined, data: unknown, lines: readonly string[]): void {
  const told = json === true ? [JSON.stringify(data)] : lines;
  context().stdout.write(told.map((line) => `${printable(line)}\n`).join(''));
}

/**
 * Has the process outlive that it cannot be heard, as where its output goes to a full disk: what it tells is lost until there
 * is room again; data that is lost makes the status 1. Who reads no further, as `head`, knows it.
 */
export function outliveOutput(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exitCode = 1;
    if (error.code !== 'EPIPE') tell(`The output cannot be written: ${error.message}. What was to be printed is lost.`);
  });
}

/** Everything that is not data, on standard error: a line. */
export function tell(line: string): void {
  context().stderr.write(`${printable(line)}\n`);
}

/**
 * Rows as aligned columns, with a header.
 * @param numbers places of the columns that are aligned at the right
 */
export function table(
  header: readonly string[],
  cells: readonly (readonly string[])[],
  numbers: readonly number[] = [],
): string[] {
  const rows = cells.map((row) => row.map(printable));
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
