import { Kind, type ASTNode, type ConstDirectiveNode, type DirectiveNode, type TypeNode } from 'graphql';

/** A node that may have directives of the gateway. */
export interface Annotated {
  readonly directives?: readonly (ConstDirectiveNode | DirectiveNode)[];
}

/** Returns whether a node has a directive. */
export function has(node: Annotated, name: string): boolean {
  return directive(node, name) !== undefined;
}

/** Returns a text argument of a directive, or ''. */
export function text(node: Annotated, name: string, argument: string): string {
  const value = argumentOf(node, name, argument);
  return value?.kind === Kind.STRING ? value.value : '';
}

/** Returns a list argument of a directive, or an empty list. */
export function texts(node: Annotated, name: string, argument: string): readonly string[] {
  const value = argumentOf(node, name, argument);
  return value?.kind === Kind.LIST
    ? value.values.flatMap((item) => (item.kind === Kind.STRING ? [item.value] : []))
    : [];
}

/** Returns the name of a type without its wrappers, and whether one of them is a list. */
export function named(type: TypeNode): { readonly name: string; readonly list: boolean } {
  if (type.kind === Kind.NAMED_TYPE) return { name: type.name.value, list: false };
  return type.kind === Kind.LIST_TYPE ? { ...named(type.type), list: true } : named(type.type);
}

/** Returns file and line of a node, for messages at the start. */
export function where(node: ASTNode): string {
  return `${node.loc?.source.name ?? 'schema'}:${node.loc?.startToken.line ?? 0}`;
}

function directive(node: Annotated, name: string): ConstDirectiveNode | DirectiveNode | undefined {
  return node.directives?.find((candidate) => candidate.name.value === name);
}

function argumentOf(node: Annotated, name: string, argument: string): DirectiveValue | undefined {
  return directive(node, name)?.arguments?.find((candidate) => candidate.name.value === argument)?.value;
}

type DirectiveValue = NonNullable<DirectiveNode['arguments']>[number]['value'];
