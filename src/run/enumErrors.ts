import {
  coerceInputValue,
  getNamedType,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  print,
  typeFromAST,
  ValuesOfCorrectTypeRule,
  type ValidationContext,
  type ValidationRule,
  type VariableDefinitionNode,
  visitInParallel,
} from 'graphql';
import { isProblem, parseChoice } from '../values/scalars.js';

/**
 * Validation rule: ValuesOfCorrectType of graphql-js, with other messages for enum values. They name the received value
 * and all allowed values; graphql-js suggests only similar ones.
 */
export const listingEnumValues: ValidationRule = (context) => {
  const fields: string[] = [];
  const report = (error: GraphQLError): void => {
    const node = error.nodes?.[0];
    const inputPath = [context.getArgument()?.name ?? 'the default of a variable', ...fields].join('.');
    const isText = node !== undefined && 'value' in node && typeof node.value === 'string';
    const received = isText ? node.value : node && print(node);
    const message = received === undefined ? undefined : sentence(inputPath, context.getInputType(), received);
    context.reportError(message === undefined ? error : new GraphQLError(message, { nodes: error.nodes ?? null }));
  };
  const reporting = Object.create(context, { reportError: { value: report } }) as ValidationContext;
  return visitInParallel([
    {
      ObjectField: {
        enter({ name }) {
          fields.push(name.value);
        },
        leave() {
          fields.pop();
        },
      },
    },
    ValuesOfCorrectTypeRule(reporting),
  ]);
};

/**
 * Returns the errors of variables. Those of enum values name the received value and all allowed values.
 * @param errors of graphql-js, for these definitions and values
 */
export function withEnumValues(
  errors: readonly GraphQLError[],
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  given: Readonly<Record<string, unknown>>,
): readonly GraphQLError[] {
  const messages = definitions.flatMap((definition) => {
    const type = typeFromAST(schema, definition.type);
    const name = definition.variable.name.value;
    const value = given[name];
    // Null for a required variable is an error of the whole variable.
    const isChecked = isInputType(type) && Object.hasOwn(given, name) && !(value === null && isNonNullType(type));
    return isChecked ? messagesOf(name, type, value) : [];
  });
  // graphql-js visits variables and values in the same order. Errors of a whole variable have no original error.
  let index = -1;
  return errors.map((error) => {
    if (error.originalError === undefined) return error;
    index += 1;
    const message = messages[index];
    return message === undefined ? error : new GraphQLError(message, { nodes: error.nodes ?? null });
  });
}

/** Returns a message for each wrong value of a variable; undefined if the value is not of an enum. */
function messagesOf(name: string, type: GraphQLInputType, given: unknown): readonly (string | undefined)[] {
  const messages: (string | undefined)[] = [];
  coerceInputValue(given, type, (path, invalid) => {
    const inputPath = [`$${name}`, ...path].join('.');
    const received = typeof invalid === 'string' ? invalid : JSON.stringify(invalid);
    messages.push(sentence(inputPath, typeAt(type, path), received));
  });
  return messages;
}

/** Returns the type of a part of a value. A single value in place of a list has the type of its items. */
function typeAt(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLInputType | undefined {
  let partType: GraphQLInputType | undefined = type;
  for (const key of path.filter((part) => typeof part === 'string')) {
    const outer: GraphQLNamedInputType | undefined = partType && getNamedType(partType);
    partType = isInputObjectType(outer) ? outer.getFields()[key]?.type : undefined;
  }
  return partType;
}

/** Returns the sentence for a wrong value, or undefined if the type is not an enum. */
function sentence(inputPath: string, type: GraphQLInputType | null | undefined, received: string): string | undefined {
  const named = type ? getNamedType(type) : undefined;
  if (!isEnumType(named)) return undefined;
  const names = named.getValues().map(({ name }) => name);
  const parsed = parseChoice(received, names);
  // In a document, a quoted name or a list is no enum value, even if its text equals one.
  if (!isProblem(parsed)) return `${inputPath} must be one of ${names.join(', ')} without quotes, got "${received}".`;
  return `${inputPath} ${parsed.problem}.`;
}
