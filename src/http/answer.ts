import compression from 'compression';
import type { RequestHandler } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { bytesOf } from '../values/bytes.js';
import { type Coding, CODINGS, isFixed } from './fixedContent.js';

/** A header field. A name that occurs several times is sent as several fields. */
export type Header = readonly [name: string, value: string];

/** A complete body: one part, or several. */
export type WholeBody = string | Buffer | readonly (string | Buffer)[];

/** An answer as a value, which `send` writes. */
export interface Answer {
  readonly status: number;
  /** The headers in addition to those of every answer. A `Link` is appended to earlier ones. */
  readonly headers: readonly Header[];
  /** The body, or null. A generator is read no faster than the client receives the text. */
  readonly body: WholeBody | AsyncGenerator<string | Buffer> | null;
  /** The cache for compressed forms of the body. Without it, the body is compressed for each client. */
  readonly coded?: CodedBodies;
}

/** The compressed forms of a cached body, one for each coding. */
export interface CodedBodies {
  /** Returns the body in a coding; undefined if it has not been compressed yet. */
  find(coding: Coding): Buffer | undefined;
  /** Caches the body in a coding, if there is space. */
  store(coding: Coding, bytes: Buffer): void;
}

/** A response of Express; `flush` sends the bytes that compression buffers. */
type Writable = ServerResponse & { readonly flush?: () => void };

const MAX_LISTENERS = 20;
/** Up to this size in bytes, copying a body costs less than a second buffer in a write. */
const SHORT = 8_192;

/**
 * Writes an answer.
 * @throws the error of the body's generator, after the connection was reset
 */
export async function send(response: Writable, answer: Answer): Promise<void> {
  const { status, headers, body } = answer.coded ? await inBestCoding(response.req, answer, answer.coded) : answer;
  // An error before the first byte is answered like any other error.
  const first = body === null || isWhole(body) ? undefined : await body.next();
  response.statusCode = status;
  for (const [name, value] of headers) {
    if (name === 'Link') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  if (body === null) response.end();
  else if (isWhole(body)) sendWhole(response, body);
  else if (response.req.method === 'HEAD') {
    await body.return(undefined);
    response.end();
  } else if (first) await sendChunks(response, first, body);
}

/** Whether a body is complete. */
export function isWhole(body: WholeBody | AsyncGenerator): body is WholeBody {
  return typeof body === 'string' || Buffer.isBuffer(body) || Array.isArray(body);
}

/** Returns a complete body as bytes. */
export function bytesOfWhole(body: WholeBody): Buffer {
  return Buffer.isBuffer(body) ? body : bytesOf(partsOf(body));
}

function partsOf(body: WholeBody): readonly (string | Buffer)[] {
  return typeof body === 'string' || Buffer.isBuffer(body) ? [body] : body;
}

/** Writes a body part by part, because concatenating long parts costs more. For compression they are one part. */
function sendWhole(response: Writable, body: WholeBody): void {
  const mayBeCompressed = response.req.headers['accept-encoding'] !== undefined;
  const parts = mayBeCompressed && Array.isArray(body) ? [bytesOfWhole(body)] : partsOf(body);
  const sizes = parts.map((part) => Buffer.byteLength(part));
  // A compressed answer never has a length, even from the cache.
  if (!response.hasHeader('Content-Encoding')) {
    response.setHeader('Content-Length', String(sizes.reduce((sum, size) => sum + size, 0)));
  }
  const last = parts.length - 1;
  if (last < 0) response.end();
  for (const [index, part] of parts.entries()) {
    const [chunk, encoding] = encoded(part, sizes[index] ?? 0);
    if (index === last) response.end(chunk, encoding);
    else response.write(chunk, encoding);
  }
}

/**
 * Returns a part in the form that Node writes fastest. It writes a short text together with the head, but a buffer
 * separately. Most texts are ASCII: for Latin-1 it reserves a third of the memory that it reserves for UTF-8.
 * @param size in bytes
 */
function encoded(part: string | Buffer, size: number): readonly [chunk: string | Buffer, encoding: BufferEncoding] {
  if (typeof part === 'string') return [part, size === part.length ? 'latin1' : 'utf8'];
  return size < SHORT ? [part.toString('latin1'), 'latin1'] : [part, 'latin1'];
}

/** Returns a cached answer in the coding that the client prefers, and compresses it on first use of that coding. */
async function inBestCoding(request: IncomingMessage, answer: Answer, coded: CodedBodies): Promise<Answer> {
  const { headers, body } = answer;
  if (!Buffer.isBuffer(body)) return answer;
  const coding = codingOf(request, body.length);
  if (coding === null) return answer;
  let bytes = coded.find(coding);
  if (!bytes) {
    bytes = await compressed(body, coding);
    coded.store(coding, bytes);
  }
  return { ...answer, headers: [...headers, ['Content-Encoding', coding]], body: bytes };
}

/** Sends a body in chunks. An error resets the connection, so that no client mistakes a part for the complete body. */
async function sendChunks(
  response: Writable,
  first: IteratorResult<string | Buffer, unknown>,
  body: AsyncGenerator<string | Buffer>,
): Promise<void> {
  const progress: { failure?: { readonly error: unknown } } = {};
  const chunks = async function* (): AsyncGenerator<Buffer> {
    try {
      for (let chunk = first; chunk.done !== true; chunk = await body.next()) {
        yield typeof chunk.value === 'string' ? bytesOf([chunk.value]) : chunk.value;
        // A compressed response buffers its output until `flush`.
        response.flush?.();
      }
    } catch (error) {
      progress.failure = { error };
      response.socket?.resetAndDestroy();
      throw error;
    } finally {
      // If the client leaves, the generator stops, too.
      await body.return(undefined);
    }
  };
  // The pipeline adds listeners to those of the service. At the eleventh, Node would warn of a leak.
  response.setMaxListeners(MAX_LISTENERS);
  try {
    await pipeline(chunks(), response);
  } catch {
    // If the client has left, there is nothing to report.
    if (progress.failure) throw progress.failure.error;
  }
}

/** Prevents browsers from guessing another media type. */
export const NOSNIFF = ['X-Content-Type-Options', 'nosniff'] as const;

/** Makes browsers that used TLS use only TLS for a year. */
const HSTS = ['Strict-Transport-Security', 'max-age=31536000'] as const;

/** Sets the security headers of every answer. A proxy terminates TLS; `TRUST_PROXY` decides whether it is trusted. */
export const secureAnswers: RequestHandler = (request, response, next) => {
  response.setHeader(...NOSNIFF);
  if (request.headers['x-forwarded-proto'] !== undefined && request.secure) response.setHeader(...HSTS);
  next();
};

/** The size in bytes from which the library compresses an answer. */
const LEAST_BYTES = 1_024;
/** The brotli quality. */
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
 * Compresses larger answers for clients that accept a coding, including NDJSON, which the library does not recognise as
 * text. Other clients skip the library, because it costs as much as a small answer.
 */
export const compress: RequestHandler = (request, response, next) => {
  // A 304 needs the Vary of its 200 (RFC 9110, 15.4.5), but the library sets it only for bodies that it may compress.
  response.vary('Accept-Encoding');
  if (request.headers['accept-encoding'] !== undefined) {
    library(request, response, next);
    return;
  }
  response.flush = noFlush;
  next();
};

function noFlush(): void {
  // Nothing is buffered.
}

/** The codings from which the library chooses. */
const OFFERED = [...CODINGS, 'deflate', 'identity'];

/**
 * Returns the coding in which {@link compress} would send JSON to a client; null for no coding or a rare one.
 * @param size the size of the JSON in bytes
 */
function codingOf(request: IncomingMessage, size: number): Coding | null {
  if (size < LEAST_BYTES || request.method === 'HEAD' || request.headers['accept-encoding'] === undefined) return null;
  const chosen = new Negotiator(request).encoding(OFFERED, { preferred: CODINGS });
  return CODINGS.find((coding) => coding === chosen) ?? null;
}

const gzipped = promisify<Buffer, Buffer>(gzip);
const brotliCompressed = promisify(brotliCompress);

/**
 * Compresses in another thread, to the same bytes as {@link compress} sends.
 * @returns a copy with its own memory: zlib returns a slice of 8 or 16 KiB, which a cache would retain completely
 */
export async function compressed(bytes: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return bytesOf([await gzipped(bytes)]);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return bytesOf([await brotliCompressed(bytes, { params })]);
}
