import {
  extendSchema,
  getNamedType,
  Kind,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { FIGURES_TYPE, PAGE_SUFFIX } from '../plan/names.js';
import type { Core } from '../run/createCore.js';
import { readDirectives, readOperations, readTypes } from '../data/schemaTexts.js';
import { text, texts, where } from '../data/sdl.js';
import { leavesOf, planSelection, type PlannedField } from '../plan/selection.js';
import { FIGURE_PARAMETERS } from './figureParameters.js';
import { parseQueryString } from './parameters.js';
import type { Listed } from './variables.js';

/** The path that the surface stands at. */
export const BASE = '/2.0';

/** A REST endpoint, derived from its prepared operation. */
export interface Endpoint extends Listed {
  /** Operation name. */
  readonly name: string;
  /** Path below the version, as Express matches it: `/accounts/:id`. */
  readonly path: string;
  /** The root field; its value is the body. */
  readonly field: string;
  readonly document: DocumentNode;
  readonly list: boolean;
  /** The scopes that the types of its root field and of the fields below it need; none: those of what is asked for. */
  readonly scopes: readonly string[];
  /** What it answers, where that is other than its root field says; else ''. */
  readonly summary: string;
  /** The endpoint that takes the place of this one, which is deprecated; else ''. */
  readonly successor: string;
}

/** The endpoints of each schema. Routes and documents read them. */
const READ = new WeakMap<GraphQLSchema, readonly Endpoint[]>();

/**
 * Reads the prepared operations, once for each schema.
 * @throws Error with file and line when one does not fit the schema
 */
export function readEndpoints(core: Pick<Core, 'schema' | 'resources'>): readonly Endpoint[] {
  const endpoints = READ.get(core.schema) ?? readAll(core);
  READ.set(core.schema, endpoints);
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
    // What is selected of a resource has no conditions.
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
      scopes: [...new Set(scopes)].filter((one) => one !== ''),
      summary: text(operation, 'get', 'summary'),
      successor: text(operation, 'get', 'successor'),
      required,
      defaults,
      columns,
    };
  });
}

/** The paths of what a resource's operation selects of a record. */
function pathsIn([root]: readonly PlannedField[], list: boolean): readonly string[] {
  const record = list ? root?.fields().find(({ definition }) => definition.name === 'data') : root;
  return leavesOf(record?.fields() ?? [], () => true).map((path) => path.join('.'));
}

/** The scopes that types need, as they are declared. */
function scopesByType(): ReadonlyMap<string, string> {
  return new Map(
    readTypes().definitions.flatMap((node) =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION ? [[node.name.value, text(node, 'scope', 'needs')] as const] : [],
    ),
  );
}

/** The scopes of the types that fields are of, and of those below. */
function scopesIn(fields: readonly PlannedField[], declared: ReadonlyMap<string, string>): readonly string[] {
  return fields.flatMap((field) => {
    const type = getNamedType(field.definition.type).name;
    const own = type.endsWith(PAGE_SUFFIX) ? type.slice(0, -PAGE_SUFFIX.length) : type;
    return [declared.get(own) ?? '', ...scopesIn(field.fields(), declared)];
  });
}

function pathOf(operation: OperationDefinitionNode): string {
  const path = text(operation, 'get', 'path');
  if (path === '') throw new Error(`${where(operation)}: the operation has no @get(path:)`);
  return path;
}
