import { hash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import type { Viewer } from '../auth/viewer.js';
import type { DataState } from '../data/state.js';
import type { Answer, Header } from '../http/answer.js';
import type { Coding } from '../http/fixedContent.js';
import { bytesOf } from '../values/bytes.js';

/** A cached response. */
export interface CachedResponse {
  /** The version of its data. */
  readonly version: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
  /** The compressed forms of the body. */
  readonly coded?: Readonly<Partial<Record<Coding, Buffer>>>;
}

/** Caches responses to repeated queries. A response is valid while the data has its version. */
export interface ResponseCache {
  /** Returns the cached response, which may be of an older version. */
  find(cacheKey: string): CachedResponse | undefined;
  /** Whether a query was answered before, which makes its response worth caching. */
  isRepeated(cacheKey: string): boolean;
  /** Records that a query was answered. */
  recordAnswered(cacheKey: string): void;
  /** Caches a response unless it is too large. */
  store(cacheKey: string, response: CachedResponse): void;
  /** Adds a compressed form to a cached response, unless the response was evicted or would become too large. */
  storeCoded(cacheKey: string, body: Buffer, coding: Coding, bytes: Buffer): void;
  /**
   * Yields chunks and collects them for the cache. It collects one response at a time, because a slow client delays the
   * release of the collected memory.
   * @param store receives the bytes after the last chunk, unless the response is too large to cache
   */
  gather(chunks: AsyncIterable<string | Buffer>, store: (bytes: Buffer) => void): AsyncGenerator<string | Buffer>;
}

/** A response may take a quarter of the cache. A larger one would evict too many others. */
const SHARE = 4;
/** The overhead of an entry in bytes, roughly. */
const ENTRY_BYTES = 300;
/** The most queries to remember as answered. */
const ANSWERED = 2_000;

/** Creates a cache. @param maxBytes the size of all responses with their keys; 0 for no cache */
export function createResponseCache(maxBytes: number): ResponseCache {
  if (maxBytes === 0) return emptyCache();
  const mostBytes = Math.floor(maxBytes / SHARE);
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    maxEntrySize: mostBytes,
    sizeCalculation: sizeOf,
  });
  // A client that reads all pages of a list requests each page once. Its responses would only evict others.
  const answered = new LRUCache<string, true>({ max: ANSWERED });
  let isGathering = false;
  return {
    async *gather(chunks, store) {
      if (isGathering) {
        yield* chunks;
        return;
      }
      isGathering = true;
      try {
        let collected: Buffer[] | null = [];
        let size = 0;
        for await (const chunk of chunks) {
          yield chunk;
          if (!collected) continue;
          const bytes = bytesOf([chunk]);
          size += bytes.length;
          if (size > mostBytes) collected = null;
          else collected.push(bytes);
        }
        if (collected) store(bytesOf(collected));
      } finally {
        isGathering = false;
      }
    },
    find: (cacheKey) => responses.get(cacheKey),
    isRepeated: (cacheKey) => answered.get(cacheKey) === true,
    recordAnswered(cacheKey) {
      answered.set(cacheKey, true);
    },
    store(cacheKey, response) {
      responses.set(cacheKey, response);
    },
    storeCoded(cacheKey, body, coding, bytes) {
      const cached = responses.peek(cacheKey);
      if (cached?.body !== body) return;
      const grown = { ...cached, coded: { ...cached.coded, [coding]: bytes } };
      // The cache would drop the response together with a form that is too large.
      if (sizeOf(grown, cacheKey) <= mostBytes) responses.set(cacheKey, grown);
    },
  };
}

/** Returns a cache that stores nothing. */
function emptyCache(): ResponseCache {
  const nothing = (): undefined => undefined;
  return {
    find: nothing,
    isRepeated: () => false,
    recordAnswered: nothing,
    store: nothing,
    storeCoded: nothing,
    async *gather(chunks) {
      yield* chunks;
    },
  };
}

/** Returns the size in bytes of the body, its compressed forms, the headers and the key. */
function sizeOf({ body, headers, coded = {} }: CachedResponse, cacheKey: string): number {
  const bodies = Object.values(coded).reduce((sum, bytes) => sum + bytes.length, body.length);
  return headers.reduce((sum, [, value]) => sum + value.length, bodies + cacheKey.length + ENTRY_BYTES);
}

/** The conditions of a request. */
export interface Conditions {
  /** The cache key; null if the answer has no version and is always made. */
  readonly cacheKey: string | null;
  /** The client's header fields, on a surface with entity tags. */
  readonly headers?: IncomingHttpHeaders;
  /** Reads the current state of the data. */
  readonly state: () => Promise<DataState>;
  /** Returns the header fields of a state. */
  readonly headersOf: (state: DataState) => readonly Header[];
}

/**
 * Returns an answer without making it: a 304 if the client has it, or the cached response. Only these two cases read
 * the current version of the data.
 * @param cache null if responses of this kind are not cached
 * @returns null if the answer must be made
 */
export async function answerFromCache(
  cache: ResponseCache | null,
  { cacheKey, headers, state, headersOf }: Conditions,
): Promise<Answer | null> {
  if (cacheKey === null) return null;
  const cached = cache?.find(cacheKey);
  const isConditional = headers !== undefined && namesAnswer(headers);
  if (!cached && !isConditional) return null;
  const now = await state();
  if (isConditional && fresh(headers, { etag: entityTag(cacheKey, now) })) {
    return { status: 304, headers: headersOf(now), body: null };
  }
  if (!cache || cached?.version !== now.version) return null;
  const { headers: cachedHeaders, body, coded } = cached;
  return {
    status: 200,
    headers: [...headersOf(now), ...cachedHeaders],
    body,
    coded: {
      find: (coding) => coded?.[coding],
      store(coding, bytes) {
        cache.storeCoded(cacheKey, body, coding, bytes);
      },
    },
  };
}

/** Returns the weak entity tag of an answer. Equal tags mean equal answers. */
export function entityTag(cacheKey: string, { version }: DataState): string {
  return `W/"${cacheKey}.${version}"`;
}

/** Whether the request names entity tags; `*` names any. */
function namesAnswer(headers: IncomingHttpHeaders): boolean {
  return headers['if-none-match'] !== undefined && !matchesAnyAnswer(headers);
}

function matchesAnyAnswer(headers: IncomingHttpHeaders): boolean {
  return headers['if-none-match']?.trim() === '*';
}

/** Headers of a 304: those that the 200 would have (RFC 9110, 15.4.5), and the watermark. */
const ON_NOT_MODIFIED = ['etag', 'sync-watermark'];

/**
 * Returns a 304 for `If-None-Match: *`, which every existing answer matches (RFC 9110, 13.1.2). It needs the finished
 * answer, so that a missing record is still a 404.
 */
export function unlessAnyMatches(headers: IncomingHttpHeaders, answer: Answer): Answer {
  if (answer.status !== 200 || !matchesAnyAnswer(headers)) return answer;
  const headers304 = answer.headers.filter(([name]) => ON_NOT_MODIFIED.includes(name.toLowerCase()));
  return { status: 304, headers: headers304, body: null };
}

/** `Vary` of a surface with entity tags. */
const VARY = 'x-api-key, x-public-api-key, Accept';

/** Lets the client store the answer, and makes it revalidate before each use. */
export function setCacheHeaders(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'private, no-cache');
  // No earlier handler sets these values, so they cannot occur twice.
  const before = response.getHeader('Vary');
  response.setHeader('Vary', before === undefined ? VARY : `${String(before)}, ${VARY}`);
}

/** Returns the cache key of a viewer for queries about the viewer itself. */
export function viewerKey({ userId, label, role, expiresAt, grants }: Viewer): string {
  return JSON.stringify([userId, label, role, expiresAt, grants]);
}

/** Returns a digest of values, 16 characters long. */
export function digest(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 16);
}
