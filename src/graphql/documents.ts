import { createHash } from 'node:crypto';
import {
  type DocumentNode,
  GraphQLError,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Core } from '../core/createCore.js';
import type { PlannedOperation } from '../core/plan.js';
import { isTurnOver, nextTurn } from '../values/turns.js';
import { BOUNDS } from './bounds.js';

/** The documents that were asked, each parsed and validated once. */
export interface Documents {
  /** The operation that is asked for; else what is wrong with the document, or that it has none of this name. */
  readonly operationOf: (text: string, name: string | null) => Promise<PlannedOperation | readonly GraphQLError[]>;
}

interface Sound {
  readonly document: DocumentNode;
  /** By name; there are as many as the document has. */
  readonly operations: Map<string | null, PlannedOperation>;
}

/** Characters of documents that are kept, and of one; parsed, one takes some fifty times as much memory. */
const DOCUMENTS = { maxSize: 400_000, maxEntrySize: 20_000 };
/** The same of documents that are not sound, with what is wrong with them. */
const UNSOUND = { maxSize: 100_000, maxEntrySize: 20_000 };

/** What is wrong with a document is told so often at most: each is a search for what was meant. */
const MOST_ERRORS = 20;

/** What graphql-js says once it has compared 500,000 pairs of fields, and what it means. */
const ABORTED = 'Validation aborted.';
const TOO_OFTEN =
  'The document selects fields of one name so often that more than 500,000 pairs would be compared; select each field once.';

/** Whether fields of one name can be one takes as long to find out as all else. */
const QUICK_RULES = specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule);

export function createDocuments({ schema, read }: Pick<Core, 'schema' | 'read'>): Documents {
  const documents = new LRUCache<string, Sound>(DOCUMENTS);
  const unsound = new LRUCache<string, readonly GraphQLError[]>(UNSOUND);
  /** What is wrong with a document, in the order of graphql-js, found out in turns. */
  const errorsOf = async (document: DocumentNode): Promise<readonly GraphQLError[]> => {
    if (isTurnOver()) await nextTurn();
    const isQuicklyWrong = validate(schema, document, QUICK_RULES, { maxErrors: 1 }).length > 0;
    if (isTurnOver()) await nextTurn();
    const rules = isQuicklyWrong ? specifiedRules : [OverlappingFieldsCanBeMergedRule];
    return validate(schema, document, rules, { maxErrors: MOST_ERRORS }).map(invalid);
  };
  const soundOf = async (text: string): Promise<Sound | readonly GraphQLError[]> => {
    const name = digest(text);
    const found = documents.get(name);
    if (found) return found;
    const known = unsound.get(name);
    if (known) return known;
    const size = Math.max(1, text.length);
    const document = parsed(text);
    const errors = document instanceof GraphQLError ? [document] : await errorsOf(document);
    if (document instanceof GraphQLError || errors.length > 0) {
      unsound.set(name, errors, { size });
      return errors;
    }
    const sound = { document, operations: new Map<string | null, PlannedOperation>() };
    documents.set(name, sound, { size });
    return sound;
  };
  return {
    async operationOf(text, name) {
      const sound = await soundOf(text);
      if (!('operations' in sound)) return sound;
      const found = sound.operations.get(name) ?? read(sound.document, name);
      if (found instanceof GraphQLError) return [coded(found, 'OPERATION_RESOLUTION_FAILURE')];
      sound.operations.set(name, found);
      return found;
    },
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function parsed(text: string): DocumentNode | GraphQLError {
  try {
    return parse(text, { maxLexicalTokens: BOUNDS.tokens });
  } catch (error) {
    if (error instanceof GraphQLError) return coded(error, 'GRAPHQL_PARSE_FAILED');
    throw error;
  }
}

function invalid(error: GraphQLError): GraphQLError {
  return coded(error.message === ABORTED ? new GraphQLError(TOO_OFTEN) : error, 'GRAPHQL_VALIDATION_FAILED');
}

/** An error of graphql-js with Apollo's code of its kind. */
export function coded({ message, nodes, source, positions }: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(message, {
    ...(nodes ? { nodes } : { source: source ?? null, positions: positions ?? null }),
    extensions: { code },
  });
}
