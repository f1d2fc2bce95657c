import { type DocumentNode, GraphQLEnumType, type GraphQLNamedType, Kind } from 'graphql';
import { MAX_INT } from '../../plan/arguments.js';
import { texts } from '../../data/sdl.js';

/** A JSON Schema, draft 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The pattern of texts, which contain no U+0000 (parseText). */
export const TEXT_PATTERN = '^[^\\u0000]*$';

const number: JsonSchema = { type: 'number' };

/** The total of the rate lines of one name or kind (Rate of src/consumption). */
const RATE: JsonSchema = {
  type: 'object',
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
  RateTable: { type: 'object', additionalProperties: RATE },
};

/**
 * Returns the schema of a scalar or enum in answers.
 * @param declared `schema/types`, which declares closed lists with `@values`
 * @throws Error for an unknown scalar
 */
export function leafSchema(type: GraphQLNamedType, declared: DocumentNode): JsonSchema {
  const known = SCALARS[type.name];
  if (known) return known;
  const choices = choicesOf(type, declared);
  if (choices.length === 0) throw new Error(`the scalar ${type.name} has no JSON Schema; src/rest/openapi lists them`);
  return { type: 'string', enum: choices };
}

/** Returns the values of an enum or of a scalar with `@values`; otherwise an empty list. */
function choicesOf(type: GraphQLNamedType, declared: DocumentNode): readonly string[] {
  if (type instanceof GraphQLEnumType) return type.getValues().map(({ name }) => name);
  const node = declared.definitions.find(
    (candidate) => candidate.kind === Kind.SCALAR_TYPE_DEFINITION && candidate.name.value === type.name,
  );
  return node?.kind === Kind.SCALAR_TYPE_DEFINITION ? texts(node, 'values', 'are') : [];
}

/** Makes a schema nullable. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: choices } = schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(choices) ? { enum: [...(choices as readonly unknown[]), null] } : {}),
  };
}
