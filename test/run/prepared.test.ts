import {
  buildASTSchema,
  execute,
  getNamedType,
  getNullableType,
  GraphQLBoolean,
  isListType,
  isObjectType,
  Kind,
  parse,
  printSchema,
  typeFromAST,
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/run/createCore.js';
import { seeded, shuffled } from '../support/random.js';
import { someOf } from '../support/repeated.js';
import { runOf } from './runOf.js';
import { readEndpoints } from '../../src/rest/endpoint.js';

const { schema: own, resources, planner } = buildSchema();
const schema = buildASTSchema(parse(printSchema(own)));
const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 3,
  Float: 1.25,
  Figure: 0.1,
  Boolean: true,
  RateTable: { a: 1 },
};

/** The values at a path: for each type, all possible ones; an error if it is `broken`. */
interface Context {
  readonly broken: string | null;
  readonly seen: Set<string>;
}

function valueOf(type: GraphQLOutputType, path: string, context: Context): unknown {
  context.seen.add(path);
  if (path === context.broken) throw new Error(`broken at ${path}`);
  const bare = getNullableType(type);
  if (isListType(bare)) return [0, 1].map((index) => itemOf(bare.ofType, `${path}.${index}`, context));
  if (isObjectType(bare)) return objectOf(bare, path, context);
  const { name } = getNamedType(bare);
  const choices = 'getValues' in bare ? bare.getValues() : [];
  return choices[0]?.value ?? SCALARS[name] ?? `${name} "at" ${path}`;
}

/** An item that is broken is an error that stands in the list. */
function itemOf(type: GraphQLOutputType, path: string, context: Context): unknown {
  try {
    return valueOf(type, path, context);
  } catch (error) {
    return error;
  }
}

function objectOf(type: GraphQLObjectType, path: string, context: Context): object {
  const object = {};
  for (const { name, type: of } of Object.values(type.getFields())) {
    Object.defineProperty(object, name, { get: () => valueOf(of, `${path}.${name}`, context) });
  }
  return object;
}

for (const [name, field] of Object.entries(schema.getQueryType()?.getFields() ?? {})) {
  field.resolve = (_source, _args, context: Context) =>
    Promise.resolve().then(() => valueOf(field.type, name, context));
}

const run = runOf(schema, planner.describe);

/** Both executors' answers, which must be the same; the paths that were looked at. */
async function compare(document: DocumentNode, variableValues: Record<string, unknown>, broken: string | null) {
  const seen = new Set<string>();
  const asked = { schema, document, variableValues };
  const { data, errors = [] } = await execute({ ...asked, contextValue: { broken, seen } });
  const written = await run({ ...asked, contextValue: { broken, seen: new Set() } });
  // Compared as text first: an assertion for each of thousands costs more than they do.
  if (written.data !== JSON.stringify(data) || JSON.stringify(written.errors) !== JSON.stringify(errors)) {
    expect({ variableValues, ...written }).toEqual({ variableValues, data: JSON.stringify(data), errors });
  }
  return { seen, hasFailed: errors.length > 0 };
}

/** Every combination of booleans, as many as there are names. */
function combinations(names: readonly string[]): Record<string, boolean>[] {
  return names.reduce<Record<string, boolean>[]>(
    (some, name) => some.flatMap((one) => [true, false].map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

/** As many random combinations have each combination of values of any four options. */
const COMBINATIONS = 400;

const REQUIRED = {
  ...{ startDate: '2023-01-01', endDate: '2023-12-31', id: 'c85be2627041bb78294f37e6' },
  ...{ filter: null, limit: 2, page: 1, by: 'account' },
};

describe('the executor returns the same bytes as graphql-js for every prepared operation', () => {
  it.each(readEndpoints({ schema: own, resources }))('$name', { timeout: 240_000 }, async ({ document }) => {
    const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
    const definitions = operation?.variableDefinitions ?? [];
    const names = definitions.map(({ variable }) => variable.name.value);
    const given = Object.fromEntries(Object.entries(REQUIRED).filter(([name]) => names.includes(name)));
    const flags = definitions.flatMap(({ variable, type }) => {
      const found = typeFromAST(schema, type);
      return found && getNamedType(found) === GraphQLBoolean ? [variable.name.value] : [];
    });
    // Options that are parameters, with each other; conditions that are derived from several, with each other.
    const [derived, options] = [
      flags.filter((name) => name.startsWith('with')),
      flags.filter((name) => !name.startsWith('with')),
    ];
    const all = (names: readonly string[], value: boolean) => Object.fromEntries(names.map((name) => [name, value]));
    const asked = [true, false].flatMap((value) => [
      ...combinations(options).map((own) => ({ ...given, ...all(derived, value), ...own })),
      ...combinations(derived).map((own) => ({ ...given, ...all(options, value), ...own })),
    ]);
    for (const variables of someOf(shuffled(seeded(asked.length), asked), COMBINATIONS)) {
      const { hasFailed } = await compare(document, variables, null);
      expect(hasFailed).toBe(false);
    }
    const whole = { ...given, ...all(flags, true), minimal: false };
    const { seen } = await compare(
      document,
      names.includes('minimal') ? whole : { ...given, ...all(flags, true) },
      null,
    );
    expect(seen.size).toBeGreaterThan(10);
    for (const place of seen) {
      const { hasFailed } = await compare(document, whole, place);
      expect(hasFailed, place).toBe(true);
    }
  });
});
