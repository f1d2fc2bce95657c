import compression from 'compression';
import type { RequestHandler } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { bytesOf } from '../values/bytes.js';
import { type Coding, CODINGS, isFixed } from './fixedContent.js';

/** A header field; several of one name are fields of their own. */
export type Header = readonly [name: string, value: string];

/** An answer as a value, written at one place. */
export interface Answer {
  readonly status: number;
  /** Beside those that every answer has; a `Link` is added to those that are there. */
  readonly headers: readonly Header[];
  /** Null: none. A text that is made piece by piece is read no faster than the client takes it. */
  readonly body: string | Buffer | AsyncGenerator<string | Buffer> | null;
  /** Where the compressed forms of the body are cached. Absent: the body is compressed for each client. */
  readonly coded?: CodedBodies;
}

/** The compressed forms of a cached body, one for each coding. */
export interface CodedBodies {
  /** Returns the body in a coding; undefined: not compressed yet. */
  find(coding: Coding): Buffer | undefined;
  /** Caches the body in a coding, if there is space. */
  store(coding: Coding, bytes: Buffer): void;
}

/** A response that Express hands out: `flush` sends what compression holds back. */
type Writable = ServerResponse & { readonly flush?: () => void };

const MAX_LISTENERS = 20;
/** Bytes of a body up to which copying it costs less than a second part of a write. */
const SHORT = 8_192;

/**
 * Writes an answer.
 * @throws what making a further piece of its body throws, once the answer is broken off
 */
export async function send(response: Writable, answer: Answer): Promise<void> {
  const { status, headers, body } = answer.coded ? await inBestCoding(response.req, answer, answer.coded) : answer;
  // Its failure is an error like others, as long as nothing was sent.
  const first = isText(body) ? undefined : await body.next();
  response.statusCode = status;
  for (const [name, value] of headers) {
    if (name === 'Link') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  if (body === null) response.end();
  else if (typeof body === 'string') {
    const length = Buffer.byteLength(body);
    response.setHeader('Content-Length', length);
    // A text is ASCII most often, for which Node reserves a third of what it does for UTF-8.
    response.end(body, length === body.length ? 'latin1' : 'utf8');
  } else if (Buffer.isBuffer(body)) {
    // A compressed answer has no length, whether it comes from the cache or not.
    if (!response.hasHeader('Content-Encoding')) response.setHeader('Content-Length', body.length);
    // Node writes a short text at once with its head, and bytes apart from it.
    if (body.length < SHORT) response.end(body.toString('latin1'), 'latin1');
    else response.end(body);
  } else if (response.req.method === 'HEAD') {
    await body.return(undefined);
    response.end();
  } else if (first) await sendPieces(response, first, body);
}

/** Returns a cached answer in the coding that its client likes best. Compresses it if no client has had it in that coding. */
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

function isText(body: Answer['body']): body is Exclude<Answer['body'], AsyncGenerator> {
  return body === null || typeof body === 'string' || Buffer.isBuffer(body);
}

/** A failure in the middle resets the connection: nobody can take what was sent for the whole. */
async function sendPieces(
  response: Writable,
  first: IteratorResult<string | Buffer, unknown>,
  body: AsyncGenerator<string | Buffer>,
): Promise<void> {
  const progress: { failure?: { readonly error: unknown } } = {};
  const pieces = async function* (): AsyncGenerator<Buffer> {
    try {
      for (let piece = first; piece.done !== true; piece = await body.next()) {
        yield typeof piece.value === 'string' ? bytesOf([piece.value]) : piece.value;
        // A compressed answer gathers what is written until it is told to send it.
        response.flush?.();
      }
    } catch (error) {
      progress.failure = { error };
      response.socket?.resetAndDestroy();
      throw error;
    } finally {
      // Whoever leaves ends what was to be made for it.
      await body.return(undefined);
    }
  };
  // Those of the pipeline come on top of all that watch an answer; Node would warn of a leak at the eleventh.
  response.setMaxListeners(MAX_LISTENERS);
  try {
    await pipeline(pieces(), response);
  } catch {
    // A client that left needs no answer, and what it had begun to read has ended with it.
    if (progress.failure) throw progress.failure.error;
  }
}

/** Browsers take no answer for something else than it says it is. */
export const NOSNIFF = ['X-Content-Type-Options', 'nosniff'] as const;

/** Browsers that came by TLS come by nothing else for a year. */
const HSTS = ['Strict-Transport-Security', 'max-age=31536000'] as const;

/** Sets what browsers are to know of every answer. TLS ends before the service, which believes as many proxies as it is told. */
export const secureAnswers: RequestHandler = (request, response, next) => {
  response.setHeader(...NOSNIFF);
  if (request.headers['x-forwarded-proto'] !== undefined && request.secure) response.setHeader(...HSTS);
  next();
};

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
function codingOf(request: IncomingMessage, size: number): Coding | null {
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
