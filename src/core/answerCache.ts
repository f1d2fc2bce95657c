import { LRUCache } from 'lru-cache';

/** An answer as it was sent. */
export interface KeptAnswer {
  /** Of the data that it tells of. */
  readonly version: number;
  readonly body: Buffer;
}

/** Answers to questions that come again; each is valid as long as the data has the version that it was made of. */
export interface AnswerCache<Kept extends KeptAnswer> {
  /** The answer that is kept, whatever the data is at by now. */
  find(question: string): Kept | undefined;
  /** Whether a question was asked before, so that its answer is worth keeping; from now on it was. */
  comesAgain(question: string): boolean;
  /** Keeps an answer, unless it takes too much of the space. */
  keep(question: string, answer: Kept): void;
}

/** An answer that takes more than this share of the space would drive too many others out. */
const SHARE = 4;
/** What an entry takes beside its texts, about. */
const ENTRY_BYTES = 300;
/** Questions that were asked once, at most. */
const ASKED = 2_000;

/** @param maxBytes of answers with their questions; 0: none is kept */
export function createAnswerCache<Kept extends KeptAnswer>(maxBytes: number): AnswerCache<Kept> {
  if (maxBytes === 0) return { find: () => undefined, comesAgain: () => false, keep: () => undefined };
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes / SHARE),
    sizeCalculation: (answer, question) => sizeOf(answer) + question.length + ENTRY_BYTES,
  });
  // A walk through all pages of a list asks each once: its answers would only drive out others.
  const asked = new LRUCache<string, true>({ max: ASKED });
  return {
    find: (question) => kept.get(question),
    comesAgain(question) {
      if (asked.get(question)) return true;
      asked.set(question, true);
      return false;
    },
    keep(question, answer) {
      kept.set(question, answer);
    },
  };
}

/** Bytes of the body and of the texts that go with it. */
function sizeOf(answer: KeptAnswer): number {
  const lengths = Object.values(answer).map((value) => (typeof value === 'string' ? value.length : 0));
  return lengths.reduce((sum, length) => sum + length, answer.body.length);
}

/** A text as bytes that share their memory with nothing else. */
export function bytesOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafeSlow(length);
  // Node writes ASCII, as most often, several times as fast.
  bytes.write(text, length === text.length ? 'latin1' : 'utf8');
  return bytes;
}
