import { type DocumentNode, GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { texts } from '../data/sdl.js';
import { roundFigure } from '../consumption/round.js';
import { parseDay } from '../values/day.js';
import { isProblem, parseChoice, type Parsed, parseText } from '../values/scalars.js';
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

/** A copy whose numbers are rounded, as figures are. */
function roundAll(value: unknown): unknown {
  if (typeof value === 'number') return roundFigure(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]: [string, unknown]) => [name, roundAll(inner)]));
}

/**
 * The scalars of the schema: timestamps, sorts, and those whose closed list of values is declared by `@values`.
 * @param declared `schema/types`, with house directives
 */
export function scalarsOf(declared: DocumentNode): Readonly<Record<string, GraphQLScalarType>> {
  const scalars: Record<string, GraphQLScalarType> = {
    Timestamp: textScalar('Timestamp', parseTimestamp),
    Sort: textScalar('Sort', parseText),
    Date: textScalar('Date', parseDay),
    Figure: new GraphQLScalarType({ name: 'Figure', serialize: (value) => roundFigure(Number(value)) }),
    RateTable: new GraphQLScalarType({ name: 'RateTable', serialize: roundAll }),
  };
  for (const node of declared.definitions) {
    if (node.kind !== Kind.SCALAR_TYPE_DEFINITION) continue;
    const choices = texts(node, 'values', 'are');
    if (choices.length === 0) continue;
    scalars[node.name.value] = textScalar(node.name.value, (text) => parseChoice(text, choices));
  }
  return scalars;
}
