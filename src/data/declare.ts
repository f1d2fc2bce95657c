import { Kind, type DocumentNode, type FieldDefinitionNode, type ObjectTypeDefinitionNode } from 'graphql';
import type { ValueKind } from '../values/scalars.js';
import type { Column, Link, Reference, Resource, Resources } from './resource.js';
import { has, named, text, texts, where } from './sdl.js';

const BUILT_IN: Readonly<Record<string, ValueKind>> = {
  ID: 'id',
  String: 'text',
  Float: 'number',
  Boolean: 'boolean',
  Timestamp: 'timestamp',
};

/** The declared types of the SDL. */
interface Declarations {
  /** The allowed values of enums, and of scalars with a list of values. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
  /** Enums whose values have an order. */
  readonly ascending: ReadonlySet<string>;
  readonly objects: ReadonlyMap<string, ObjectTypeDefinitionNode>;
}

/**
 * Reads the resources from the SDL: fields, storage and access.
 * @param document all of `schema/types`
 * @throws Error with file and line of a wrong declaration
 */
export function declareResources(document: DocumentNode): Resources {
  const declarations = readDeclarations(document);
  const { objects } = declarations;
  const resources = new Map<string, Resource>();
  for (const node of objects.values()) {
    if (has(node, 'resource')) resources.set(node.name.value, resourceOf(node, declarations));
  }
  for (const node of objects.values()) {
    const resource = resources.get(node.name.value);
    const seenBy = texts(node, 'resource', 'seenBy').map((reference) => referenceOf(node, reference, resources));
    if (resource && seenBy.length > 0) resources.set(resource.type, { ...resource, seenBy });
  }
  for (const resource of resources.values()) {
    const scopesBy = scopesOf(resource, objects, resources);
    if (scopesBy) resources.set(resource.type, { ...resource, scopesBy });
  }
  return resources;
}

function readDeclarations(document: DocumentNode): Declarations {
  const choices = new Map<string, readonly string[]>();
  const ascending = new Set<string>();
  const objects = new Map<string, ObjectTypeDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.ENUM_TYPE_DEFINITION) {
      choices.set(node.name.value, node.values?.map((value) => value.name.value) ?? []);
      if (has(node, 'ascending')) ascending.add(node.name.value);
    } else if (node.kind === Kind.SCALAR_TYPE_DEFINITION && has(node, 'values')) {
      choices.set(node.name.value, texts(node, 'values', 'are'));
    } else if (node.kind === Kind.OBJECT_TYPE_DEFINITION) objects.set(node.name.value, node);
  }
  return { choices, ascending, objects };
}

/** Returns the resource of a type without `seenBy` and `scopesBy`, which depend on other resources. */
function resourceOf(node: ObjectTypeDefinitionNode, declarations: Declarations): Resource {
  const { objects } = declarations;
  const fields = node.fields ?? [];
  const computed = fields.flatMap((field) => {
    const type = objects.get(named(field.type).name);
    if (has(field, 'computed')) return [[field.name.value, texts(field, 'computed', 'of')] as const];
    return type && has(type, 'computed') ? [[field.name.value, ['_id']] as const] : [];
  });
  return {
    type: node.name.value,
    table: text(node, 'resource', 'table'),
    entityColumn: text(node, 'resource', 'entity') || 'entity_id',
    seenBy: [],
    order: texts(node, 'resource', 'order'),
    counts: text(node, 'resource', 'counts'),
    countsByPortfolio: text(node, 'resource', 'countsByPortfolio'),
    distributedBy: text(node, 'resource', 'distributedBy'),
    cheap: texts(node, 'resource', 'cheap'),
    searched: texts(node, 'resource', 'searched'),
    horizonTable: text(node, 'resource', 'known'),
    scope: text(node, 'scope', 'needs'),
    columns: new Map(columnsOf(node, '', declarations).map((column) => [column.path, column])),
    computed: new Map(computed),
    links: new Map(fields.flatMap((field) => linkOf(field)).map((link) => [link.field, link])),
    declaredAt: where(node),
  };
}

/**
 * Returns the columns of a type and of its embedded objects.
 * @param prefix of their paths
 */
function columnsOf(node: ObjectTypeDefinitionNode, prefix: string, declarations: Declarations): Column[] {
  const { choices, ascending, objects } = declarations;
  return (node.fields ?? []).flatMap((field) => {
    if (has(field, 'link') || has(field, 'computed')) return [];
    const path = prefix + field.name.value;
    const { name, list } = named(field.type);
    const nullable = field.type.kind !== Kind.NON_NULL_TYPE;
    const embedded = objects.get(name);
    if (embedded && has(embedded, 'computed')) return [];
    if (embedded && !list) return columnsOf(embedded, `${path}.`, declarations);
    if (embedded) return records(columnsOf(embedded, `${path}.`, declarations), path, nullable);
    const kind = BUILT_IN[name] ?? (choices.has(name) ? 'choice' : undefined);
    if (kind === undefined) {
      const stored = Object.keys(BUILT_IN).join(', ');
      throw declarationError(field, `${path} cannot be stored as ${name}; allowed are ${stored}, and lists of values`);
    }
    const key = has(field, 'key')
      ? { key: { column: text(field, 'key', 'column'), table: text(field, 'key', 'table') } }
      : {};
    const order = ascending.has(name) ? { ascending: true as const } : {};
    return [{ path, name: snakeCase(path), kind, list, nullable, choices: choices.get(name) ?? [], ...order, ...key }];
  });
}

/**
 * Returns the column that a reference names.
 * @param reference a field of another resource that holds an identifier: `Invoice.supplierId`
 */
function referenceOf(node: ObjectTypeDefinitionNode, reference: string, resources: Resources): Reference {
  const [type = '', path = ''] = reference.split('.');
  const other = resources.get(type);
  const column = other?.columns.get(path);
  if (!other || column?.kind !== 'id')
    throw declarationError(node, `${reference} in seenBy is no identifier of a resource`);
  return { table: other.table, column: column.name, entityColumn: other.entityColumn };
}

/** Returns the scopes of a field whose values are names of lists. These are fields of Query, in another case. */
function scopesOf(
  { type, columns, declaredAt }: Resource,
  objects: ReadonlyMap<string, ObjectTypeDefinitionNode>,
  resources: Resources,
): Resource['scopesBy'] {
  const node = objects.get(type);
  const path = node ? text(node, 'scope', 'by') : '';
  if (path === '') return undefined;
  const lists = new Map(
    (objects.get('Query')?.fields ?? []).map((field) => [field.name.value, named(field.type).name]),
  );
  const scopes = (columns.get(path)?.choices ?? []).map((choice) => {
    const list = lists.get(choice.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
    const scope = resources.get(list?.replace(/Page$/, '') ?? '')?.scope ?? '';
    if (scope === '')
      throw new Error(`${declaredAt}: @scope(by:) needs a list of a scope for each value, not ${choice}`);
    return [choice, scope] as const;
  });
  return { path, scopes: new Map(scopes) };
}

/** Returns the columns of a list of objects: one JSON column, and for each field a list of its values. */
function records(fields: readonly Column[], path: string, nullable: boolean): Column[] {
  const name = snakeCase(path);
  const elements = fields.map((field) => ({ ...field, name, list: true, element: field.path.slice(path.length + 1) }));
  return [{ path, name, kind: 'records', list: true, nullable, choices: [], fields: elements }, ...elements];
}

function linkOf(field: FieldDefinitionNode): Link[] {
  if (!has(field, 'link')) return [];
  const [by, from, through] = [text(field, 'link', 'by'), text(field, 'link', 'from'), text(field, 'link', 'through')];
  if ([by, from, through].filter((given) => given !== '').length !== 1) {
    throw declarationError(field, '@link takes one of by, from and through');
  }
  const target = named(field.type).name.replace(/Page$/, '');
  return [{ field: field.name.value, target, many: by === '', path: by + from, through }];
}

/** Returns the column of a field: `address.postCode` → `address_post_code`, `totalCCL` → `total_ccl`. */
export function snakeCase(path: string): string {
  return path.replace(/\./g, '_').replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
}

function declarationError(node: FieldDefinitionNode | ObjectTypeDefinitionNode, message: string): Error {
  return new Error(`${where(node)}: ${message}`);
}
