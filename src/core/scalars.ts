import { GraphQLError, GraphQLScalarType, Kind, type DocumentNode } from 'graphql';
import { texts } from '../data/sdl.js';
import { isProblem, type Parsed } from '../values/parsed.js';
import { parseChoice, parseText } from '../values/scalars.js';
import { parseTimestamp } from '../values/timestamp.js';

/** A scalar of texts; values leave as they were stored. */
function textScalar(name: string, read: (text: string) => Parsed<string>): GraphQLScalarType {
  const parse = (value: unknown): string => {
    if (typeof value !== 'string') throw new GraphQLError(`${name} must be a text, got ${JSON.stringify(value)}.`);
    const parsed = read(value);
    if (isProblem(parsed)) throw new GraphQLError(`${name} ${parsed.problem}.`);
    return parsed.value;
  };
  return new GraphQLScalarType({
    name,
    serialize: (value) => value,
    parseValue: parse,
    parseLiteral: (node) => parse('value' in node && node.kind === Kind.STRING ? node.value : undefined),
  });
}

/**
 * The scalars of the schema: timestamps, sorts, and those whose closed list of values is declared by `@values`.
 * @param declared `schema/types`, with house directives
 */
export function scalarsOf(declared: DocumentNode): Readonly<Record<string, GraphQLScalarType>> {
  const scalars: Record<string, GraphQLScalarType> = {
    Timestamp: textScalar('Timestamp', parseTimestamp),
    Sort: textScalar('Sort', parseText),
  };
  for (const node of declared.definitions) {
    if (node.kind !== Kind.SCALAR_TYPE_DEFINITION) continue;
    const choices = texts(node, 'values', 'are');
    if (choices.length === 0) continue;
    scalars[node.name.value] = textScalar(node.name.value, (text) => parseChoice(text, choices));
  }
  return scalars;
}
