import { type DocumentNode, GraphQLError, GraphQLScalarType, Kind, print } from 'graphql';
import { text, texts, where } from '../data/sdl.js';
import { isoOf } from '../usage/grid.js';
import { parseTimeZone } from '../values/timeZone.js';
import { parseDay, parseTimestamp, isProblem, parseChoice, type Parsed, parseText } from '../values/scalars.js';

/** Extensions of a scalar whose numbers are instants, in milliseconds. */
export const INSTANTS = { isInstant: true } as const;

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
    parseLiteral: (node) => {
      if (node.kind === Kind.STRING) return parse(node.value);
      throw new GraphQLError(`${name} must be a text in double quotes, got ${print(node)}.`);
    },
  });
}

/** Instants: a timestamp as it was stored, or milliseconds. */
function timestampScalar(): GraphQLScalarType {
  return new GraphQLScalarType({
    ...textScalar('Timestamp', parseTimestamp).toConfig(),
    serialize: (value) => (typeof value === 'number' ? isoOf(value) : value),
    extensions: INSTANTS,
  });
}

/** A copy whose numbers are rounded, as figures are. */
function roundAll(value: unknown): unknown {
  if (typeof value === 'number') return roundFigure(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]: [string, unknown]) => [name, roundAll(inner)]));
}

/** Half-hours of a day have the same rates, so that they are rounded once. */
function roundedOnce(): (value: unknown) => unknown {
  const rounded = new WeakMap<object, unknown>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return roundAll(value);
    const known = rounded.get(value) ?? roundAll(value);
    rounded.set(value, known);
    return known;
  };
}

/**
 * The scalars of the schema: timestamps, sorts, and those whose closed list of values is declared by `@values`.
 * @param declared `schema/types`, with house directives
 */
export function scalarsOf(declared: DocumentNode): Readonly<Record<string, GraphQLScalarType>> {
  const scalars: Record<string, GraphQLScalarType> = {
    Timestamp: timestampScalar(),
    Sort: textScalar('Sort', parseText),
    Date: textScalar('Date', parseDay),
    TimeZone: textScalar('TimeZone', parseTimeZone),
    Figure: new GraphQLScalarType({ name: 'Figure', serialize: (value) => roundFigure(Number(value)) }),
    RateTable: new GraphQLScalarType({ name: 'RateTable', serialize: roundedOnce() }),
  };
  for (const node of declared.definitions) {
    if (node.kind !== Kind.SCALAR_TYPE_DEFINITION) continue;
    const choices = texts(node, 'values', 'are');
    const name = node.name.value;
    const scalar = choices.length === 0 ? scalars[name] : textScalar(name, (given) => parseChoice(given, choices));
    if (!scalar) throw new Error(`${where(node)}: src/plan/scalars.ts does not read the scalar ${name}`);
    // A scalar of the resolvers replaces the declared one, with its description and the address of its format.
    scalars[name] = new GraphQLScalarType({
      ...scalar.toConfig(),
      description: node.description?.value,
      specifiedByURL: text(node, 'specifiedBy', 'url'),
    });
  }
  return scalars;
}

/**
 * Rounds a computed figure to 6 decimals, half away from zero, and −0 to 0 (figures 5); once, where it
 * leaves the service.
 */
export function roundFigure(value: number): number {
  const millionths = value * 1e6;
  const nearest = Math.round(millionths);
  const distance = Math.abs(millionths - nearest);
  // Below 2^50 the product is off by an eighth at most, and so decides but where it is about half way; the quotient of
  // two integers is the nearest number there is to the decimal.
  if (distance < 0.375 && Math.abs(millionths) < 2 ** 50) return nearest / 1e6 + 0;
  // toFixed decides by the exact value, unlike a multiplication; beyond 1e21 it writes exponents.
  return Math.abs(value) < 1e21 ? Number(value.toFixed(6)) + 0 : value;
}
