import {
  getArgumentValues,
  getDirectiveValues,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  type FieldNode,
  type GraphQLField,
  type SelectionNode,
} from 'graphql';
import { AppError } from '../errors/appError.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * A field's arguments, as execution will use them.
 * @throws AppError graphql-invalid where a variable has null for what must not be null, which validation does not see
 */
export function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Values): Values {
  return fitting(() => getArgumentValues(field, node, variables));
}

/**
 * Whether a part of a selection is asked for, by @include and @skip.
 * @throws AppError graphql-invalid as above
 */
export function isIncluded(node: SelectionNode, variables: Values): boolean {
  if ((node.directives?.length ?? 0) === 0) return true;
  return fitting(
    () =>
      getDirectiveValues(GraphQLSkipDirective, node, variables)?.if !== true &&
      getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false,
  );
}

function fitting<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof GraphQLError ? new AppError('graphql-invalid', error.message) : error;
  }
}
