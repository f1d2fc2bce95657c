import { createHash } from 'node:crypto';
import { GraphQLError, parse, validate, type DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Core } from '../core/createCore.js';
import type { ExecutableOperation } from '../core/execution/executor.js';
import { BOUNDS } from './bounds.js';

/** The documents that were asked, each parsed and validated once. */
export interface Documents {
  /**
   * The operation that is asked for; an error where a sound document has none of this name.
   * @returns null where the document is not sound, which Apollo says in its own words
   */
  readonly operationOf: (text: string, name: string | null) => ExecutableOperation | GraphQLError | null;
  /** A sound document by the hash that Apollo knows it by. */
  readonly find: (sha256: string) => DocumentNode | undefined;
}

interface Sound {
  readonly document: DocumentNode;
  /** By name; there are as many as the document has. */
  readonly operations: Map<string | null, ExecutableOperation>;
}

/** Characters of documents that are kept, and of one; parsed, one takes some fifty times as much memory. */
const DOCUMENTS = { maxSize: 400_000, maxEntrySize: 20_000 };
/** Documents that are known not to be sound, at most: what is wrong with them is for Apollo to find, and to say. */
const UNSOUND = 2_000;

export function createDocuments({ schema, read }: Pick<Core, 'schema' | 'read'>): Documents {
  const documents = new LRUCache<string, Sound>(DOCUMENTS);
  const unsound = new LRUCache<string, true>({ max: UNSOUND });
  const soundOf = (text: string): Sound | null => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    const found = documents.get(sha256);
    if (found) return found;
    if (unsound.get(sha256)) return null;
    const document = parsed(text);
    if (!document || validate(schema, document).length > 0) {
      unsound.set(sha256, true);
      return null;
    }
    const sound = { document, operations: new Map<string | null, ExecutableOperation>() };
    documents.set(sha256, sound, { size: Math.max(1, text.length) });
    return sound;
  };
  return {
    operationOf(text, name) {
      const sound = soundOf(text);
      if (!sound) return null;
      const found = sound.operations.get(name) ?? read(sound.document, name);
      if (!(found instanceof GraphQLError)) sound.operations.set(name, found);
      return found;
    },
    find: (sha256) => documents.get(sha256)?.document,
  };
}

function parsed(text: string): DocumentNode | null {
  try {
    return parse(text, { maxLexicalTokens: BOUNDS.tokens });
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}
