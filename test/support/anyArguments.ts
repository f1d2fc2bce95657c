import fc from 'fast-check';
import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { ACCOUNT_ID, anyJson, anyNumber, anyText } from './anyValue.js';

/** A request with values of any kind as arguments. */
export interface AnyArguments {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Values of required arguments on the way to a field. */
const RIGHT: Readonly<Record<string, unknown>> = {
  id: ACCOUNT_ID,
  startDate: '2023-01-01',
  endDate: '2023-03-31',
  accountId: ACCOUNT_ID,
};

/** A field that takes arguments, with the text of a document before and after it. */
interface Place {
  readonly before: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly after: string;
}

/** Returns every field that takes arguments, once for each type that has it. */
export function fieldsWithArguments(schema: GraphQLSchema): readonly Place[] {
  const places: Place[] = [];
  const reached = new Set<GraphQLObjectType>();
  const query = schema.getQueryType();
  const waiting = query ? [{ type: query, before: '', after: '' }] : [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { type, before, after } = next;
    if (reached.has(type)) continue;
    reached.add(type);
    for (const field of Object.values(type.getFields())) {
      if (field.args.length > 0) places.push({ before, field, after });
      const inner = getNamedType(field.type);
      const required = field.args.filter((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined);
      if (!isObjectType(inner) || required.some(({ name }) => RIGHT[name] === undefined)) continue;
      const given = required.map(({ name }) => `${name}: ${JSON.stringify(RIGHT[name])}`);
      const level = field.args.some(({ name }) => name === 'accountId') ? [`accountId: "${ACCOUNT_ID}"`] : [];
      const args = [...given, ...level].join(', ');
      waiting.push({
        type: inner,
        before: `${before} ${field.name}${args === '' ? '' : `(${args})`} {`,
        after: `} ${after}`,
      });
    }
  }
  return places;
}

/** Returns a selection on a field's type: its leaves, and those of the objects directly below. */
function selectionOf(type: unknown, depth = 2): string {
  if (!isObjectType(type)) return '';
  const parts = Object.values(type.getFields()).flatMap((field) => {
    if (field.args.length > 0) return [];
    const inner = getNamedType(field.type);
    if (isLeafType(inner)) return [field.name];
    const below = depth > 0 ? selectionOf(inner, depth - 1) : '';
    return below === '' || !['data', 'emissions', 'values', 'rates'].includes(field.name)
      ? []
      : [`${field.name} ${below}`];
  });
  return `{ ${parts.length > 0 ? parts.join(' ') : '__typename'} }`;
}

/** Generates values for an input type; most have its shape. */
function valueOf(type: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valueOf(type.ofType, depth);
  const odd = { weight: 1, arbitrary: anyJson };
  if (isListType(type)) {
    const items = fc.array(valueOf(type.ofType, depth), { maxLength: 3 });
    return fc.oneof(odd, { weight: 8, arbitrary: items });
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    if (depth === 0) return fc.constant({});
    const some = fc
      .shuffledSubarray(fields, { minLength: 1, maxLength: Math.min(2, fields.length) })
      .chain((chosen) =>
        fc.tuple(...chosen.map((field) => valueOf(field.type, depth - 1).map((value) => [field.name, value] as const))),
      )
      .map((entries) => Object.fromEntries(entries));
    return fc.oneof(odd, { weight: 12, arbitrary: some });
  }
  const own = isEnumType(type)
    ? fc.constantFrom(...type.getValues().map(({ name }) => name))
    : type.name === 'Boolean'
      ? fc.boolean()
      : type.name === 'Int' || type.name === 'Float'
        ? anyNumber
        : anyText;
  return fc.oneof(odd, { weight: 8, arbitrary: own });
}

/** Returns a value as a GraphQL literal. */
function literal(value: unknown, type: GraphQLInputType): string {
  const own = getNamedType(type);
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, type)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = isInputObjectType(own) ? own.getFields() : {};
    const parts = Object.entries(value).map(
      ([name, inner]) => `${name}: ${literal(inner, fields[name]?.type ?? type)}`,
    );
    return `{${parts.join(', ')}}`;
  }
  if (typeof value === 'string' && isEnumType(own)) return /^[A-Za-z]\w*$/.test(value) ? value : JSON.stringify(value);
  // 1e400 is a valid GraphQL number that JavaScript cannot represent.
  if (typeof value === 'number' && !Number.isFinite(value)) return value > 0 ? '1e400' : '-1e400';
  return JSON.stringify(value);
}

/**
 * Generates requests that pass values of any kind as the arguments of a field, as variables or as literals in the
 * document.
 */
export function anyArguments(places: readonly Place[]): fc.Arbitrary<AnyArguments> {
  return fc.tuple(fc.constantFrom(...places), fc.boolean()).chain(([{ before, field, after }, areVariables]) => {
    const values = field.args.map(({ name, type }) => {
      const right = RIGHT[name];
      const isRequired = isNonNullType(type) || name === 'accountId';
      if (right === undefined || !isRequired) return fc.option(valueOf(type, 4), { nil: undefined, freq: 2 });
      return fc.oneof(valueOf(type, 4), { weight: 4, arbitrary: fc.constant(right) });
    });
    return fc.tuple(...values).map((given): AnyArguments => {
      const asked = field.args.flatMap(({ name, type }, index) => {
        const value = given[index];
        return value === undefined ? [] : [{ name, type, value }];
      });
      const written = asked.map(({ name, type, value }) =>
        areVariables ? `${name}: $${name}` : `${name}: ${literal(value, type)}`,
      );
      const declared =
        areVariables && asked.length > 0
          ? `(${asked.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')})`
          : '';
      const args = written.length > 0 ? `(${written.join(', ')})` : '';
      const text = `query${declared} {${before} ${field.name}${args} ${selectionOf(getNamedType(field.type))} ${after}}`;
      const variables = areVariables ? Object.fromEntries(asked.map(({ name, value }) => [name, value])) : {};
      return { query: text, variables };
    });
  });
}
