import {
  extendSchema,
  Kind,
  validate,
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type ObjectTypeDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { FIGURES_TYPE, PAGE_SUFFIX } from '../core/names.js';
import type { Core } from '../core/createCore.js';
import { readDirectives, readOperations, readTypes } from '../data/schemaTexts.js';
import type { Column, Resource } from '../data/resource.js';
import { text, texts, where } from '../data/sdl.js';
import { FIGURE_PARAMETERS } from './figureParameters.js';
import { parseQueryString, type Parameters } from './queryString.js';

/** The path that the surface stands at. */
export const BASE = '/2.0';

/** A REST endpoint, derived from its prepared operation. */
export interface Endpoint {
  /** Operation name. */
  readonly name: string;
  /** Path below the version, as Express matches it: `/accounts/:id`. */
  readonly path: string;
  /** The root field; its value is the body. */
  readonly field: string;
  readonly document: DocumentNode;
  /** Null: figures, which are computed. */
  readonly resource: Resource | null;
  readonly list: boolean;
  /** The scope that its root field needs. */
  readonly scope: string;
  /** The endpoint that takes the place of this one, which is deprecated; else ''. */
  readonly successor: string;
  /** Filters that must be given. */
  readonly required: readonly string[];
  /** Filters that hold unless given; `*` for one of them stands for any value. */
  readonly defaults: Parameters;
  /** The leaves of the listed object, which may be filtered and sorted by (contract 4, common behaviour, rule 1). */
  readonly columns: readonly Column[];
}

/**
 * Reads the prepared operations.
 * @throws Error with file and line when one does not fit the schema
 */
export function readEndpoints({ schema, resources }: Pick<Core, 'schema' | 'resources'>): readonly Endpoint[] {
  const figures = readTypes().definitions.find(isFigures);
  const withDirectives = extendSchema(schema, readDirectives(), { assumeValidSDL: true });
  return readOperations().map((document) => {
    const [error] = validate(withDirectives, document);
    if (error) throw new Error(error.toString());
    const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
    const field = operation?.selectionSet.selections.find((node) => node.kind === Kind.FIELD);
    if (!operation || !field) throw new Error('a prepared operation has no root field');
    const type = schema.getQueryType()?.getFields()[field.name.value]?.type.toString() ?? '';
    const list = type.endsWith(PAGE_SUFFIX);
    const resource = resources.get(list ? type.slice(0, -PAGE_SUFFIX.length) : type) ?? null;
    const name = operation.name?.value ?? '';
    if (!resource && !Object.hasOwn(FIGURE_PARAMETERS, name)) {
      throw new Error(`${where(operation)}: ${type} is neither a resource nor figures`);
    }
    const item = list ? below(field.selectionSet, 'data') : field.selectionSet;
    const paths = leaves(item, '');
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
      scope: resource?.scope ?? (figures ? text(figures, 'scope', 'needs') : ''),
      successor: text(operation, 'get', 'successor'),
      required,
      defaults,
      columns,
    };
  });
}

function isFigures(node: DefinitionNode): node is ObjectTypeDefinitionNode {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === FIGURES_TYPE;
}

function pathOf(operation: OperationDefinitionNode): string {
  const path = text(operation, 'get', 'path');
  if (path === '') throw new Error(`${where(operation)}: the operation has no @get(path:)`);
  return path;
}

function fieldsOf(set: SelectionSetNode | undefined): readonly FieldNode[] {
  return set?.selections.filter((node) => node.kind === Kind.FIELD) ?? [];
}

function below(set: SelectionSetNode | undefined, name: string): SelectionSetNode | undefined {
  return fieldsOf(set).find((node) => node.name.value === name)?.selectionSet;
}

function leaves(set: SelectionSetNode | undefined, prefix: string): string[] {
  return fieldsOf(set).flatMap((node) => {
    const path = prefix + node.name.value;
    return node.selectionSet ? leaves(node.selectionSet, `${path}.`) : [path];
  });
}
