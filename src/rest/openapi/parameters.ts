import {
  type DocumentNode,
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isObjectType,
  Kind,
} from 'graphql';
import { MAX_VALUES, FIRST_PAGE, MAX_INT } from '../../plan/arguments.js';
import type { Column } from '../../data/resource.js';
import { named } from '../../data/sdl.js';
import { OBJECT_ID, type ValueKind, ISO } from '../../values/scalars.js';
import type { Endpoint } from '../endpoint.js';
import { FORMATS } from '../formats.js';
import { MAX_TARGET, type Parameters } from '../parameters.js';
import { FIGURE_PARAMETERS, type FigureParameter, FLAG_CHOICES, IGNORED } from '../figureParameters.js';
import { ENVELOPES, type FilterParameter, filterParameters, RANGES, sortNames } from '../variables.js';
import type { Resources } from '../../data/resource.js';
import { TABLE_LEVELS } from '../../run/tableObjects.js';
import { listFieldsOf, objectFilters, ROW_PARAMETERS } from '../tableParameters.js';
import type { Components, JsonSchema } from './components.js';
import { leafSchema, TEXT_PATTERN } from './leaf.js';

/** The rule for values that contain a comma. */
const QUOTES = ' Put a value with a comma in double quotes, and write quotes in it twice.';

const bounded = { type: 'string', maxLength: MAX_TARGET };
const TEXT: JsonSchema = { ...bounded, pattern: TEXT_PATTERN };
const STAMP: JsonSchema = { ...bounded, pattern: ISO.source };
const ID: JsonSchema = { type: 'string', pattern: OBJECT_ID.source, minLength: 24, maxLength: 24 };

/** The schema of each kind of value that parseValue accepts. Choices are components. */
const KINDS: Readonly<Record<Exclude<ValueKind, 'choice'>, JsonSchema>> = {
  id: ID,
  text: TEXT,
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  timestamp: STAMP,
  records: TEXT,
};

/** The schemas of figure variables by GraphQL type. Other types are texts. */
const VARIABLES: Readonly<Record<string, JsonSchema>> = { ID, Date: STAMP };

/** The sources of parameters, and the components that name their closed lists. */
interface ParameterContext {
  readonly schema: GraphQLSchema;
  readonly resources: Resources;
  readonly components: Components;
  /** The name of the endpoint's answer. */
  readonly title: string;
  readonly maxLimit: number;
}

/**
 * Returns the OpenAPI parameters of an endpoint.
 * @param given the parameters of the example request, which become the examples of the parameters
 */
export function parametersOf(endpoint: Endpoint, context: ParameterContext, given: Parameters): readonly JsonSchema[] {
  const parameters = endpoint.isTable
    ? tableParameters(endpoint, context)
    : !endpoint.resource
      ? figureParameters(endpoint, context)
      : endpoint.list
        ? listParameters(endpoint, context)
        : [pathParameter(endpoint)];
  return parameters
    .map((parameter) => {
      const texts = given.get(String(parameter.name));
      return texts ? { ...parameter, example: exampleOf(parameter.schema as JsonSchema, texts) } : parameter;
    })
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** The extension that groups filters. A page that shows the document may fold the groups. */
const GROUP = 'x-group';
const GROUPS = ['fields', 'ranges'] as const;

/** Returns the rank of a parameter: required ones first, then those of every list, those of the example, each group. */
function rankOf(parameter: JsonSchema): number {
  if (parameter.required === true) return 0;
  const group = GROUPS.findIndex((name) => name === parameter[GROUP]);
  if (group === -1) return 1;
  return 'example' in parameter ? 2 : 3 + group;
}

/** Matches the parameters of a path: Express writes `:id`, OpenAPI `{id}`. */
export const PATH_PARAMETER = /:(\w+)/g;

function pathParameter({ path, resource }: Endpoint): JsonSchema {
  const name = [...path.matchAll(PATH_PARAMETER)][0]?.[1] ?? 'id';
  const description = `Identifier of the ${resource?.type.toLowerCase() ?? 'record'}.`;
  return { name, in: 'path', required: true, description, schema: ID };
}

function envelope(components: Components): JsonSchema {
  return query(
    'envelope',
    '`next`: the body of a JSON page has `next`, the path of the next page, or null.',
    choice(components, 'Envelope', ENVELOPES),
  );
}

/** Adds a component for a closed list of texts that is no type of the GraphQL schema. */
function choice(components: Components, name: string, values: readonly string[]): JsonSchema {
  return components.name(name, { type: 'string', enum: values });
}

/** Adds a component for the sort orders of a list. */
function sortChoice({ components, title }: ParameterContext, paths: readonly string[]): JsonSchema {
  const orders = [...new Set(paths)].flatMap((path) => [`${path}:asc`, `${path}:desc`]);
  return choice(components, `${title}Sort`, orders);
}

function listParameters(endpoint: Endpoint, context: ParameterContext): readonly JsonSchema[] {
  const { components, maxLimit } = context;
  const integer = { type: 'integer', format: 'int32', minimum: 1 };
  return [
    query('limit', 'Records per page.', { ...integer, maximum: maxLimit, default: FIRST_PAGE.limit }),
    query('page', 'Page number, from 1.', { ...integer, maximum: MAX_INT, default: FIRST_PAGE.page }),
    query('after', 'Instead of `page`: the cursor of a `Link` with `rel="next"`, or empty for the start.', TEXT),
    query('format', 'Format of the response. Without `limit`, formats other than JSON contain all records.', {
      ...choice(components, 'Format', FORMATS),
      default: FORMATS[0],
    }),
    envelope(components),
    query(
      'sort',
      'The order. Records with equal values are ordered by `_id`.',
      sortChoice(context, sortNames(endpoint)),
    ),
    ...[...filterParameters(endpoint)].map(([name, filter]) => filterOf(endpoint, context, name, filter)),
  ];
}

/** Returns the parameters of a table of figures: of figures, pages and rows, and filters of the objects of every level. */
function tableParameters(endpoint: Endpoint, context: ParameterContext): readonly JsonSchema[] {
  const { resources, components, maxLimit } = context;
  const fields = new Map<string, { readonly schema: JsonSchema; readonly levels: string[] }>();
  const sorts: string[] = [];
  for (const level of TABLE_LEVELS) {
    const listed = listFieldsOf(level, resources);
    sorts.push(...sortNames(listed));
    for (const [name, filter] of objectFilters(level, resources)) {
      const entry = fields.get(name) ?? {
        schema: filterOf({ ...endpoint, ...listed }, context, name, filter),
        levels: [],
      };
      entry.levels.push(level);
      fields.set(name, entry);
    }
  }
  const integer = { type: 'integer', format: 'int32', minimum: 1 };
  return [
    ...figureParameters(endpoint, context),
    query('limit', 'Objects per page. Default: as many as give 1,000 rows, at least one.', {
      ...integer,
      maximum: maxLimit,
    }),
    query('page', 'Page number, from 1.', { ...integer, maximum: MAX_INT, default: FIRST_PAGE.page }),
    query('after', 'Instead of `page`: the cursor of a `Link` with `rel="next"`, or empty for the start.', TEXT),
    envelope(components),
    query(
      'sort',
      'The order of the objects, by one of their fields. Objects with equal values are ordered by `_id`.',
      sortChoice(context, sorts),
    ),
    ...ROW_PARAMETERS.map((name) => query(name, `Rows whose ${rowWords(name)}.`, rowSchema(name))),
    ...[...fields.values()].map(({ schema: parameter, levels }) => ({
      ...parameter,
      description: `With by=${levels.join(', ')}: ${String(parameter.description)}`,
    })),
  ];
}

function rowSchema(name: string): JsonSchema {
  if (name === 'isMissing') return { type: 'boolean' };
  return name.startsWith('coverage.') ? { type: 'number', minimum: 0, maximum: 1 } : { type: 'number' };
}

function rowWords(name: string): string {
  const [figure = '', operator = ''] = name.split('.');
  return operator === '' ? `\`${figure}\` is the value` : `\`${figure}\` is ${RANGES[operator] ?? ''} the value`;
}

function filterOf(
  { resource, required, defaults }: Endpoint,
  { schema, components }: ParameterContext,
  name: string,
  { column, operator }: FilterParameter,
): JsonSchema {
  const [fallback] = defaults.get(name) ?? [];
  const range = RANGES[operator];
  const field = fieldAt(schema, resource?.type ?? '', column.path);
  const sentences = [
    operator === 'has'
      ? `Records whose \`${column.path}\` contains the value, or any value of a comma list.${QUOTES}`
      : `Records whose \`${column.path}\` is ${range === undefined ? '' : `${range} `}the value.`,
    ...(range === undefined ? [field?.description ? `${field.description}.` : ''] : []),
    ...(fallback === undefined ? [] : ['`*` matches any value.']),
  ];
  const value = column.kind === 'choice' ? leafSchema(typeOf(field), components) : KINDS[column.kind];
  return {
    ...query(name, sentences.filter((sentence) => sentence !== '').join(' '), {
      ...(operator === 'has' ? listOf(value, MAX_VALUES) : value),
      ...(fallback === undefined ? {} : { default: fallback }),
    }),
    ...(required.includes(name) ? { required: true } : {}),
    ...(fallback === undefined ? { [GROUP]: GROUPS[range === undefined ? 0 : 1] } : {}),
  };
}

/** Returns the field at a path of a type of the schema. */
function fieldAt(
  schema: GraphQLSchema,
  typeName: string,
  path: Column['path'],
): GraphQLField<unknown, unknown> | undefined {
  let type = schema.getType(typeName);
  let field: GraphQLField<unknown, unknown> | undefined;
  for (const name of path.split('.')) {
    field = isObjectType(type) ? type.getFields()[name] : undefined;
    type = field && getNamedType(field.type);
  }
  return field;
}

function typeOf(field: GraphQLField<unknown, unknown> | undefined): GraphQLNamedType {
  if (!field) throw new Error('a closed list is no field of the schema');
  return getNamedType(field.type);
}

function figureParameters({ name: operation, document }: Endpoint, context: ParameterContext): readonly JsonSchema[] {
  const parameters = Object.entries(FIGURE_PARAMETERS[operation] ?? {}).map(([name, parameter]) => ({
    ...query(
      name,
      `${parameter.meaning}.${parameter.list && !parameter.choices ? QUOTES : ''}`,
      figureSchema(name, parameter, variableType(document, name), context),
    ),
    ...(parameter.required ? { required: true } : {}),
  }));
  if (operation !== 'consumption') return parameters;
  return [...parameters, { ...query(IGNORED, 'Ignored; old clients send it.', TEXT), deprecated: true }];
}

function figureSchema(
  name: string,
  { choices, list, fallback }: FigureParameter,
  type: string,
  { schema, components }: ParameterContext,
): JsonSchema {
  const declaredType = schema.getType(type);
  const value = !choices
    ? (VARIABLES[type] ?? TEXT)
    : choices === FLAG_CHOICES
      ? { type: 'boolean' }
      : declaredType
        ? leafSchema(declaredType, components)
        : choice(components, name.charAt(0).toUpperCase() + name.slice(1), choices);
  return { ...(list ? listOf(value) : value), ...(fallback === undefined ? {} : { default: fallback }) };
}

/** Returns the type of a variable of the operation; '' without the variable. */
function variableType(document: DocumentNode, name: string): string {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const definition = operation?.variableDefinitions?.find(({ variable }) => variable.name.value === name);
  return definition ? named(definition.type).name : '';
}

/** Returns the schema of a comma list. The length of the URL limits its elements. */
function listOf(items: JsonSchema, most = MAX_TARGET / 2): JsonSchema {
  return { type: 'array', items, minItems: 1, maxItems: most };
}

function query(name: string, description: string, schema: JsonSchema): JsonSchema {
  return {
    name,
    in: 'query',
    description,
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    schema,
  };
}

/** Converts the text of a query parameter to a value of its schema. */
function exampleOf({ type }: JsonSchema, texts: readonly string[]): unknown {
  const [first = ''] = texts;
  if (type === 'array') return first.split(',');
  if (type === 'boolean') return first === 'true';
  return type === 'integer' || type === 'number' ? Number(first) : first;
}
