import { hash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import type { Viewer } from '../auth/viewer.js';
import type { DataState } from '../data/state.js';
import type { Answer, Header } from '../http/answer.js';
import type { Coding } from '../http/fixedContent.js';
import { bytesOf } from '../values/bytes.js';

/** A response as it was sent. */
export interface CachedResponse {
  /** Of the data that it tells of. */
  readonly version: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
  /** The body as it was compressed for clients. */
  readonly coded?: Readonly<Partial<Record<Coding, Buffer>>>;
}

/** Responses to questions that come again; each is valid as long as the data has the version that it was made of. */
export interface ResponseCache {
  /** The response that is cached, whatever the data is at by now. */
  find(question: string): CachedResponse | undefined;
  /** Whether a question was answered before, so that its response is worth caching. */
  isRepeated(question: string): boolean;
  /** Notes that a question was answered. */
  noteAnswered(question: string): void;
  /** Caches a response, unless it takes too much of the space. */
  store(question: string, response: CachedResponse): void;
  /** Adds the compressed body of a cached response, unless the response is gone or would take too much of the space. */
  storeCoded(question: string, body: Buffer, coding: Coding, bytes: Buffer): void;
  /**
   * Hands pieces on, and gathers them: of one response at a time, as they take memory while a client takes its time.
   * @param keep called once the last was taken, unless they were more than is cached of a response
   */
  gather(pieces: AsyncIterable<string | Buffer>, keep: (bytes: Buffer) => void): AsyncGenerator<string | Buffer>;
}

/** A response that takes more than this share of the space would drive too many others out. */
const SHARE = 4;
/** What an entry takes beside its texts, about. */
const ENTRY_BYTES = 300;
/** Questions that were answered once, at most. */
const ANSWERED = 2_000;

/** @param maxBytes of responses with their questions; 0: none is cached */
export function createResponseCache(maxBytes: number): ResponseCache {
  if (maxBytes === 0) return emptyCache();
  const mostBytes = Math.floor(maxBytes / SHARE);
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    maxEntrySize: mostBytes,
    sizeCalculation: sizeOf,
  });
  // A walk through all pages of a list asks each once: its answers would only drive out others.
  const answered = new LRUCache<string, true>({ max: ANSWERED });
  let isGathering = false;
  return {
    async *gather(pieces, keep) {
      if (isGathering) {
        yield* pieces;
        return;
      }
      isGathering = true;
      try {
        let kept: Buffer[] | null = [];
        let size = 0;
        for await (const piece of pieces) {
          yield piece;
          if (!kept) continue;
          const bytes = bytesOf([piece]);
          size += bytes.length;
          if (size > mostBytes) kept = null;
          else kept.push(bytes);
        }
        if (kept) keep(bytesOf(kept));
      } finally {
        isGathering = false;
      }
    },
    find: (question) => responses.get(question),
    isRepeated: (question) => answered.get(question) === true,
    noteAnswered(question) {
      answered.set(question, true);
    },
    store(question, response) {
      responses.set(question, response);
    },
    storeCoded(question, body, coding, bytes) {
      const cached = responses.peek(question);
      if (cached?.body !== body) return;
      const grown = { ...cached, coded: { ...cached.coded, [coding]: bytes } };
      // The cache would drop the response with the form that is too much.
      if (sizeOf(grown, question) <= mostBytes) responses.set(question, grown);
    },
  };
}

/** A cache that holds nothing. */
function emptyCache(): ResponseCache {
  const nothing = (): undefined => undefined;
  return {
    find: nothing,
    isRepeated: () => false,
    noteAnswered: nothing,
    store: nothing,
    storeCoded: nothing,
    async *gather(pieces) {
      yield* pieces;
    },
  };
}

/** Bytes of the body, of its compressed forms, of the headers that go with it, and of the question. */
function sizeOf({ body, headers, coded = {} }: CachedResponse, question: string): number {
  const bodies = Object.values(coded).reduce((sum, bytes) => sum + bytes.length, body.length);
  return headers.reduce((sum, [, value]) => sum + value.length, bodies + question.length + ENTRY_BYTES);
}

/** How a question is asked. */
export interface Conditions {
  /** Null: its answers have no version, so that each is made. */
  readonly question: string | null;
  /** Of a surface that tells entity tags: the client's header fields. */
  readonly headers?: IncomingHttpHeaders;
  /** What the database is at now. */
  readonly state: () => Promise<DataState>;
  /** The header fields that tell of it. */
  readonly headersOf: (state: DataState) => readonly Header[];
}

/**
 * The answer to a question that need not be made: that the client has it, or the one that is cached; both only where the
 * data is still at its version, which is looked up only where it matters.
 * @param cache null: responses of this kind are not cached
 * @returns null: it has to be made
 */
export async function answerWithoutMaking(
  cache: ResponseCache | null,
  { question, headers, state, headersOf }: Conditions,
): Promise<Answer | null> {
  if (question === null) return null;
  const cached = cache?.find(question);
  const isConditional = headers !== undefined && namesAnswer(headers);
  if (!cached && !isConditional) return null;
  const now = await state();
  if (isConditional && fresh(headers, { etag: entityTag(question, now) })) {
    return { status: 304, headers: headersOf(now), body: null };
  }
  if (!cache || cached?.version !== now.version) return null;
  const { headers: own, body, coded } = cached;
  return {
    status: 200,
    headers: [...headersOf(now), ...own],
    body,
    coded: {
      find: (coding) => coded?.[coding],
      store(coding, bytes) {
        cache.storeCoded(question, body, coding, bytes);
      },
    },
  };
}

/** The weak entity tag of a question's answer: the same tag, the same answer. */
export function entityTag(question: string, { version }: DataState): string {
  return `W/"${question}.${version}"`;
}

/** Whether the client says which answer it has; `*` stands for any. */
function namesAnswer(headers: IncomingHttpHeaders): boolean {
  return headers['if-none-match'] !== undefined && !matchesAnyAnswer(headers);
}

function matchesAnyAnswer(headers: IncomingHttpHeaders): boolean {
  return headers['if-none-match']?.trim() === '*';
}

/** The headers of a 304 that the 200 in its place has (RFC 9110, 15.4.5), and what tells of the data. */
const ON_NOT_MODIFIED = ['etag', 'sync-watermark'];

/**
 * Returns 304 in the place of an answer that there is, where the client sent `If-None-Match: *`, which any answer matches (RFC
 * 9110, 13.1.2). It is decided once the answer is made: what is not there is still a 404.
 */
export function unlessAnyMatches(headers: IncomingHttpHeaders, answer: Answer): Answer {
  if (answer.status !== 200 || !matchesAnyAnswer(headers)) return answer;
  const kept = answer.headers.filter(([name]) => ON_NOT_MODIFIED.includes(name.toLowerCase()));
  return { status: 304, headers: kept, body: null };
}

/** What the answers of a surface with entity tags depend on beside the address. */
const VARY = 'x-api-key, x-public-api-key, Accept';

/** Says that the answer may be kept, by its own client, and must be asked for before it is used again. */
export function announceCaching(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'private, no-cache');
  // None of these is named before, so that nothing has to be looked up in what is.
  const before = response.getHeader('Vary');
  response.setHeader('Vary', before === undefined ? VARY : `${String(before)}, ${VARY}`);
}

/** Names a viewer where its answer may tell of itself: a query may ask what its viewer is. */
export function nameOfViewer({ userId, role, expiresAt, grants }: Viewer): string {
  return [userId, role, expiresAt, grants].join();
}

/** Names things by their content, in 16 characters. */
export function digest(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 16);
}
