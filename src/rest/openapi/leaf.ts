import { GraphQLEnumType, type GraphQLNamedType, Kind } from 'graphql';
import { readTypes } from '../../data/schemaTexts.js';
import { texts } from '../../data/sdl.js';
import { MAX_INT } from '../../plan/arguments.js';
import type { Components, JsonSchema } from './components.js';

/** The pattern of texts, which contain no U+0000 (parseText). */
export const TEXT_PATTERN = '^[^\\u0000]*$';

const number: JsonSchema = { type: 'number' };

/** The total of the rate lines of one name or kind (Rate of src/consumption). */
const RATE: JsonSchema = {
  type: 'object',
  description: 'The total of the rate lines with one name or kind.',
  properties: {
    consumption: nullable(number),
    cost: number,
    unitRate: nullable(number),
    units: nullable({ type: 'string', pattern: TEXT_PATTERN }),
  },
  required: ['consumption', 'cost', 'unitRate', 'units'],
  additionalProperties: false,
};

/** The scalars as the service serialises them (src/plan/scalars.ts). */
const SCALARS: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string', pattern: '^[0-9a-f]{24}$', minLength: 24, maxLength: 24 },
  String: { type: 'string', pattern: TEXT_PATTERN },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', format: 'int32', minimum: -MAX_INT - 1, maximum: MAX_INT },
  Float: number,
  Figure: number,
  Timestamp: { type: 'string', format: 'date-time', minLength: 24, maxLength: 24 },
  TimeZone: { type: 'string', pattern: '^[A-Za-z0-9_+/-]+$', minLength: 1, maxLength: 64 },
};

/**
 * Returns the schema of a scalar or enum in answers. Those with a closed list of values become components.
 * @throws Error for an unknown scalar
 */
export function leafSchema(type: GraphQLNamedType, components: Components): JsonSchema {
  const scalar = SCALARS[type.name];
  if (scalar) return scalar;
  if (type.name === 'RateTable') return { type: 'object', additionalProperties: components.name('RateTotal', RATE) };
  const choices = choicesOf(type);
  if (choices.length === 0) throw new Error(`the scalar ${type.name} has no JSON Schema; src/rest/openapi lists them`);
  const description = type.description ?? '';
  return components.name(type.name, { type: 'string', enum: choices, ...(description === '' ? {} : { description }) });
}

/** Returns the values of an enum or of a scalar with `@values`; otherwise an empty list. */
function choicesOf(type: GraphQLNamedType): readonly string[] {
  if (type instanceof GraphQLEnumType) return type.getValues().map(({ name }) => name);
  const node = readTypes().definitions.find(
    (candidate) => candidate.kind === Kind.SCALAR_TYPE_DEFINITION && candidate.name.value === type.name,
  );
  return node?.kind === Kind.SCALAR_TYPE_DEFINITION ? texts(node, 'values', 'are') : [];
}

/** Makes a schema or a reference nullable. */
export function nullable(schema: JsonSchema): JsonSchema {
  return '$ref' in schema ? { anyOf: [schema, { type: 'null' }] } : { ...schema, type: [schema.type, 'null'] };
}
