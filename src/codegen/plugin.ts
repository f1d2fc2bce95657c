import type { PluginFunction } from '@graphql-codegen/plugin-helpers';
import {
  Kind,
  OperationTypeNode,
  print,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';

export interface HooksConfig {
  /** The module that exports `queryHook` and `pagesHook`. */
  readonly importFrom?: string;
}

/** Matches the name of a page type. Types are compared as text because graphql may be installed twice. */
const PAGE = /Page!?$/;
const PAGE_FIELDS = ['total', 'skip', 'data'];

/**
 * Writes the hook `use<Name>` of every query. If the only root field is a list with `$page` and selects `total`, `skip`
 * and `data`, it also writes `useInfinite<Name>` for infinite scrolling.
 * @throws Error if an operation has no name or is not a query
 */
export const plugin: PluginFunction<HooksConfig> = (schema, files, { importFrom = 'utility-data-gateway-hooks' }) => {
  const documents = files.flatMap(({ document }) => document ?? []);
  const fragments = new Map(
    documents.flatMap(({ definitions }) =>
      definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
    ),
  );
  const hooks = documents
    .flatMap(({ definitions }) => definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION))
    .map((operation) => hooksOf(schema, operation, fragments));
  const used = ['queryHook', 'pagesHook'].filter((name) => hooks.some((text) => text.includes(` ${name}`)));
  return {
    prepend: used.length > 0 ? [`import { ${used.join(', ')} } from '${importFrom}';`] : [],
    content: hooks.join('\n'),
  };
};

/** Returns the name of an operation with a capital first letter, as in names of types and hooks. */
export function nameOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function hooksOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): string {
  const name = operation.name?.value;
  if (name === undefined) throw new Error('An operation has no name, so no hook can be named after it.');
  if (operation.operation !== OperationTypeNode.QUERY) {
    throw new Error(`${name} is a ${operation.operation}, but the service is read-only: it answers queries.`);
  }
  const type = name.split('_').map(nameOf).join('_');
  // Directives on operations, such as @get, are for tools. The service does not define them.
  const operationDocument: DocumentNode = { kind: Kind.DOCUMENT, definitions: [{ ...operation, directives: [] }] };
  const text = [operationDocument, ...fragmentsIn(operationDocument, fragments)].map((node) => print(node)).join('\n');
  const hook = `export const use${type} = /* #__PURE__ */ queryHook<${type}Query, ${type}QueryVariables>('${name}', ${JSON.stringify(text)});\n`;
  const list = listOf(schema, operation);
  if (list === null) return hook;
  return `${hook}export const useInfinite${type} = /* #__PURE__ */ pagesHook(use${type}, (result) => result.${list});\n`;
}

/** Returns each fragment that a document uses, directly or through other fragments, once. */
function fragmentsIn(
  document: DocumentNode,
  all: ReadonlyMap<string, FragmentDefinitionNode>,
): Iterable<FragmentDefinitionNode> {
  const used = new Set<FragmentDefinitionNode>();
  const collect = (node: DocumentNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread: ({ name }) => {
        const fragment = all.get(name.value);
        if (!fragment || used.has(fragment)) return;
        used.add(fragment);
        collect(fragment);
      },
    });
  };
  collect(document);
  return used;
}

/** Returns the response name of the list of an operation, or null if it is not a single list with pages. */
function listOf(
  schema: GraphQLSchema,
  { selectionSet, variableDefinitions = [] }: OperationDefinitionNode,
): string | null {
  const [field, ...others] = selectionSet.selections;
  if (field?.kind !== Kind.FIELD || others.length > 0) return null;
  const definition = schema.getQueryType()?.getFields()[field.name.value];
  if (!PAGE.test(definition?.type.toString() ?? '')) return null;
  const paged = field.arguments?.some(({ name, value }) => name.value === 'page' && isPage(value));
  const declared = variableDefinitions.some(({ variable }) => isPage(variable));
  return paged && declared && PAGE_FIELDS.every((name) => selects(field, name))
    ? (field.alias ?? field.name).value
    : null;
}

function isPage(value: { readonly kind: Kind; readonly name?: { readonly value: string } }): boolean {
  return value.kind === Kind.VARIABLE && value.name?.value === 'page';
}

/** Whether a field selects a subfield without alias and directives. */
function selects({ selectionSet }: FieldNode, subfield: string): boolean {
  return (selectionSet?.selections ?? []).some(
    (node) => node.kind === Kind.FIELD && !node.alias && !node.directives?.length && node.name.value === subfield,
  );
}
