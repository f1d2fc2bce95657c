import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type FieldNode,
  type GraphQLResolveInfo,
  type SelectionNode,
} from 'graphql';
import type { Column, Resource } from '../data/resource.js';

/** The fields selected below a field, by name, each with its own; @include and @skip are decided. */
export type Selection = ReadonlyMap<string, Selection>;

type Info = Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>;

/** What was found. The executor hands the same nodes to the same combination of conditions only, on which all depends. */
const known = new WeakMap<readonly FieldNode[], Selection>();

/** What is selected below the field being resolved. Only which rows and columns to read is decided from it. */
export function selectionOf(info: Info & { readonly fieldNodes: readonly FieldNode[] }): Selection {
  const found = known.get(info.fieldNodes) ?? selectedBelow(info);
  known.set(info.fieldNodes, found);
  return found;
}

function selectedBelow(info: Info & { readonly fieldNodes: readonly FieldNode[] }): Selection {
  const selection = new Map<string, Map<string, Selection>>();
  for (const node of info.fieldNodes) collect(node.selectionSet?.selections ?? [], info, selection);
  return selection;
}

function collect(nodes: readonly SelectionNode[], info: Info, into: Map<string, Selection>): void {
  for (const node of nodes) {
    if (!included(node, info)) continue;
    if (node.kind === Kind.FIELD) {
      const below = new Map(into.get(node.name.value));
      collect(node.selectionSet?.selections ?? [], info, below);
      into.set(node.name.value, below);
    } else {
      const set =
        node.kind === Kind.FRAGMENT_SPREAD ? info.fragments[node.name.value]?.selectionSet : node.selectionSet;
      collect(set?.selections ?? [], info, into);
    }
  }
}

/** Whether a field is asked for: by @include and @skip, and by its own argument `when`. */
function included(node: SelectionNode, info: Info): boolean {
  if (node.kind === Kind.FIELD && isOff(node, info)) return false;
  if (getDirectiveValues(GraphQLSkipDirective, node, info.variableValues)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, info.variableValues)?.if !== false;
}

function isOff(node: FieldNode, { variableValues }: Info): boolean {
  const when = node.arguments?.find(({ name }) => name.value === 'when')?.value;
  if (when?.kind === Kind.BOOLEAN) return !when.value;
  return when?.kind === Kind.VARIABLE && variableValues[when.name.value] === false;
}

const columns = new WeakMap<Selection, readonly Column[]>();

/** The columns that a selection on a resource needs, links' identifiers included; never none. A selection is of one resource. */
export function columnsFor(resource: Resource, selection: Selection): readonly Column[] {
  const found = columns.get(selection) ?? neededColumns(resource, selection);
  columns.set(selection, found);
  return found;
}

function neededColumns(resource: Resource, selection: Selection): readonly Column[] {
  const paths = new Set<string>();
  const walk = (below: Selection, prefix: string): void => {
    for (const [name, inner] of below) {
      const path = prefix + name;
      const link = resource.links.get(path);
      if (link) paths.add(link.many ? '_id' : link.path);
      else if (prefix === '' && resource.computed.includes(name)) paths.add('_id');
      else if (resource.columns.has(path)) paths.add(path);
      else walk(inner, `${path}.`);
    }
  };
  walk(selection, '');
  // An object of nested columns is there even when only its __typename is selected.
  const roots = new Set([...paths].map((path) => path.split('.')[0]));
  for (const name of selection.keys()) {
    const nested = [...resource.columns.keys()].find((path) => path.startsWith(`${name}.`));
    if (nested !== undefined && !roots.has(name)) paths.add(nested);
  }
  if (paths.size === 0) paths.add('_id');
  return [...paths].flatMap((path) => resource.columns.get(path) ?? []);
}
