/** A failure that is told in one sentence; the command ends with this status. */
export class CommandError extends Error {
  constructor(
    message: string,
    /** 1: it failed; 2: wrong usage or configuration. */
    readonly status: 1 | 2 = 1,
  ) {
    super(message);
  }
}

/** Data, on standard output: as JSON, or as the lines of a person's reading. */
export function print(json: boolean | undefined, data: unknown, lines: readonly string[]): void {
  process.stdout.write(json === true ? `${JSON.stringify(data)}\n` : lines.map((line) => `${line}\n`).join(''));
}

/** Everything that is not data, on standard error. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Rows as aligned columns, with a header. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)));
  return [header, ...rows].map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
