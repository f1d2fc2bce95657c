import { makeExecutableSchema } from '@graphql-tools/schema';
import { execute, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { rowMaker } from '../../src/data/columns.js';
import type { Column } from '../../src/data/resource.js';
import { runOf } from './runOf.js';

/** A field that reads another of its object, or none. */
function conditional(name: string): object {
  return {
    resolve: (source: Readonly<Record<string, unknown>>, { when }: { readonly when: boolean }) =>
      when ? source[name] : null,
    extensions: { reads: ({ when }: { readonly when: boolean }) => (when ? name : null) },
  };
}

const schema = makeExecutableSchema({
  typeDefs: `
    type Query { items: [Item!] }
    type Item { id: ID! text: String number: Float count: Int flag: Boolean! tags: [String!] sizes: [Int] colour: Colour
      part: Part sure: Part! parts: [Part!] made(of: Int): String
      partIf(when: Boolean!): Part sureIf(when: Boolean!): Part! }
    type Part { text: String part: Part }
    enum Colour { RED }`,
  resolvers: { Item: { partIf: conditional('part'), sureIf: conditional('sure') } },
});
const run = runOf(schema);

const item = (id: number): object => ({
  id: `id ${id}`,
  text: id % 3 === 0 ? null : `"${id}"\u2028\ud800`,
  number: [0, -0, 1e21, 1e-7, 0.1 + 0.2][id % 5],
  ...{ count: id, flag: id % 2 === 0, tags: ['a', 'b\n'], sizes: [1, null], colour: 'RED' },
  part: id % 4 === 0 ? undefined : { text: 'in', part: { text: 'deeper', part: null } },
  ...{ sure: { text: 'sure' }, parts: [{ text: 'one of many' }], made: () => 'made' },
});
const PLAIN =
  'id text number count flag tags sizes colour part { text inner: part { text } } sure { text } parts { text }';

/** The responses of our executor, as text, and of graphql-js, for a list and for an iterable that can be read only once. */
async function answers(
  items: readonly unknown[],
  selection: string,
  variableValues: Readonly<Record<string, unknown>> = {},
): Promise<readonly [string[], string[]]> {
  const document = parse(`query ($when: Boolean = true) { items { ${selection} } }`);
  const { data, errors = [] } = await execute({ schema, document, rootValue: { items }, variableValues });
  const expected = JSON.stringify(data) + JSON.stringify(errors);
  // The executor has no root value, so the test's value takes the place of the field.
  const query = schema.getQueryType()?.getFields().items;
  if (!query) throw new Error('the schema has no items');
  const ours: string[] = [];
  for (const given of [items, items.values()]) {
    query.resolve = () => given;
    const written = await run({ document, variableValues: { when: true, ...variableValues }, contextValue: {} });
    ours.push(String(written.data) + JSON.stringify(written.errors));
  }
  delete query.resolve;
  return [ours, [expected, expected]];
}

describe('the executor writes a list of plain objects with the same bytes as graphql-js', () => {
  const many = Array.from({ length: 1_203 }, (_, id) => item(id));
  const but = (at: number, other: object): readonly object[] =>
    many.map((one, index) => (index === at ? { ...one, ...other } : one));

  it.each([
    ['more objects than one write batch', many, PLAIN],
    ['an empty list', [], PLAIN],
    ['property names of JavaScript', many, '__proto__: id constructor: text toJSON: count'],
    ['a nested list of objects', many, 'id parts { text part { text } }'],
    ['a field that is a function', many, 'id made'],
    [
      'fields that redirect to another field or to none',
      many,
      'id partIf(when: true) { text } none: partIf(when: false) { text } sureIf(when: true) { text }',
    ],
    ['a null in a non-null field', many.slice(0, 3), 'id sureIf(when: false) { text }'],
  ])('%s', async (_, items, selection) => {
    const [ours, theirs] = await answers(items, selection);
    expect(ours).toEqual(theirs);
  });

  it.each([[{ when: true }], [{ when: false }], [{}], [{ when: null }]])(
    'a field that a variable redirects to another field: %o',
    async (variables) => {
      const [ours, theirs] = await answers(many.slice(0, 5), 'id partIf(when: $when) { text }', variables);
      expect(ours).toEqual(theirs);
    },
  );

  it.each([
    ['a null in a non-null field', { flag: null }],
    ['NaN', { number: NaN }],
    ['an unknown enum value', { colour: 'BLUE' }],
    ['a wrong value in a list', { tags: ['a', null] }],
    ['a missing non-null object', { sure: undefined }],
    ['a list of objects with a null', { parts: [{ text: 'a' }, null] }],
    ['a text in place of a list', { parts: 'x' }],
    ['a list of objects with a promise', { parts: [Promise.resolve({ text: 'later' })] }],
    ['a set of objects', { parts: new Set([{ text: 'a' }]) }],
    ['a promise', { text: Promise.resolve('later') }],
    ['a promise that is rejected', { part: { text: 'x', part: Promise.resolve({ text: new Error('no') }) } }],
    ['a function', { text: () => 'called' }],
    ['an error', { text: new Error('given') }],
  ])('a list that contains %s', async (_, other) => {
    const [ours, theirs] = await answers(but(700, other), PLAIN);
    expect(ours).toEqual(theirs);
  });

  it('a list of database rows', async () => {
    const columns = ['id', 'text', 'flag', 'part.text', 'sure.text'].map((path): Column => ({
      ...{ path, name: path, kind: 'text', list: false, nullable: true, choices: [] },
    }));
    const toRow = rowMaker(columns, 1);
    const rows = [toRow(['-', 'a', 'A', true, 'in', 'sure']), toRow(['-', 'b', null, false, null, 'x'])];
    const [ours, theirs] = await answers(rows, 'id text flag part { text } sure { text }');
    expect(ours).toEqual(theirs);
    expect(ours[0]).toBe(
      '{"items":[{"id":"a","text":"A","flag":true,"part":{"text":"in"},"sure":{"text":"sure"}},' +
        '{"id":"b","text":null,"flag":false,"part":{"text":null},"sure":{"text":"x"}}]}[]',
    );
  });
});
