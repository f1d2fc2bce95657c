import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { ColumnPath } from './columns.js';
import { valueOf } from './columns.js';
import { csvLine } from '../values/csv.js';
import { CONTENT_TYPES, type Format } from './format.js';

const MAX_LISTENERS = 20;

/** The lines of an answer that is not JSON. */
export interface Lines {
  readonly format: Exclude<Format, 'json'>;
  readonly columns: readonly ColumnPath[];
  /** What a browser saves it as, without its ending. */
  readonly name: string;
  /** Rows, a page at a time; the next page is read when this one has been taken. */
  readonly pages: AsyncIterable<readonly unknown[]>;
}

/**
 * Writes rows as they come, no faster than the client takes them. The first page is read before the head is sent, so that a
 * failure of it is an error as ever. A later failure resets the connection: nobody can take what was sent for the whole.
 * @throws what reading a page throws, once the answer is broken off
 */
export async function sendLines(response: Response, { format, columns, name, pages }: Lines): Promise<void> {
  const source = pages[Symbol.asyncIterator]();
  let page = await source.next();
  response.setHeader('Content-Type', CONTENT_TYPES[format]);
  response.setHeader('Content-Disposition', `attachment; filename="${name}.${format}"`);
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  const progress = { hasFailed: false };
  const lines = async function* (): AsyncGenerator<string> {
    try {
      if (format === 'csv') yield csvLine(columns.map((path) => path.join('.')));
      for (; page.done !== true; page = await source.next()) {
        yield page.value.map((row) => lineOf(format, columns, row)).join('');
        // A compressed answer gathers what is written until it is told to send it.
        response.flush();
      }
    } catch (error) {
      progress.hasFailed = true;
      response.socket?.resetAndDestroy();
      throw error;
    }
  };
  // Those of the pipeline come on top of all that watch an answer; Node would warn of a leak at the eleventh.
  response.setMaxListeners(MAX_LISTENERS);
  try {
    await pipeline(lines(), response);
  } catch (error) {
    // A client that left needs no answer, and what it had begun to read has ended with it.
    if (progress.hasFailed) throw error;
  }
}

function lineOf(format: Lines['format'], columns: readonly ColumnPath[], row: unknown): string {
  return format === 'csv' ? csvLine(columns.map((path) => valueOf(row, path))) : `${JSON.stringify(row)}\n`;
}
