import {
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type SelectionSetNode,
  type SelectionNode,
} from 'graphql';
import type { Components, JsonSchema } from './components.js';
import { leafSchema, nullable } from './leaf.js';
import { CONDITIONS } from '../figureParameters.js';

/** The context of converting a selection. */
export interface SchemaContext {
  /** The prepared operation, with its fragments. */
  readonly document: DocumentNode;
  /** The name of the answer. */
  readonly answer: string;
  readonly components: Components;
  /** Returns the most elements of the list at a path; undefined if unbounded. */
  readonly most: (path: string) => number | undefined;
}

/** A field of the answer with its selections and their conditions. */
interface SelectedProperty {
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: FieldNode[];
  readonly alternatives: (readonly Condition[])[];
}

/**
 * Returns the JSON Schema of an object in the answer. Unconditional fields are required, conditional ones describe
 * their condition, and additional properties are forbidden. Objects in the object are references to components.
 * @param path the path of the object in the answer, '' for the answer itself
 */
export function objectSchema(
  sets: readonly SelectionSetNode[],
  type: GraphQLObjectType,
  path: string,
  context: SchemaContext,
): JsonSchema {
  const selected = new Map<string, SelectedProperty>();
  for (const set of sets) collect(set, type, [], context.document, selected);
  const properties = [...selected].map(
    ([key, field]) => [key, propertySchema(field, path === '' ? key : `${path}.${key}`, context)] as const,
  );
  return {
    type: 'object',
    ...(type.description ? { description: type.description } : {}),
    properties: Object.fromEntries(properties),
    required: [...selected].filter(([, { alternatives }]) => isAlways(alternatives)).map(([key]) => key),
    additionalProperties: false,
  };
}

function collect(
  set: SelectionSetNode,
  type: GraphQLObjectType,
  outer: readonly Condition[],
  document: DocumentNode,
  into: Map<string, SelectedProperty>,
): void {
  for (const node of set.selections) {
    const conditions = [...outer, ...conditionsOf(node)];
    if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet, type, conditions, document, into);
    else if (node.kind === Kind.FRAGMENT_SPREAD) {
      for (const fragment of document.definitions) {
        const isReferenced = fragment.kind === Kind.FRAGMENT_DEFINITION && fragment.name.value === node.name.value;
        if (isReferenced) collect(fragment.selectionSet, type, conditions, document, into);
      }
    } else {
      const key = (node.alias ?? node.name).value;
      const field = type.getFields()[node.name.value];
      if (!field) continue;
      const property = into.get(key) ?? { field, nodes: [], alternatives: [] };
      property.nodes.push(node);
      property.alternatives.push(conditions);
      into.set(key, property);
    }
  }
}

function propertySchema(
  { field, nodes, alternatives }: SelectedProperty,
  path: string,
  context: SchemaContext,
): JsonSchema {
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const schema = typeSchema(field.type, sets, path, context);
  const always = isAlways(alternatives);
  const sentences = [meaningOf(field, nodes), ...(always ? [] : alternatives.map(sentenceOf))];
  const description = sentences.filter((sentence) => sentence !== '').join(' ');
  // In OpenAPI 3.1, the description next to a reference overrides that of the target.
  return description === '' ? schema : { ...schema, description };
}

/** Returns the description of a field, or the current name of an alias. */
function meaningOf(field: GraphQLField<unknown, unknown>, [node]: readonly FieldNode[]): string {
  if (node?.alias) return `The old name of \`${field.name}\`.`;
  const when = node?.arguments?.find(({ name }) => name.value === 'when')?.value;
  if (when?.kind === Kind.VARIABLE) return `Null unless \`${when.name.value}=true\`.`;
  const text = field.description ?? '';
  return text === '' || text.endsWith('.') ? text : `${text}.`;
}

function typeSchema(
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
  path: string,
  context: SchemaContext,
): JsonSchema {
  if (!isNonNullType(type)) return nullable(bareSchema(type, sets, path, context));
  return bareSchema(type.ofType, sets, path, context);
}

function bareSchema(
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
  path: string,
  context: SchemaContext,
): JsonSchema {
  if (isListType(type)) {
    const most = context.most(path);
    const items = typeSchema(type.ofType as GraphQLOutputType, sets, path, context);
    return { type: 'array', items, ...(most === undefined ? {} : { maxItems: most }) };
  }
  const namedType = getNamedType(type);
  if (!isObjectType(namedType)) return leafSchema(namedType, context.components);
  const { name, description } = schemaName(context.answer, path, namedType);
  const schema = objectSchema(sets, namedType, path, context);
  return context.components.name(name, description === '' ? schema : { ...schema, description });
}

/** New names for types whose GraphQL name is that of an answer: `Emissions` is the answer of /emissions. */
const RENAMED_TYPES: Readonly<Record<string, string>> = {
  Emissions: 'EmissionsByScope',
  FindingPage: 'InvoiceFindings',
  InvoiceCheck: 'InvoiceChecks',
};

/** Objects that have only some fields of their type, by answer and path. The contract lets lists carry a subset. */
const PARTIAL_OBJECTS: Readonly<Record<string, string>> = {
  'Accounts.data': 'AccountSummary',
  'Assets.data': 'AssetSummary',
  'Emissions.data': 'EmissionsPeriod',
  'InvoiceCheck.values': 'InvoiceCheckValues',
  'InvoiceCheck.findings.data': 'FindingSummary',
  'Invoices.data': 'InvoiceSummary',
  'Invoices.data.rates': 'RateLineSummary',
  'Invoices.data.values': 'InvoiceValuesSummary',
};

/**
 * Returns the name and description of an object in an answer. Objects of the same GraphQL type have its name, unless
 * they have only some of its fields.
 * @param answer the name of the answer
 * @param path the path of the object in the answer
 */
function schemaName(
  answer: string,
  path: string,
  type: GraphQLObjectType,
): { readonly name: string; readonly description: string } {
  const typeName = RENAMED_TYPES[type.name] ?? type.name;
  const part = PARTIAL_OBJECTS[`${answer}.${path}`];
  const meaning = type.description ?? '';
  if (part === undefined) return { name: typeName, description: meaning };
  return { name: part, description: `${meaning} Has some fields of \`${typeName}\`.`.trimStart() };
}

/** A condition of a selection: a variable of the operation is true, or false. */
interface Condition {
  readonly variable: string;
  readonly holds: boolean;
}

/** Returns the conditions of @include and @skip on a node. */
function conditionsOf(node: SelectionNode): readonly Condition[] {
  return (node.directives ?? []).flatMap(({ name, arguments: given }) => {
    const value = given?.find((argument) => argument.name.value === 'if')?.value;
    if (value?.kind !== Kind.VARIABLE) return [];
    return [{ variable: value.name.value, holds: name.value === 'include' }];
  });
}

/**
 * Whether the answer always contains a field.
 * @param alternatives the conditions of each selection of the field
 */
function isAlways(alternatives: readonly (readonly Condition[])[]): boolean {
  const single = (variable: string, holds: boolean): boolean =>
    alternatives.some(([one, ...more]) => one?.variable === variable && one.holds === holds && more.length === 0);
  return alternatives.some(
    ([one, ...more]) => !one || (more.length === 0 && single(one.variable, true) && single(one.variable, false)),
  );
}

/** Returns the conditions of a selection as a sentence, or '' without conditions. */
function sentenceOf(conditions: readonly Condition[]): string {
  const words = (holds: boolean): string =>
    conditions
      .filter((condition) => condition.holds === holds)
      .map(({ variable }) => CONDITIONS[variable]?.when ?? `\`${variable}=true\``)
      .join(' and ');
  const [when, unless] = [words(true), words(false)];
  if (when === '') return unless === '' ? '' : `Unless ${unless}.`;
  return `When ${when}${unless === '' ? '' : `, unless ${unless}`}.`;
}
