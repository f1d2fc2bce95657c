import {
  Kind,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type ObjectTypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import type { ValueKind } from '../values/value.js';
import type { Column, Link, Resource, Resources } from './resource.js';

const BUILT_IN: Readonly<Record<string, ValueKind>> = {
  ID: 'id',
  String: 'text',
  Float: 'number',
  Boolean: 'boolean',
  Timestamp: 'timestamp',
};

/**
 * Reads the resources out of the SDL: what exists, where it is stored, who may see it.
 * @param document all of `schema/types`
 * @throws Error that names file and line of a declaration that cannot be
 */
export function declareResources(document: DocumentNode): Resources {
  const choices = new Map<string, readonly string[]>();
  const objects = new Map<string, ObjectTypeDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.ENUM_TYPE_DEFINITION) {
      choices.set(node.name.value, node.values?.map((value) => value.name.value) ?? []);
    } else if (node.kind === Kind.SCALAR_TYPE_DEFINITION && directive(node, 'values')) {
      choices.set(node.name.value, texts(node, 'values', 'are'));
    } else if (node.kind === Kind.OBJECT_TYPE_DEFINITION) objects.set(node.name.value, node);
  }

  const columnsOf = (node: ObjectTypeDefinitionNode, prefix: string): Column[] =>
    (node.fields ?? []).flatMap((field) => {
      if (directive(field, 'link')) return [];
      const path = prefix + field.name.value;
      const { name, list } = named(field.type);
      const embedded = objects.get(name);
      if (embedded) return columnsOf(embedded, `${path}.`);
      const kind = BUILT_IN[name] ?? (choices.has(name) ? 'choice' : undefined);
      if (kind === undefined) throw declarationError(field, `type ${name} of ${path} is not known`);
      const key = directive(field, 'key');
      return [
        {
          path,
          name: snakeCase(path),
          kind,
          list,
          nullable: field.type.kind !== Kind.NON_NULL_TYPE,
          choices: choices.get(name) ?? [],
          ...(key ? { key: { column: text(field, 'key', 'column'), table: text(field, 'key', 'table') } } : {}),
        },
      ];
    });

  const resources = new Map<string, Resource>();
  for (const node of objects.values()) {
    if (!directive(node, 'resource')) continue;
    const columns = new Map(columnsOf(node, '').map((column) => [column.path, column]));
    resources.set(node.name.value, {
      type: node.name.value,
      table: text(node, 'resource', 'table'),
      entityColumn: text(node, 'resource', 'entity') || 'entity_id',
      order: texts(node, 'resource', 'order'),
      cheap: texts(node, 'resource', 'cheap'),
      scope: text(node, 'scope', 'needs'),
      columns,
      links: new Map((node.fields ?? []).flatMap((field) => linkOf(field)).map((link) => [link.field, link])),
      declaredAt: where(node),
    });
  }
  return resources;
}

function linkOf(field: FieldDefinitionNode): Link[] {
  if (!directive(field, 'link')) return [];
  const by = text(field, 'link', 'by');
  const from = text(field, 'link', 'from');
  if ((by === '') === (from === '')) throw declarationError(field, '@link takes either by or from');
  const { name } = named(field.type);
  return [
    { field: field.name.value, target: name.replace(/Page$/, ''), many: from !== '', path: from === '' ? by : from },
  ];
}

/** `address.postCode` → `address_post_code`; the column of a field. */
export function snakeCase(path: string): string {
  return path.replace(/\./g, '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface Annotated {
  readonly directives?: readonly ConstDirectiveNode[];
}

function directive(node: Annotated, name: string): ConstDirectiveNode | undefined {
  return node.directives?.find((candidate) => candidate.name.value === name);
}

function text(node: Annotated, name: string, argument: string): string {
  const value = directive(node, name)?.arguments?.find((candidate) => candidate.name.value === argument)?.value;
  return value?.kind === Kind.STRING ? value.value : '';
}

function texts(node: Annotated, name: string, argument: string): readonly string[] {
  const value = directive(node, name)?.arguments?.find((candidate) => candidate.name.value === argument)?.value;
  return value?.kind === Kind.LIST ? value.values.flatMap((item) => (item.kind === Kind.STRING ? [item.value] : [])) : [];
}

function named(type: TypeNode): { readonly name: string; readonly list: boolean } {
  if (type.kind === Kind.NAMED_TYPE) return { name: type.name.value, list: false };
  return type.kind === Kind.LIST_TYPE ? { ...named(type.type), list: true } : named(type.type);
}

function where(node: ObjectTypeDefinitionNode | FieldDefinitionNode): string {
  return `${node.loc?.source.name ?? 'schema'}:${node.loc?.startToken.line ?? 0}`;
}

function declarationError(node: FieldDefinitionNode, message: string): Error {
  return new Error(`${where(node)}: ${message}`);
}
