import { makeExecutableSchema } from '@graphql-tools/schema';
import DataLoader from 'dataloader';
import fc from 'fast-check';
import {
  execute,
  GraphQLError,
  GraphQLScalarType,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  parse,
  specifiedRules,
  validate,
  type GraphQLFieldResolver,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { COST_AT_ONCE } from '../../src/run/run.js';
import { timesOf } from '../support/repeated.js';
import { runOf } from './runOf.js';
import { randomQuery, SDL } from './randomQuery.js';

const RUNS = timesOf('random GraphQL documents');
/** What is not used does no harm. */
const RULES = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule && rule !== NoUnusedVariablesRule);

/** A number that a place in an answer decides, the same each time. */
function hash(text: string, seed: number): number {
  let value = seed + 0x9e3779b9;
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 0x85ebca6b) ^ (value >>> 13);
  return (value ^ (value >>> 16)) >>> 0;
}

const WORDS = ['plain', '', 'a "quoted" one', 'back\\slash', 'line\nbreak', 'ünï→😀', '\ud800', '\u2028', '\u007f'];
const VALUES: readonly unknown[] = [
  ...WORDS,
  0,
  -0,
  1.5,
  1e21,
  1e-7,
  NaN,
  Infinity,
  2 ** 53,
  true,
  false,
  'RED',
  'GREEN',
  {},
  [],
];

/**
 * What stands at a place: a value of any kind, an object with such values, lists, nothing, an error that is thrown,
 * given or rejected with, at once or later.
 */
function thing(place: string, seed: number, depth = 0): unknown {
  const dice = hash(place, seed);
  const pick = (dice >>> 8) % VALUES.length;
  switch (dice % 24) {
    case 0:
      return null;
    case 1:
      return undefined;
    case 2:
      return new Error(`given at ${place}`);
    case 3:
      return taken(Promise.reject(new GraphQLError(`rejected at ${place}`, { extensions: { place } })));
    case 4:
      return Promise.resolve(thing(`${place}'`, seed, depth));
    case 5:
      return taken(new Promise((resolve) => setImmediate(resolve)).then(() => thing(`${place}'`, seed, depth)));
    case 6:
    case 7:
    case 8:
    case 9:
    case 10:
      return VALUES[pick];
    case 11:
      return () => thing(`${place}()`, seed, depth);
    default:
      return depth > 5 ? null : object(place, seed, depth + 1);
  }
}

const KIN = ['a', 'b', 'a', 'c', null, 7];

/** Loads the values of several objects at once. Each execution has a separate loader. */
function kinLoader(seed: number): DataLoader<string, unknown> {
  return new DataLoader((keys) => Promise.resolve(keys.map((key) => thing(`kin ${key}`, seed, 2))));
}

interface Context {
  readonly seed: number;
  readonly kin: DataLoader<string, unknown>;
}

const NAMES =
  'id text word number count flag colour colours texts words sureWords any sureAny asked one sure many all lists kinId';

/** Some are only looked at, for a message, so that nobody else takes the rejection. */
function taken<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Most fields are well, or hardly anything would be seen behind what must not be null. */
function object(place: string, seed: number, depth: number): object {
  const own: Record<string, unknown> = {};
  for (const name of NAMES.split(' ')) {
    const here = `${place}.${name}`;
    const isWell = hash(here, seed + 1) % 16 > 0;
    Object.defineProperty(own, name, {
      enumerable: true,
      get: () => {
        if (!isWell && hash(here, seed + 2) % 4 === 0) throw new Error(`thrown at ${here}`);
        return isWell ? well(name, here, seed, depth) : thing(here, seed, depth);
      },
    });
  }
  return own;
}

function well(name: string, here: string, seed: number, depth: number): unknown {
  const dice = hash(here, seed + 3);
  const word = WORDS[dice % WORDS.length];
  const inner = (n: number): unknown => (depth > 4 ? null : object(`${here}${n}`, seed, depth + 1));
  if (name === 'kinId') return KIN[dice % KIN.length];
  if (['number', 'count'].includes(name)) return dice % 1000;
  if (name === 'flag') return dice % 2 === 0;
  if (name === 'colour') return 'RED';
  if (name === 'colours') return ['GREEN', 'RED'].slice(dice % 2);
  if (['texts', 'words', 'sureWords'].includes(name)) return [word, 'x', name === 'texts' ? null : 'y'];
  if (['any', 'sureAny'].includes(name)) return { place: here, deep: [1, null, { word }] };
  if (['one', 'sure'].includes(name)) return dice % 3 === 0 ? Promise.resolve(inner(0)) : inner(0);
  if (['many', 'all'].includes(name)) return [inner(0), dice % 5 === 0 ? Promise.resolve(inner(1)) : inner(1)];
  if (name === 'lists') return [[inner(0)], new Set([inner(1), inner(2)])];
  return word;
}

/** Nothing of an empty text, which is an error; of objects, whose fields may throw, a word. */
const Any = new GraphQLScalarType({
  name: 'Any',
  serialize: (value) =>
    value === ''
      ? null
      : typeof value === 'object' || typeof value === 'function'
        ? ['an object', { in: 'a list' }]
        : value,
});

function schemaOf(): ReturnType<typeof makeExecutableSchema> {
  const resolve: GraphQLFieldResolver<unknown, { readonly seed: number }> = (_source, args, { seed }, info) => {
    const place = `${info.path.key}${JSON.stringify(args)}`;
    const dice = hash(place, seed) % 8;
    if (dice === 0) return thing(place, seed);
    if (dice === 1) throw new Error(`thrown by the resolver at ${place}`);
    if (info.fieldName === 'word') return 'root';
    const one = object(place, seed, 0);
    if (info.fieldName === 'broken') return [[one], null, thing(`${place}1`, seed)];
    return ['many', 'all'].includes(info.fieldName) ? [one, object(`${place}2`, seed, 0)] : Promise.resolve(one);
  };
  const asked: GraphQLFieldResolver<unknown, { readonly seed: number }> = (_source, args, { seed }, info) => {
    const place = `${info.path.key}${JSON.stringify(args)}`;
    return hash(place, seed) % 4 === 0 ? thing(place, seed) : JSON.stringify(args);
  };
  const kin = {
    resolve: ({ kinId }: { readonly kinId?: unknown }, _: unknown, context: Context) =>
      typeof kinId === 'string' ? context.kin.load(kinId) : null,
    extensions: { key: 'kinId' },
  };
  const roots = Object.fromEntries(['one', 'sure', 'many', 'all', 'word', 'broken'].map((name) => [name, resolve]));
  return makeExecutableSchema({ typeDefs: SDL, resolvers: { Query: roots, Node: { asked, kin }, Any } });
}

describe('the executor returns the same bytes as graphql-js', () => {
  const schema = schemaOf();
  const run = runOf(schema);
  const partByPart = runOf(schema, undefined, () => COST_AT_ONCE + 1);

  it(
    'for random queries over random values, with errors of every kind at every level',
    { timeout: 240_000 },
    async () => {
      let answered = 0;
      let withErrors = 0;
      const variables = fc.record(
        { yes: fc.boolean(), no: fc.boolean(), n: fc.constantFrom(1, 2, null), text: fc.constantFrom('b', null) },
        { requiredKeys: ['yes'] },
      );
      await fc.assert(
        fc.asyncProperty(randomQuery, variables, fc.nat(), async (text, variableValues, seed) => {
          const document = parse(text);
          if (validate(schema, document, RULES).length > 0) return;
          const asked = () => ({ schema, document, variableValues, contextValue: { seed, kin: kinLoader(seed) } });
          // When a required item fails at once, graphql-js no longer waits for the items before it, whose promises may
          // then reject.
          const { result } = await watched(async () => execute(asked()));
          const { data, errors = [] } = result;
          // Runs twice, because the second run uses cached parts, and then as a response with a very high cost.
          for (const [time, answer] of [run, run, partByPart].entries()) {
            const { result: written, left } = await watched(() => answer(asked()));
            expect(left, String(time)).toEqual([]);
            expect(written.data).toBe(JSON.stringify(data));
            expect(told(written.errors, data)).toEqual(told(errors, data));
            expect(written.isEmpty).toBe(data === null || Object.values(data ?? {}).every((value) => value === null));
          }
          answered += 1;
          if (errors.length > 0) withErrors += 1;
        }),
        { numRuns: RUNS },
      );
      expect(answered).toBeGreaterThan(RUNS / 3);
      expect(withErrors).toBeGreaterThan(answered / 5);
    },
  );

  it('for a document that runs again with other variables', async () => {
    const document = parse(`query A($text: String, $n: Int) {
      many { a: asked(of: { text: $text }) b: asked(of: { text: "b", number: $n }) c: asked(times: $n) d: asked(times: 3) }
    }`);
    const texts = new Set<string | undefined>();
    for (const seed of [1, 2, 3, 4]) {
      for (const variableValues of [{ text: 'x', n: 1 }, { text: 'y', n: 2 }, {}, { text: 'x', n: 1 }]) {
        const asked = { schema, document, variableValues, contextValue: { seed, kin: kinLoader(seed) } };
        const { data } = await execute(asked);
        const written = await run(asked);
        expect(written.data).toBe(JSON.stringify(data));
        texts.add(written.data);
      }
    }
    expect(texts.size).toBeGreaterThan(3);
  });

  it.each([
    ['query A { word } query B { word }', undefined],
    ['query A { word } query B { word }', 'B'],
    ['query A { word }', 'C'],
    ['query A { ...__proto__ } fragment __proto__ on Query { __proto__: word }', undefined],
    ['fragment Some on Node { id }', undefined],
    ['query A($yes: Boolean!) { word @include(if: $yes) }', undefined],
    ['query A($n: Int = "x") { word }', undefined],
    [
      '{ __schema { queryType { name fields { name type { kind ofType { name } } } } directives { name } } }',
      undefined,
    ],
    ['{ __type(name: "Colour") { enumValues { name isDeprecated } description } __typename }', undefined],
  ])('for %s, operation %s', async (text, operationName) => {
    const asked = { schema, document: parse(text), operationName, contextValue: { seed: 7 } };
    const { data, errors = [] } = await execute(asked);
    const written = await run(asked);
    expect(written.data).toBe(JSON.stringify(data));
    expect(JSON.stringify(written.errors)).toBe(JSON.stringify(errors));
  });
});

/** Runs something; `left`: rejections that nobody took. */
async function watched<T>(act: () => Promise<T>): Promise<{ readonly result: T; readonly left: readonly unknown[] }> {
  const left: unknown[] = [];
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => left.push(reason));
  try {
    const result = await act();
    await new Promise((resolve) => setImmediate(resolve));
    return { result, left };
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const other of others) process.on('unhandledRejection', other);
  }
}

/**
 * What errors tell for certain, in no order, as things go on at the same time: of one whose place is null, all; of
 * those that made something around them null, where that is, as it depends on what comes first which of them are met.
 */
function told(errors: readonly GraphQLError[], data: unknown): readonly string[] {
  const lines = errors.map((error) => {
    const path = error.path ?? [];
    let value = data;
    for (const [depth, key] of path.entries()) {
      if (value === null) return `null at ${path.slice(0, depth).join('.')}`;
      value = Reflect.get(Object(value) as object, key);
    }
    return JSON.stringify(error);
  });
  return [...new Set(lines)].toSorted();
}
