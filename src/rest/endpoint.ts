import {
  extendSchema,
  getNamedType,
  Kind,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { FIGURES_TYPE, PAGE_SUFFIX, TABLE_TYPE } from '../plan/names.js';
import type { Core } from '../run/createCore.js';
import { readDirectives, readOperations, readTypes } from '../data/schemaTexts.js';
import { text, texts, where } from '../data/sdl.js';
import { leavesOf, planSelection, type PlannedField } from '../plan/selection.js';
import { FIGURE_PARAMETERS } from './figureParameters.js';
import { parseQueryString } from './parameters.js';
import type { ListFields } from './variables.js';

/** The base path of the REST API. */
export const BASE = '/2.0';

/** A REST endpoint, derived from its prepared operation. */
export interface Endpoint extends ListFields {
  /** The name of the operation. */
  readonly name: string;
  /** The path below the version, in Express syntax: `/accounts/:id`. */
  readonly path: string;
  /** The root field, whose value is the body. */
  readonly field: string;
  readonly document: DocumentNode;
  readonly list: boolean;
  /** Whether it is a table of figures, whose objects depend on the request. */
  readonly isTable: boolean;
  /** The scopes that the selected types require. Empty if the scopes depend on the requested record. */
  readonly scopes: readonly string[];
  /** The summary, if it differs from the description of the root field; otherwise ''. */
  readonly summary: string;
  /** The endpoint that replaces this deprecated one; otherwise ''. */
  readonly successor: string;
}

/** The cached endpoints of each schema. */
const ENDPOINTS = new WeakMap<GraphQLSchema, readonly Endpoint[]>();

/**
 * Reads the prepared operations, once per schema.
 * @throws Error with file and line if an operation does not match the schema
 */
export function readEndpoints(core: Pick<Core, 'schema' | 'resources'>): readonly Endpoint[] {
  const endpoints = ENDPOINTS.get(core.schema) ?? readAll(core);
  ENDPOINTS.set(core.schema, endpoints);
  return endpoints;
}

function readAll({ schema, resources }: Pick<Core, 'schema' | 'resources'>): readonly Endpoint[] {
  const declared = scopesByType();
  const query = schema.getQueryType();
  const withDirectives = extendSchema(schema, readDirectives(), { assumeValidSDL: true });
  return readOperations().map((document) => {
    const [error] = validate(withDirectives, document);
    if (error) throw new Error(error.toString());
    const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
    const field = operation?.selectionSet.selections.find((node) => node.kind === Kind.FIELD);
    if (!operation || !field) throw new Error('a prepared operation has no root field');
    const type = query?.getFields()[field.name.value]?.type.toString() ?? '';
    const list = type.endsWith(PAGE_SUFFIX);
    const resource = resources.get(list ? type.slice(0, -PAGE_SUFFIX.length) : type) ?? null;
    const name = operation.name?.value ?? '';
    if (!resource && !Object.hasOwn(FIGURE_PARAMETERS, name)) {
      throw new Error(`${where(operation)}: ${type} is neither a resource nor figures`);
    }
    // Selections of resources have no conditions, so they need no variables.
    const selected =
      resource && query ? planSelection({ schema, fragments: {}, variables: {} }, query, operation.selectionSet) : [];
    const paths = pathsIn(selected, list);
    const scopes = resource ? scopesIn(selected, declared) : [declared.get(FIGURES_TYPE) ?? ''];
    const columns = paths.flatMap((path) => resource?.columns.get(path) ?? []);
    const required = texts(operation, 'get', 'required');
    const defaults = parseQueryString(text(operation, 'get', 'defaults'));
    const unknown = [...required, ...defaults.keys()].find((path) => !paths.includes(path));
    if (unknown !== undefined) throw new Error(`${where(operation)}: @get names ${unknown}, which is not selected`);
    return {
      name,
      path: pathOf(operation),
      field: field.name.value,
      document,
      resource,
      list,
      isTable: type === TABLE_TYPE,
      scopes: [...new Set(scopes)].filter((one) => one !== ''),
      summary: text(operation, 'get', 'summary'),
      successor: text(operation, 'get', 'successor'),
      required,
      defaults,
      columns,
    };
  });
}

/** Returns the paths of the record fields that an operation selects. */
function pathsIn([root]: readonly PlannedField[], list: boolean): readonly string[] {
  const record = list ? root?.fields().find(({ definition }) => definition.name === 'data') : root;
  return leavesOf(record?.fields() ?? [], () => true).map((path) => path.join('.'));
}

/** Returns the declared scope of each type. */
function scopesByType(): ReadonlyMap<string, string> {
  return new Map(
    readTypes().definitions.flatMap((node) =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION ? [[node.name.value, text(node, 'scope', 'needs')] as const] : [],
    ),
  );
}

/** Returns the scopes of the types of the fields and of their subfields. */
function scopesIn(fields: readonly PlannedField[], declared: ReadonlyMap<string, string>): readonly string[] {
  return fields.flatMap((field) => {
    const type = getNamedType(field.definition.type).name;
    const recordType = type.endsWith(PAGE_SUFFIX) ? type.slice(0, -PAGE_SUFFIX.length) : type;
    return [declared.get(recordType) ?? '', ...scopesIn(field.fields(), declared)];
  });
}

function pathOf(operation: OperationDefinitionNode): string {
  const path = text(operation, 'get', 'path');
  if (path === '') throw new Error(`${where(operation)}: the operation has no @get(path:)`);
  return path;
}
