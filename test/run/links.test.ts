import { makeExecutableSchema } from '@graphql-tools/schema';
import DataLoader from 'dataloader';
import { execute, GraphQLError, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createExecutor } from '../../src/run/executor.js';
import { Batches } from '../../src/run/run.js';
import { textOf } from './runOf.js';

interface Row {
  readonly id: string;
  readonly ownerId: string | null;
}

/** Objects of a row's owner; those without a name have an error. */
const OWNERS: Readonly<Record<string, { readonly name: string | null; readonly ownerId: string | null }>> = {
  a: { name: 'A', ownerId: 'top' },
  b: { name: 'B', ownerId: 'unnamed' },
  unnamed: { name: null, ownerId: 'top' },
  top: { name: 'Top', ownerId: null },
};

interface Context {
  readonly batches: Batches;
  readonly owners: DataLoader<string, unknown>;
}

/** How often the name of each owner was read. */
const reads: string[] = [];
/** The keys of each batch. */
const loads: (readonly string[])[] = [];

const owner = {
  resolve: ({ ownerId }: Row, _: unknown, { owners }: Context) => (ownerId === null ? null : owners.load(ownerId)),
  extensions: { key: 'ownerId' },
};
const schema = makeExecutableSchema({
  typeDefs: `
    type Query { rows(owners: [ID]!): [Row] }
    type Row { id: ID!, owner: Owner }
    type Owner { name: String, sureName: String!, owner: Owner }
  `,
  resolvers: {
    Query: {
      rows: (_: unknown, { owners }: { readonly owners: readonly (string | null)[] }) =>
        owners.map((ownerId, index) => ({ id: String(index), ownerId })),
    },
    Row: { owner },
    Owner: { owner },
  },
});
const { read, run } = createExecutor(
  schema,
  () => undefined,
  () => ({}),
);

function contextOf(): Context {
  const load = (keys: readonly string[]): Promise<readonly unknown[]> => {
    loads.push(keys);
    return Promise.resolve(
      keys.map((key) => {
        const found = OWNERS[key];
        if (key === 'failing') return new Error('the database is away');
        if (!found) return null;
        const name = (): string | null => {
          reads.push(key);
          return found.name;
        };
        return { name, sureName: name, ownerId: found.ownerId };
      }),
    );
  };
  const batches = new Batches();
  return { batches, owners: new DataLoader(load, { batchScheduleFn: batches.schedule }) };
}

/** Both executors' answers. @returns ours */
async function answerTo(query: string): Promise<{ readonly data: unknown; readonly paths: readonly string[] }> {
  const document = parse(query);
  const { data, errors = [] } = await execute({ schema, document, contextValue: contextOf() });
  reads.length = 0;
  loads.length = 0;
  const operation = read(document);
  if (operation instanceof GraphQLError) throw operation;
  const context = contextOf();
  const written = await run(operation, {}, context, { batches: context.batches });
  expect(await textOf(written)).toBe(JSON.stringify(data));
  const told = (some: readonly unknown[]): readonly string[] => some.map((error) => JSON.stringify(error)).toSorted();
  expect(told(written.errors)).toEqual(told(errors));
  return { data, paths: written.errors.map(({ path }) => (path ?? []).join('.')).toSorted() };
}

describe('a record that is linked from many records', () => {
  it('is loaded once, and written once for each place in the response', async () => {
    await answerTo(
      '{ rows(owners: ["a", "top", "a", "a", null, "none", "none"]) { id owner { name owner { name } } } }',
    );
    expect(loads).toEqual([['a', 'top', 'none']]);
    expect(reads).toEqual(['a', 'top', 'top']);
  });

  it('is written separately for each selection of it', async () => {
    await answerTo(`
      { rows(owners: ["a", "a"]) { ...Own other: owner { owner { n: name } name } again: owner { __typename } } }
      fragment Own on Row { owner { sureName ... on Owner { owner { name } } } }
    `);
    expect(reads).toEqual(['a', 'a', 'top', 'top']);
  });

  it('is null for each parent whose record does not exist or is not visible', async () => {
    const { data } = await answerTo('{ rows(owners: ["none", "none"]) { owner { name } } }');
    expect(data).toEqual({ rows: [{ owner: null }, { owner: null }] });
  });

  it('reports an error of its field for each parent, with the path', async () => {
    const { paths } = await answerTo('{ rows(owners: ["unnamed", "a", "unnamed", "a"]) { owner { sureName } } }');
    expect(paths).toEqual(['rows.0.owner.sureName', 'rows.2.owner.sureName']);
  });

  it('reports an error of a record linked from it for each parent, with the path', async () => {
    const { paths } = await answerTo('{ rows(owners: ["b", "a", "b"]) { owner { name owner { sureName } } } }');
    expect(paths).toEqual(['rows.0.owner.owner.sureName', 'rows.2.owner.owner.sureName']);
  });

  it('fails for each parent if it cannot be loaded, after one statement', async () => {
    const { paths } = await answerTo('{ rows(owners: ["failing", "a", "failing"]) { owner { name } } }');
    expect(paths).toEqual(['rows.0.owner', 'rows.2.owner']);
    expect(loads).toEqual([['failing', 'a']]);
  });
});
