import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { SourceRow } from './sourceRow.js';

/** A longer line is no record. */
const MAX_LINE = 1024 * 1024;
const MAX_DEPTH = 5;

/**
 * Reads records from bytes, NDJSON or CSV as the first character tells: `{` begins NDJSON, anything else a CSV header.
 * A byte order mark and CRLF are tolerated, blank lines skipped; memory holds a line.
 * @throws Error when the bytes are not UTF-8, or the CSV cannot be read
 */
export async function* readRows(input: AsyncIterable<Uint8Array>): AsyncGenerator<SourceRow> {
  const texts = decode(input);
  const first = await firstText(texts);
  if (first === null) return;
  const whole = concat(first, texts);
  yield* first.trimStart().startsWith('{') ? ndjson(whole) : csv(whole);
}

async function* decode(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of input) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new Error('the file is not UTF-8', { cause: error });
    throw error;
  }
}

/** The text up to and including the first that is not blank; null when there is none. */
async function firstText(texts: AsyncGenerator<string>): Promise<string | null> {
  let text = '';
  for (;;) {
    const next = await texts.next();
    if (next.done === true) return text.trim() === '' ? null : text;
    text += next.value;
    if (text.trim() !== '') return text;
  }
}

async function* concat(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

async function* ndjson(texts: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  let line = 0;
  let pending = '';
  let tooLong = false;
  const row = (text: string): SourceRow | null => {
    line += 1;
    if (tooLong || text.length > MAX_LINE) {
      tooLong = false;
      return { line, values: {}, problem: `is longer than ${MAX_LINE} characters` };
    }
    return text.trim() === '' ? null : jsonRow(line, text);
  };
  for await (const text of texts) {
    const lines = (pending + text).split('\n');
    pending = lines.pop() ?? '';
    for (const complete of lines) {
      const read = row(complete);
      if (read) yield read;
    }
    if (pending.length > MAX_LINE) {
      tooLong = true;
      pending = '';
    }
  }
  const last = row(pending);
  if (last) yield last;
}

function jsonRow(line: number, text: string): SourceRow {
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record !== 'object' || record === null || Array.isArray(record)) throw new Error('it is not an object');
    const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    flatten(record, '', values, 0);
    return { line, values };
  } catch (error) {
    return { line, values: {}, problem: `is not a JSON object: ${error instanceof Error ? error.message : ''}` };
  }
}

function flatten(object: object, prefix: string, into: Record<string, unknown>, depth: number): void {
  if (depth > MAX_DEPTH) throw new Error(`it nests deeper than ${MAX_DEPTH} levels`);
  for (const [name, value] of Object.entries(object) as [string, unknown][]) {
    const path = prefix + name;
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
      flatten(value, `${path}.`, into, depth + 1);
    } else if (path in into) throw new Error(`it gives ${path} twice`);
    else into[path] = value;
  }
}

/** An empty cell is an absent value: CSV cannot tell it from an empty text. */
async function* csv(texts: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  const parser = Readable.from(texts).pipe(
    parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true, max_record_size: MAX_LINE }),
  );
  let header: readonly string[] | undefined;
  for await (const item of parser) {
    const { record, info } = item as { readonly record: readonly string[]; readonly info: { readonly lines: number } };
    if (!header) {
      header = record.map((name) => name.trim());
      const twice = header.find((name, index) => header?.indexOf(name) !== index);
      if (twice !== undefined) throw new Error(`the header names ${JSON.stringify(twice)} twice`);
      continue;
    }
    if (record.length !== header.length) {
      const problem = `has ${record.length} columns, the header ${header.length}`;
      yield { line: info.lines, values: {}, problem };
      continue;
    }
    const filled = header.flatMap((name, index) => (record[index] === '' ? [] : [[name, record[index]] as const]));
    yield { line: info.lines, values: Object.fromEntries(filled) };
  }
}
