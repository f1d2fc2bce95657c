import { type DocumentNode, GraphQLError, GraphQLScalarType, Kind, print } from 'graphql';
import { text, texts, where } from '../data/sdl.js';
import { isoOf } from '../usage/grid.js';
import { parseTimeZone } from '../values/timeZone.js';
import { parseDay, parseTimestamp, isProblem, parseChoice, type Parsed, parseText } from '../values/scalars.js';

/** The extensions of a scalar whose numbers are instants, in milliseconds since 1970. */
export const INSTANTS = { isInstant: true } as const;
/** The extensions of a scalar whose numbers are figures, see {@link roundFigure}. */
export const FIGURES = { isFigure: true } as const;

/** Creates a scalar of texts. It serializes stored values unchanged. */
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

/** Creates the scalar of instants. It serializes stored timestamps unchanged, and milliseconds as ISO 8601. */
function timestampScalar(): GraphQLScalarType {
  return new GraphQLScalarType({
    ...textScalar('Timestamp', parseTimestamp).toConfig(),
    serialize: (value) => (typeof value === 'number' ? isoOf(value) : value),
    extensions: INSTANTS,
  });
}

/** Returns a copy with all numbers rounded by {@link roundFigure}. */
function roundAll(value: unknown): unknown {
  if (typeof value === 'number') return roundFigure(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]: [string, unknown]) => [name, roundAll(inner)]));
}

/** Returns a function that rounds each object once: the half-hours of a day share one object of rates. */
function roundedOnce(): (value: unknown) => unknown {
  const rounded = new WeakMap<object, unknown>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return roundAll(value);
    const copy = rounded.get(value) ?? roundAll(value);
    rounded.set(value, copy);
    return copy;
  };
}

/**
 * Returns the scalars of the schema: timestamps, sorts, and those whose allowed values `@values` declares.
 * @param declared `schema/types`, with house directives
 */
export function scalarsOf(declared: DocumentNode): Readonly<Record<string, GraphQLScalarType>> {
  const scalars: Record<string, GraphQLScalarType> = {
    Timestamp: timestampScalar(),
    Sort: textScalar('Sort', parseText),
    Date: textScalar('Date', parseDay),
    TimeZone: textScalar('TimeZone', parseTimeZone),
    Figure: new GraphQLScalarType({
      name: 'Figure',
      serialize: (value) => roundFigure(Number(value)),
      extensions: FIGURES,
    }),
    RateTable: new GraphQLScalarType({ name: 'RateTable', serialize: roundedOnce() }),
  };
  for (const node of declared.definitions) {
    if (node.kind !== Kind.SCALAR_TYPE_DEFINITION) continue;
    const choices = texts(node, 'values', 'are');
    const name = node.name.value;
    const scalar = choices.length === 0 ? scalars[name] : textScalar(name, (given) => parseChoice(given, choices));
    if (!scalar) throw new Error(`${where(node)}: src/plan/scalars.ts does not read the scalar ${name}`);
    // A scalar of the resolvers replaces the declared one, so it needs the declared description and URL.
    scalars[name] = new GraphQLScalarType({
      ...scalar.toConfig(),
      description: node.description?.value,
      specifiedByURL: text(node, 'specifiedBy', 'url'),
    });
  }
  return scalars;
}

/**
 * Rounds a computed figure to 6 decimals, half away from zero, and −0 to 0 (figures 5). Figures are rounded only once,
 * when the service writes them.
 */
export function roundFigure(value: number): number {
  const millionths = millionthsOf(value);
  // The quotient of two integers is the double nearest to the decimal.
  if (!Number.isNaN(millionths)) return millionths / 1e6 + 0;
  // `toFixed` rounds the exact value, unlike a multiplication. From 1e21 it writes exponents.
  return Math.abs(value) < 1e21 ? Number(value.toFixed(6)) + 0 : value;
}

/** The absolute values of {@link millionthsOf} are at most this. */
export const MAX_MILLIONTHS = 2 ** 50;

/** Returns a figure in millionths, rounded by the same rule; NaN: it is too near a half, or too large. */
export function millionthsOf(value: number): number {
  const millionths = value * 1e6;
  const nearest = Math.round(millionths);
  // The product's relative error is at most 2^-53. If a half is farther away than that, the product rounds like the value.
  const isDecided = 0.5 - Math.abs(millionths - nearest) > Math.abs(millionths) * 2 ** -52;
  return isDecided && Math.abs(millionths) < MAX_MILLIONTHS ? nearest : NaN;
}
