import { Kind, type ASTNode, type ConstDirectiveNode, type DirectiveNode, type TypeNode } from 'graphql';

/** What may carry a house directive. */
export interface Annotated {
  readonly directives?: readonly (ConstDirectiveNode | DirectiveNode)[];
}

/** Whether a node carries a directive. */
export function has(node: Annotated, name: string): boolean {
  return directive(node, name) !== undefined;
}

/** A text argument of a directive; '' where it is not given. */
export function text(node: Annotated, name: string, argument: string): string {
  const value = argumentOf(node, name, argument);
  return value?.kind === Kind.STRING ? value.value : '';
}

/** A list of texts, an argument of a directive; empty where it is not given. */
export function texts(node: Annotated, name: string, argument: string): readonly string[] {
  const value = argumentOf(node, name, argument);
  return value?.kind === Kind.LIST
    ? value.values.flatMap((item) => (item.kind === Kind.STRING ? [item.value] : []))
    : [];
}

/** The name of a type without its wrappers, and whether a list is among them. */
export function named(type: TypeNode): { readonly name: string; readonly list: boolean } {
  if (type.kind === Kind.NAMED_TYPE) return { name: type.name.value, list: false };
  return type.kind === Kind.LIST_TYPE ? { ...named(type.type), list: true } : named(type.type);
}

/** File and line of a node, for messages at the start. */
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
