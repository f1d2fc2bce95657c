import { type GraphQLSchema, isObjectType, Kind } from 'graphql';
import { DEPRECATED_KEY_HEADER, KEY_HEADER } from '../../admit/admission.js';
import { packageVersion } from '../../config/root.js';
import { FIGURES_TYPE } from '../../plan/names.js';
import type { Resources } from '../../data/resource.js';
import { type Endpoint, readEndpoints } from '../endpoint.js';
import { ACCEPTED_TYPES, FORMATS } from '../formats.js';
import { Components, type JsonSchema } from './components.js';
import { exampleParameters, readExample } from './examples.js';
import { headerComponents, headersFor } from './headers.js';
import { parametersOf, PATH_PARAMETER } from './parameters.js';
import { PROBLEM_SCHEMAS, problemReferences, problemResponses } from './problems.js';
import { objectSchema, type SchemaContext } from './selection.js';

export interface OpenapiOptions {
  /** The schema and the resources, derived from `schema/types`. */
  readonly core: { readonly schema: GraphQLSchema; readonly resources: Resources };
  readonly maxLimit: number;
  readonly maxPeriods: number;
}

const DESCRIPTION = `Meters, sites, invoices, readings and interval data of organisations, with their consumption, cost and emissions. The API is
read-only, and each key sees only the data granted to its user.

You can filter lists by any field of the response. Errors are problem details (RFC 9457), with the received and the allowed
values.`;

/** Returns the OpenAPI 3.1 document, derived from the prepared operations, the schema and the examples. */
export function openapiDocument({ core, ...bounds }: OpenapiOptions): JsonSchema {
  const endpoints = readEndpoints(core);
  const components = new Components();
  for (const [name, schema] of Object.entries(PROBLEM_SCHEMAS)) components.name(name, schema);
  const paths = endpoints.map((endpoint) => {
    const path = endpoint.path.replaceAll(PATH_PARAMETER, '{$1}');
    return [path, { get: operationOf(endpoint, core, bounds, components) }] as const;
  });
  const tags = [...new Set(endpoints.map(tagOf))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Utility data gateway',
      version: packageVersion(),
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/2.0', description: 'This service.' }],
    security: [{ apiKey: [] }],
    tags: tags.map((name) => ({ name, description: descriptionOf(core.schema, name) })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: components.all(),
      responses: problemResponses(),
      headers: headerComponents(),
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: KEY_HEADER,
          description: 'An API key, `<USER_ID>:<secret>`.',
        },
        publicApiKey: {
          type: 'apiKey',
          in: 'header',
          name: DEPRECATED_KEY_HEADER,
          description: `Deprecated: the same key, used if \`${KEY_HEADER}\` is absent.`,
          'x-deprecated': true,
        },
      },
    },
  };
}

/** The formats of lists and figures besides JSON. */
const EXPORTS = Object.fromEntries(
  FORMATS.filter((format) => format !== 'json').map((format) => [
    ACCEPTED_TYPES[format],
    { schema: format === 'csv' || format === 'ndjson' ? { type: 'string' } : {} },
  ]),
);

/** The member of a page with `envelope=next`. */
const NEXT: JsonSchema = {
  type: ['string', 'null'],
  description: 'With `envelope=next`: path and query of the next page, or null on the last page.',
};

function operationOf(
  endpoint: Endpoint,
  { schema, resources }: OpenapiOptions['core'],
  { maxLimit, maxPeriods }: Pick<OpenapiOptions, 'maxLimit' | 'maxPeriods'>,
  components: Components,
): JsonSchema {
  const { name, successor, scopes, list, isTable, resource } = endpoint;
  const example = readExample(name);
  const field = schema.getQueryType()?.getFields()[endpoint.field];
  const [firstClause = name] = (field?.description ?? name).split(/[;:.](?=\s)/);
  const summary = endpoint.summary || firstClause;
  const deprecated = successor !== '';
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const answer = answerSchema(endpoint, schema, {
    answer: title,
    components,
    most: (path) => (path === 'data' ? (list ? maxLimit : maxPeriods) : undefined),
  });
  return {
    // Code generators name functions by operations and types by schemas, some in the same case. `get` avoids equal
    // names.
    operationId: `get${title}`,
    summary: `${summary}.`,
    description: [
      isTable ? `${field?.description ?? ''}.` : descriptionOf(schema, tagOf(endpoint)),
      scopes.length === 0
        ? `Needs the scope of each \`${resource?.scopesBy?.path ?? ''}\`.`
        : `Needs the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`,
      ...(deprecated ? [`Deprecated: use \`${successor}\`.`] : []),
    ].join('\n\n'),
    tags: [tagOf(endpoint)],
    ...(deprecated ? { deprecated } : {}),
    security: [{ apiKey: scopes }],
    parameters: parametersOf(
      endpoint,
      { schema, resources, components, title, maxLimit },
      example ? exampleParameters(example, endpoint.path) : new Map(),
    ),
    responses: {
      200: {
        description: `${summary}.`,
        headers: headersFor(['Deprecation', 'Link', 'ETag', ...(list ? ['Sync-Watermark'] : [])]),
        content: {
          'application/json': { schema: components.name(title, answer), ...exampleOf(example) },
          ...(list || isTable || name === 'consumption' ? EXPORTS : {}),
        },
      },
      304: { description: 'The client already has this response: `If-None-Match` contains its tag.' },
      ...problemReferences([
        ...(list ? (['not-found'] as const) : []),
        ...(resource?.horizonTable ? [] : (['no-longer-known'] as const)),
      ]),
    },
  };
}

const exampleOf = (example: { readonly body: unknown } | null): JsonSchema =>
  example ? { example: example.body } : {};

function answerSchema(
  { document, field, list, isTable }: Endpoint,
  schema: GraphQLSchema,
  reading: Omit<SchemaContext, 'document'>,
): JsonSchema {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const sets = (operation?.selectionSet.selections ?? []).flatMap((node) =>
    node.kind === Kind.FIELD && node.selectionSet ? [node.selectionSet] : [],
  );
  const type = schema.getQueryType()?.getFields()[field]?.type;
  if (!isObjectType(type)) throw new Error(`the root field ${field} is not an object`);
  const answer = objectSchema(sets, type, '', { document, ...reading });
  return list || isTable ? { ...answer, properties: { next: NEXT, ...(answer.properties as JsonSchema) } } : answer;
}

/** Returns the tag of an operation. Operations of the same resource share it. */
function tagOf({ resource }: Endpoint): string {
  return resource?.type ?? FIGURES_TYPE;
}

function descriptionOf(schema: GraphQLSchema, type: string): string {
  return schema.getType(type)?.description ?? '';
}
