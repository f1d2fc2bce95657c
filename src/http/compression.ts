import compression from 'compression';
import type { RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { bytesOf } from '../values/bytes.js';
import { type Coding, CODINGS, isFixed } from './fixedContent.js';

/** Bytes from which on the library compresses an answer. */
const LEAST_BYTES = 1_024;
/** The quality that the library gives brotli. */
const BROTLI_QUALITY = 4;

const library = compression({
  threshold: LEAST_BYTES,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  filter: (request, response) =>
    !isFixed(response) &&
    (String(response.getHeader('Content-Type')).startsWith('application/x-ndjson') ||
      compression.filter(request, response)),
});

/**
 * Compresses answers that are worth it, for clients that take it; NDJSON is text as well, which the library does not know.
 * What the library does for each answer to a client that takes nothing costs as much as a small answer.
 */
export const compress: RequestHandler = (request, response, next) => {
  // A 304 names what its 200 depends on (RFC 9110, 15.4.5); the library says so only of bodies that it may compress.
  response.vary('Accept-Encoding');
  if (request.headers['accept-encoding'] !== undefined) {
    library(request, response, next);
    return;
  }
  response.flush = () => undefined;
  next();
};

/** The codings that the library chooses from, and those it prefers where a client likes several equally. */
const OFFERED = [...CODINGS, 'deflate', 'identity'];

/**
 * Returns the coding in which {@link compress} would send JSON to a client; null: as it is, or in a rare coding.
 * @param size of the JSON in bytes
 */
export function codingOf(request: IncomingMessage, size: number): Coding | null {
  if (size < LEAST_BYTES || request.method === 'HEAD' || request.headers['accept-encoding'] === undefined) return null;
  const chosen = new Negotiator(request).encoding(OFFERED, { preferred: CODINGS });
  return CODINGS.find((coding) => coding === chosen) ?? null;
}

const gzipped = promisify<Buffer, Buffer>(gzip);
const brotliCompressed = promisify(brotliCompress);

/**
 * Compresses bytes to the same bytes as {@link compress} sends, in another thread.
 * @returns bytes that share their memory with nothing else: zlib returns a part of 8 or 16 KiB, which a cache would hold whole
 */
export async function compressed(bytes: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return bytesOf([await gzipped(bytes)]);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return bytesOf([await brotliCompressed(bytes, { params })]);
}
