import { makeExecutableSchema } from '@graphql-tools/schema';
import DataLoader from 'dataloader';
import { GraphQLError, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { Batches, type RunOptions } from '../../src/run/run.js';
import { createExecutor } from '../../src/run/executor.js';
import { isTurnOver } from '../../src/values/turns.js';

interface Context {
  readonly owners: DataLoader<number, { readonly number: number }>;
}

/** Takes as long as a turn of the event loop, so that waiting requests run in between. */
function dear({ number }: { readonly number: number }): number {
  while (!isTurnOver());
  return number;
}

const schema = makeExecutableSchema<Context>({
  typeDefs: `
    type Query { rows(count: Int): [Row!]! }
    type Row { number: Int  dear: Int  late: Int  owner: Owner }
    type Owner { number: Int  dear: Int  rows(count: Int = 4): [Row!]! }
  `,
  resolvers: {
    Query: { rows: (_: unknown, { count }: { readonly count: number }) => rowsOf(count) },
    Row: {
      dear,
      late: (row: { readonly number: number; readonly of?: number }) => (row.of === 8 ? dear(row) : row.number),
      owner: ({ number }: { readonly number: number }, _: unknown, { owners }) =>
        number % 3 === 0 ? null : owners.load(number),
    },
    Owner: {
      dear,
      rows: ({ number: of }: { readonly number: number }, { count }: { readonly count: number }) =>
        rowsOf(count).map((row) => ({ ...row, of })),
    },
  },
});
const { read, run } = createExecutor(
  schema,
  () => undefined,
  () => ({}),
);

function rowsOf(count: number): readonly { readonly number: number }[] {
  return Array.from({ length: count }, (_, number) => ({ number }));
}

/** How many owners each statement would find. */
async function batchesOf(query: string, options: RunOptions = {}): Promise<readonly number[]> {
  const sizes: number[] = [];
  const batches = new Batches();
  const owners = new DataLoader<number, { readonly number: number }>(
    (numbers) => {
      sizes.push(numbers.length);
      return Promise.resolve(numbers.map((number) => ({ number })));
    },
    { cache: false, batchScheduleFn: batches.schedule },
  );
  const operation = read(parse(query));
  if (operation instanceof GraphQLError) throw operation;
  const { errors } = await run(operation, operation.coerce({}), { owners }, { batches, ...options });
  expect(errors).toEqual([]);
  return sizes;
}

describe('items of a list load in one batch, however long the executor takes to start them', () => {
  it.each([
    ['in a list', '{ rows(count: 30) { dear owner { number } } }', [20]],
    ['in a list without slow items', '{ rows(count: 30) { owner { number } } }', [20]],
    [
      'in nested lists whose last item is slow',
      '{ rows(count: 9) { owner { rows { late owner { number } } } } }',
      [6, 12],
    ],
    ['in lists nested in slow items', '{ rows(count: 9) { dear owner { rows { dear owner { number } } } } }', [6, 12]],
  ])('%s', async (_, query, sizes) => {
    expect(await batchesOf(query)).toEqual(sizes);
  });

  it('in each part of a very expensive list', async () => {
    const query = '{ rows(count: 30) { dear owner { number } } }';
    const costOf: RunOptions['costOf'] = (_around, { name }) => (name === 'Row' ? 199 : 0);
    expect(await batchesOf(query, { costOf })).toEqual([6, 7, 7]);
  });

  it('in the parts of nested lists', async () => {
    const costOf: RunOptions['costOf'] = (_around, { name }) => (name === 'Row' ? 499 : 0);
    const queryOf = (field: string): string =>
      `{ rows(count: 9) { owner { rows(count: 12) { owner { ${field} } } } } }`;
    const fast = await batchesOf(queryOf('number'), { costOf });
    expect(await batchesOf(queryOf('dear'), { costOf })).toEqual(fast);
    expect(fast).toEqual([2, 4, 6, 6, 3, 6, 9, 9, 1, 2, 3, 3]);
  });

  it('continues after an item that fails', async () => {
    const batches = new Batches();
    expect(() =>
      batches.together(() => {
        throw new Error('not this one');
      }),
    ).toThrow('not this one');
    await expect(batches.together(() => Promise.reject(new Error('nor that one')))).rejects.toThrow('nor that one');
    await new Promise<void>((resolve) => {
      batches.schedule(resolve);
    });
  });
});
