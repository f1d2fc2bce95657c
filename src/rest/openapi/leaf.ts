import { type DocumentNode, GraphQLEnumType, type GraphQLNamedType, Kind } from 'graphql';
import { MAX_INT } from '../../plan/arguments.js';
import { texts } from '../../data/sdl.js';

/** A JSON Schema, draft 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What no text may contain (parseText). */
export const TEXT_PATTERN = '^[^\\u0000]*$';

const number: JsonSchema = { type: 'number' };

/** Rate lines of one name or kind together (Rate of src/consumption). */
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

/** The scalars as they leave (src/plan/scalars.ts). */
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
 * The values of a scalar or enum as answers have them.
 * @param declared `schema/types`, for the closed lists that `@values` declares
 * @throws Error for a scalar that is not known
 */
export function leafSchema(type: GraphQLNamedType, declared: DocumentNode): JsonSchema {
  const known = SCALARS[type.name];
  if (known) return known;
  const choices = choicesOf(type, declared);
  if (choices.length === 0) throw new Error(`the scalar ${type.name} has no JSON Schema; src/rest/openapi lists them`);
  return { type: 'string', enum: choices };
}

/** The closed list of an enum or of a scalar with `@values`; else empty. */
function choicesOf(type: GraphQLNamedType, declared: DocumentNode): readonly string[] {
  if (type instanceof GraphQLEnumType) return type.getValues().map(({ name }) => name);
  const node = declared.definitions.find(
    (candidate) => candidate.kind === Kind.SCALAR_TYPE_DEFINITION && candidate.name.value === type.name,
  );
  return node?.kind === Kind.SCALAR_TYPE_DEFINITION ? texts(node, 'values', 'are') : [];
}

/** The same, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: choices } = schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(choices) ? { enum: [...(choices as readonly unknown[]), null] } : {}),
  };
}
