import {
  concatAST,
  Kind,
  parse,
  visit,
  type DocumentNode,
  type FieldDefinitionNode,
  type ObjectTypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import { PAGE_SUFFIX } from './names.js';

const HOUSE_DIRECTIVES = new Set(['resource', 'scope', 'link', 'key', 'values']);
const ORDERED = ['ID', 'String', 'Float', 'Timestamp'];

/**
 * Derives the whole schema from what `schema/types` declares: a filter input for every resource and nested object, a
 * page type for every resource, and the arguments of every list. House directives are left out.
 * @param declared `schema/types` as one document
 * @returns SDL that stands on its own
 */
export function deriveSchema(declared: DocumentNode): DocumentNode {
  const objects = declared.definitions.filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION);
  const resources = objects.filter((node) => isResource(node));
  const nested = objects.filter((node) => !isResource(node) && !['Query', 'Viewer'].includes(node.name.value));
  const inputs = [...nested, ...resources].map((node) => filterInput(node, objects));
  const lists = new Set(inputs.flatMap((input) => [...input.matchAll(/: (\w+?)(List)?Filter$/gm)].map((m) => m[0])));
  const scalars = [...lists].map((line) => scalarFilter(line, objects)).filter((text) => text !== '');
  const texts = [...resources.map(pageType), ...new Set(scalars), ...inputs];
  return concatAST([withArguments(withoutHouseDirectives(declared)), parse(texts.join('\n'))]);
}

function isResource(node: ObjectTypeDefinitionNode): boolean {
  return node.directives?.some((directive) => directive.name.value === 'resource') ?? false;
}

function pageType({ name: { value: name } }: ObjectTypeDefinitionNode): string {
  return `
    "A page of a list."
    type ${name}${PAGE_SUFFIX} {
      "Number of all matching records; counted only when selected"
      total: Int!
      "Size of the page, as asked for"
      limit: Int!
      "Records before this page: (page − 1) × limit"
      skip: Int!
      data: [${name}!]!
    }`;
}

function filterInput(node: ObjectTypeDefinitionNode, objects: readonly ObjectTypeDefinitionNode[]): string {
  const name = `${node.name.value}Filter`;
  const fields = (node.fields ?? []).filter((field) => !isLink(field, objects)).map(filterField);
  const logic = isResource(node) ? [`and: [${name}!]`, `or: [${name}!]`, `not: ${name}`] : [];
  return `input ${name} {\n${[...fields, ...logic].join('\n')}\n}`;
}

function filterField(field: FieldDefinitionNode): string {
  const { name, list } = named(field.type);
  return `${field.name.value}: ${name}${list ? 'List' : ''}Filter`;
}

/** The input of a scalar, enum or list, from the end of a field's line; nested objects have their own. */
function scalarFilter(line: string, objects: readonly ObjectTypeDefinitionNode[]): string {
  const match = /: (\w+?)(List)?Filter$/.exec(line);
  const name = match?.[1] ?? '';
  if (objects.some((node) => node.name.value === name)) return '';
  if (match?.[2] !== undefined) {
    return `input ${name}ListFilter { "The list contains the value; of several, any of them" has: [${name}!]! }`;
  }
  const equal = `"Equal; null: without a value" eq: ${name}`;
  if (name === 'Boolean') return `input BooleanFilter { ${equal} }`;
  const range = ORDERED.includes(name) ? ['gt', 'gte', 'lt', 'lte'].map((operator) => `${operator}: ${name}`) : [];
  return `input ${name}Filter { ${[equal, `"Any of these" in: [${name}!]`, ...range].join('\n')} }`;
}

function isLink(field: FieldDefinitionNode, objects: readonly ObjectTypeDefinitionNode[]): boolean {
  const { name } = named(field.type);
  const target = objects.find((node) => node.name.value === name);
  return name.endsWith(PAGE_SUFFIX) || (target !== undefined && isResource(target));
}

function withoutHouseDirectives(document: DocumentNode): DocumentNode {
  return visit(document, {
    Directive: (node) => (HOUSE_DIRECTIVES.has(node.name.value) ? null : undefined),
  });
}

function withArguments(document: DocumentNode): DocumentNode {
  return visit(document, {
    FieldDefinition: (node) => {
      const { name } = named(node.type);
      if (!name.endsWith(PAGE_SUFFIX)) return undefined;
      const filter = `${name.slice(0, -PAGE_SUFFIX.length)}Filter`;
      return { ...node, arguments: argumentNodes(`filter: ${filter}, sort: Sort, limit: Int = 100, page: Int = 1`) };
    },
  });
}

function argumentNodes(text: string): NonNullable<FieldDefinitionNode['arguments']> {
  const [type] = parse(`type T { f(${text}): Int }`).definitions;
  return type?.kind === Kind.OBJECT_TYPE_DEFINITION ? (type.fields?.[0]?.arguments ?? []) : [];
}

function named(type: TypeNode): { readonly name: string; readonly list: boolean } {
  if (type.kind === Kind.NAMED_TYPE) return { name: type.name.value, list: false };
  return type.kind === Kind.LIST_TYPE ? { ...named(type.type), list: true } : named(type.type);
}
