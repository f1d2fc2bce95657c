import {
  concatAST,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  visit,
} from 'graphql';
import { has, named, texts as textsOf } from '../data/sdl.js';
import { PAGE_SUFFIX, FIGURES_TYPE, TABLE_TYPE } from './names.js';
import { FIRST_PAGE } from './arguments.js';

const HOUSE_DIRECTIVES = new Set(['resource', 'computed', 'scope', 'link', 'key', 'values', 'ascending']);
const DATA_COUNTS = `"Numbers of records with complete, partial or no data, before the filter \`ranked.data\`; null unless ranked"
      dataCounts: DataCounts`;
const SEARCH = `"Words to find, ignoring case. Each word must be in a text of the record or, with \`read:accounts\`, of its meters"
  search: String`;
const ORDERED = ['ID', 'String', 'Float', 'Timestamp'];

/**
 * Derives the complete schema from the declarations in `schema/types`. It adds a filter input for every resource and
 * nested object, a page type for every resource, and the arguments of every list. It removes this project's directives.
 * @param declared `schema/types` as one document
 * @returns SDL without references to other files
 */
export function deriveSchema(declared: DocumentNode): DocumentNode {
  const objects = declared.definitions.filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION);
  const resources = objects.filter((node) => has(node, 'resource'));
  const computed = objects.filter((node) => has(node, 'computed')).map((node) => node.name.value);
  /** Returns the stored fields of a record, without links and computed fields. */
  const storedFields = (node: ObjectTypeDefinitionNode): readonly FieldDefinitionNode[] =>
    fieldsOf([node]).filter(
      (field) => !has(field, 'link') && !has(field, 'computed') && !computed.includes(named(field.type).name),
    );
  const held = new Set(resources.flatMap(storedFields).map(({ type }) => named(type).name));
  const nested = objects.filter((node) => held.has(node.name.value));
  const listed = new Set(fieldsOf(resources).flatMap(({ type }) => (named(type).list ? [named(type).name] : [])));
  const leaves = new Map<string, string>();
  for (const node of [...nested, ...resources]) {
    for (const { type } of storedFields(node)) {
      const { name, list } = named(type);
      if (nested.some((object) => object.name.value === name)) continue;
      const [input, text] = leafFilter(name, list || listed.has(node.name.value));
      leaves.set(input, text);
    }
  }
  const inputs = [...nested, ...resources].map((node) =>
    filterInput(node, storedFields(node), nested, listed.has(node.name.value)),
  );
  const ranked = new Set(
    fieldsOf(objects.filter(({ name }) => name.value === 'Query'))
      .filter((field) => field.arguments?.some(({ name }) => name.value === 'ranked'))
      .map(({ type }) => named(type).name),
  );
  const texts = [
    ...resources.map((node) => pageType(node, ranked.has(node.name.value + PAGE_SUFFIX))),
    ...leaves.values(),
    ...inputs,
  ];
  const searched = new Set(
    resources.filter((node) => textsOf(node, 'resource', 'searched').length > 0).map(({ name }) => name.value),
  );
  const bare = withFigures(withoutHouseDirectives(declared));
  return concatAST([withArguments(bare, searched), parse(texts.join('\n'))]);
}

function fieldsOf(nodes: readonly ObjectTypeDefinitionNode[]): readonly FieldDefinitionNode[] {
  return nodes.flatMap((node) => node.fields ?? []);
}

/** @param isRanked whether the list takes the argument `ranked` */
function pageType({ name: { value: name } }: ObjectTypeDefinitionNode, isRanked: boolean): string {
  return `
    "A page of a list."
    type ${name}${PAGE_SUFFIX} {
      "Number of all matching records; counted only when selected"
      total: Int!
      "The requested size of the page"
      limit: Int!
      "Records before this page: (page − 1) × limit"
      skip: Int!
      ${isRanked ? DATA_COUNTS : ''}
      data: [${name}!]!
    }`;
}

/** @param inList whether the objects are elements of a list; a condition then holds if any element fulfils it */
function filterInput(
  node: ObjectTypeDefinitionNode,
  stored: readonly FieldDefinitionNode[],
  nested: readonly ObjectTypeDefinitionNode[],
  inList: boolean,
): string {
  const name = filterOf(node.name.value);
  const fields = stored.map((field) => {
    const type = named(field.type);
    const object = nested.some((candidate) => candidate.name.value === type.name);
    return `${field.name.value}: ${object ? filterOf(type.name) : leafFilter(type.name, type.list || inList)[0]}`;
  });
  const logic = has(node, 'resource') ? [`and: [${name}!]`, `or: [${name}!]`, `not: ${name}`] : [];
  return `input ${name} {\n${[...fields, ...logic].join('\n')}\n}`;
}

function filterOf(type: string): string {
  return `${type}Filter`;
}

/** Returns the name and SDL of the filter input of a scalar, an enum, or a list of them. */
function leafFilter(type: string, list: boolean): readonly [string, string] {
  if (list) {
    const name = filterOf(`${type}List`);
    return [name, `input ${name} { "The list contains any of these values" has: [${type}!]! }`];
  }
  const name = filterOf(type);
  const equal = `"Equal to the value; null: has no value" eq: ${type}`;
  if (type === 'Boolean') return [name, `input ${name} { ${equal} }`];
  const range = ORDERED.includes(type) ? ['gt', 'gte', 'lt', 'lte'].map((operator) => `${operator}: ${type}`) : [];
  return [name, `input ${name} { ${[equal, `"Equal to any of these values" in: [${type}!]`, ...range].join('\n')} }`];
}

function withoutHouseDirectives(document: DocumentNode): DocumentNode {
  return visit(document, {
    Directive: (node) => (HOUSE_DIRECTIVES.has(node.name.value) ? null : undefined),
  });
}

/** @param searched the resources whose lists take a search */
function withArguments(document: DocumentNode, searched: ReadonlySet<string>): DocumentNode {
  return visit(document, {
    FieldDefinition: (node) => {
      const { name } = named(node.type);
      if (!name.endsWith(PAGE_SUFFIX)) return undefined;
      const type = name.slice(0, -PAGE_SUFFIX.length);
      const paging = `filter: ${filterOf(type)}, sort: Sort, limit: Int = ${FIRST_PAGE.limit}, page: Int = ${FIRST_PAGE.page}`;
      const search = searched.has(type) ? `, ${SEARCH}` : '';
      return { ...node, arguments: [...argumentNodes(paging + search), ...(node.arguments ?? [])] };
    },
  });
}

/** The arguments of every field of figures. */
const ARGUMENTS = `
  startDate: Date!
  "The last day, inclusive"
  endDate: Date!
  "Time zone of days, hours and daytime; null: UTC"
  timeZone: TimeZone
  granularity: Granularity! = monthly
  source: ConsumptionSource! = "combined"
  "Utility types to add up. They must have the same unit, unless you request only emissions. Null: all"
  accountType: [UtilityType!]
  "Accounts with any of these tags"
  tags: [String!]`;

/** Adds to each type the fields of its interfaces, and to each field of figures its arguments: declarations omit both. */
function withFigures(document: DocumentNode): DocumentNode {
  const interfaces = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.INTERFACE_TYPE_DEFINITION ? [[node.name.value, node.fields ?? []] as const] : [],
    ),
  );
  return visit(document, {
    ObjectTypeDefinition: (node) => {
      const declared = node.fields ?? [];
      const inherited = (node.interfaces ?? []).flatMap(({ name }) => interfaces.get(name.value) ?? []);
      const missing = inherited.filter(({ name }) => !declared.some((field) => field.name.value === name.value));
      return { ...node, fields: [...missing, ...declared] };
    },
    FieldDefinition: (node) =>
      [FIGURES_TYPE, TABLE_TYPE].includes(named(node.type).name)
        ? { ...node, arguments: [...argumentNodes(ARGUMENTS), ...(node.arguments ?? [])] }
        : undefined,
  });
}

/** Parses arguments in SDL. */
function argumentNodes(text: string): NonNullable<FieldDefinitionNode['arguments']> {
  const [type] = parse(`type T { f(${text}): Int }`).definitions;
  return type?.kind === Kind.OBJECT_TYPE_DEFINITION ? (type.fields?.[0]?.arguments ?? []) : [];
}
