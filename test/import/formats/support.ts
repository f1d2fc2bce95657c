import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormatContext, FormatReader } from '../../../src/import/formats/context.js';
import { createMeters, type MeterAccount } from '../../../src/import/formats/meters.js';
import type { SourceRow } from '../../../src/import/sourceRow.js';
import { isProblem } from '../../../src/values/scalars.js';
import { parseZone, type Zone } from '../../../src/values/zone.js';

export const ACCOUNT = 'b00000000000000000000001';
export const ACCOUNT_2 = 'b00000000000000000000002';

export function account(id: string, more: Partial<MeterAccount> = {}): MeterAccount {
  return { id, type: 'electricity', meterPointNumber: null, meterSerialNumber: null, ...more };
}

export function zone(name: string): Zone {
  const parsed = parseZone(name);
  if (isProblem(parsed)) throw new Error(parsed.problem);
  return parsed.value;
}

/** A context with accounts and no other option. */
export function context(accounts: readonly MeterAccount[], more: Partial<FormatContext> = {}): FormatContext {
  const meters = createMeters(accounts, 'company c1');
  const said = {
    zone: null,
    unit: null,
    stamps: null,
    account: null,
    map: null,
    ignored: [],
    isFormatGiven: false,
    isResourceGiven: false,
    isFolder: false,
  } as const;
  return { meters, ...said, writing: { decimal: null, dates: null }, recognised: () => undefined, ...more };
}

/** Yields a text in chunks, like a file. */
export async function* pieces(text: string, size = 10_000): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) {
    await Promise.resolve();
    yield text.slice(at, at + size);
  }
}

export async function rowsOf(
  reader: FormatReader,
  text: string,
  given: FormatContext,
  size?: number,
): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  for await (const batch of reader(pieces(text, size), given)) rows.push(...batch);
  return rows;
}

export function fixture(path: string): string {
  return readFileSync(join(import.meta.dirname, '../files', path), 'utf8');
}

/** A row as an object. */
export function record({ names, values }: SourceRow): Record<string, unknown> {
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
}

/** The results of rows. */
export function sorted(rows: readonly SourceRow[]): {
  readonly good: readonly Record<string, unknown>[];
  readonly bad: readonly string[];
  readonly unmatched: readonly string[];
  readonly skipped: readonly string[];
} {
  const isGood = (row: SourceRow): boolean =>
    [row.problem, row.unmatched, row.skipped, row.notice].every((text) => text === undefined);
  return {
    good: rows.filter(isGood).map(record),
    bad: rows.flatMap(({ line, field, problem }) =>
      problem === undefined ? [] : [[line, ...(field === undefined ? [] : [field]), problem].join(': ')],
    ),
    unmatched: rows.flatMap(({ unmatched }) => unmatched ?? []),
    skipped: rows.flatMap(({ skipped }) => skipped ?? []),
  };
}

export function total(records: readonly Record<string, unknown>[]): number {
  return records.reduce((sum, { value }) => sum + Number(value), 0);
}

/** How often each text occurs. */
export function counts(texts: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const text of texts) found[text] = (found[text] ?? 0) + 1;
  return found;
}
