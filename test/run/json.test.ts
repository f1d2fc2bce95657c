import { makeExecutableSchema } from '@graphql-tools/schema';
import { GraphQLError, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createExecutor, dataText, type WrittenResult } from '../../src/run/executor.js';
import { bytesOfWhole, isWhole } from '../../src/http/answer.js';
import { bodyOf, type Json, chunksOf, isWritten } from '../../src/run/json.js';
import type { RunOptions } from '../../src/run/run.js';
import { LazyRows } from '../../src/values/lazyRows.js';
import { textOf } from './runOf.js';

const SDL = `
  type Query { level(rows: Int, bad: Int): Level  levels(count: Int, rows: Int): [Level!]! }
  type Level { name: String  rows: [Row!]!  listed: [Row!]  held: [Row!] }
  type Row { number: Int  text: String  list: [String!]  later: Int  bad: Float  sure: Float! }
`;

interface Row {
  readonly number: number;
  readonly text: string;
  readonly list: readonly string[];
  readonly bad: number;
  readonly sure: number;
}

const counts = { made: 0, ended: 0 };

function rowsOf(length: number, bad: number): LazyRows<Row> {
  return new LazyRows(length, function* () {
    try {
      for (let number = 0; number < length; number += 1) {
        counts.made += 1;
        const value = number === bad ? NaN : number;
        yield { number, text: `"hole:${number}" ü\u2028`, list: ['a', 'b'], bad: value, sure: value };
      }
    } finally {
      counts.ended += 1;
    }
  });
}

const level = (rows: number, bad = -1): object => {
  const data = rowsOf(rows, bad);
  const name = '"hole:00000000-0000-4000-8000-000000000000:0"';
  return { name, rows: data, listed: data, held: () => [...data] };
};

/** How many rows were waited for at one time. */
const waited = { now: 0, begun: 0, most: 0 };
/** The levels that were asked for, and those that were there. */
const order: string[] = [];

const schema = makeExecutableSchema({
  typeDefs: SDL,
  resolvers: {
    Query: {
      level: async (_: unknown, { rows, bad }: { readonly rows: number; readonly bad?: number }) => {
        order.push(`${rows} asked for`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`${rows} there`);
        return level(rows, bad);
      },
      levels: (_: unknown, { count, rows }: { readonly count: number; readonly rows: number }) =>
        Array.from({ length: count }, () => level(rows)),
    },
    Row: {
      async later({ number }: Row) {
        waited.now += 1;
        waited.begun += 1;
        waited.most = Math.max(waited.most, waited.now);
        // Until no more are begun, in however many turns that is.
        for (let before = -1; before !== waited.begun;) {
          before = waited.begun;
          for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        }
        waited.now -= 1;
        return number;
      },
    },
  },
});
const { read, run } = createExecutor(
  schema,
  () => undefined,
  () => ({}),
);

async function written(query: string, options?: RunOptions): Promise<WrittenResult> {
  const operation = read(parse(query));
  if (operation instanceof GraphQLError) throw operation;
  return run(operation, operation.coerce({}), undefined, options);
}

function jsonOf({ data }: WrittenResult): Json {
  if (data === undefined) throw new Error('it was not begun');
  return dataText(data);
}

/** How many lists are to be written yet. */
function laterIn(answer: WrittenResult): number {
  const json = jsonOf(answer);
  return typeof json === 'string' ? 0 : json.filter((part) => !isWritten(part)).length;
}

describe('a response with deferred rows', () => {
  it.each([
    ['plain rows', '{ level(rows: 120) { name rows { number text list } } }'],
    ['rows whose fields come later', '{ level(rows: 120) { rows { number later } name } }'],
    ['several lists, each over the limit', '{ a: level(rows: 70) { rows { text } listed { number } } }'],
    [
      'one list below the limit and one over it',
      '{ a: level(rows: 3) { rows { number } } b: level(rows: 90) { rows { number } } }',
    ],
    ['no rows at all', '{ level(rows: 0) { rows { number } } }'],
  ])('has the same bytes as a response written in one piece: %s', async (_, query) => {
    const whole = await written(query);
    expect(laterIn(whole)).toBe(0);
    for (const most of [0, 2, 50, 1_000])
      expect(await textOf(await written(query, { immediateRows: most }))).toBe(await textOf(whole));
  });

  it('is written immediately if all its rows together fit the limit', async () => {
    const query = '{ a: level(rows: 4) { rows { number } } b: level(rows: 4) { rows { number } } }';
    expect(laterIn(await written(query, { immediateRows: 8 }))).toBe(0);
    expect(laterIn(await written(query, { immediateRows: 7 }))).toBe(1);
  });

  it('builds rows only as its chunks are read, and stops when the reader stops', async () => {
    counts.made = counts.ended = 0;
    const answer = await written('{ level(rows: 40000) { rows { number text list } } }', { immediateRows: 10 });
    expect(counts.made).toBe(0);
    const pieces = chunksOf(jsonOf(answer));
    await pieces.next();
    expect(counts.made).toBeGreaterThan(0);
    expect(counts.made).toBeLessThan(4_000);
    await pieces.return(undefined);
    expect(counts.ended).toBe(1);
  });

  it.each([
    ['may be null', 'bad'],
    ['must not be null', 'sure'],
  ])('fails while it is read if a deferred row fails in a field that %s', async (_, field) => {
    const result = await written(`{ level(rows: 200, bad: 150) { rows { number ${field} } } }`, { immediateRows: 10 });
    expect(result.errors).toEqual([]);
    await expect(textOf(result)).rejects.toThrow('Float cannot represent non numeric value: NaN');
  });

  it('reports all errors before deferred rows are read', async () => {
    const query = '{ a: level(rows: 2, bad: 1) { listed { bad } } b: level(rows: 90) { rows { number } } }';
    const [whole, later] = [await written(query), await written(query, { immediateRows: 2 })];
    expect(laterIn(later)).toBe(1);
    expect(await textOf(later)).toBe(await textOf(whole));
    expect(later.errors.map(String)).toEqual(whole.errors.map(String));
  });
});

describe('a response with a long list', () => {
  it('has the list in parts, which never become one string', async () => {
    const json = jsonOf(await written('{ level(rows: 4000) { name held { number text } } }'));
    if (typeof json === 'string') throw new Error('it is one text');
    expect(Math.max(...json.map((part) => (isWritten(part) ? part.length : Infinity)))).toBeLessThan(65_536);
    const body = bodyOf(json);
    if (typeof body === 'string' || !isWhole(body)) throw new Error('it has no parts');
    const held = JSON.parse(bytesOfWhole(body).toString('utf8')) as { level: { held: readonly { number: number }[] } };
    expect(held.level.held.map(({ number }) => number)).toEqual(Array.from({ length: 4_000 }, (_, number) => number));
  });

  it('has parts for a long list nested in another list too', async () => {
    const answer = await written('{ levels(count: 2, rows: 4000) { held { number text } } }');
    expect(laterIn(answer)).toBe(0);
    expect(JSON.parse((await textOf(answer)) ?? '')).toMatchObject({ levels: [{}, {}] });
  });
});

describe('a very expensive response', () => {
  it.each([
    ['a long list', '{ level(rows: 6000) { held { number text list } name } }', 1],
    ['a long list whose fields come later', '{ level(rows: 8000) { held { text later } name } }', 1],
    ['a short list', '{ level(rows: 60) { held { number text } name } }', 0],
    ['a long list of short ones', '{ levels(count: 300, rows: 40) { name held { number text } } }', 1],
    ['few that are long together', '{ levels(count: 40, rows: 300) { name held { number text } } }', 1],
    ['lists with rows that are made later', '{ levels(count: 200, rows: 45) { name rows { text } held { text } } }', 1],
  ])('has the same bytes as a response written in one piece, with long lists deferred: %s', async (_, query, later) => {
    const whole = await written(query);
    const parts = await written(query, { immediateRows: 2_000, costOf: () => 0 });
    expect(laterIn(parts)).toBe(later);
    const text = await textOf(whole);
    expect((await textOf(parts)) === text).toBe(true);
    expect((await textOf(await written(query, { immediateRows: 2_000, costOf: () => 3_000 }))) === text).toBe(true);
  });

  it('starts only as many items at a time as cost 2,000 together, and at least one', async () => {
    const query = '{ level(rows: 300) { held { later } } }';
    for (const [cost, most] of [
      [99, 20],
      [5_000, 1],
    ] as const) {
      waited.most = 0;
      await written(query, { costOf: (_around, { name }) => (name === 'Row' ? cost : 0) });
      expect(waited.most).toBe(most);
    }
  });

  it('reads its root fields one after the other if they cost more than 2,000', async () => {
    const query = '{ a: level(rows: 1) { name } b: level(rows: 2) { name } }';
    for (const [cost, expected] of [
      [2_000, ['1 asked for', '2 asked for', '1 there', '2 there']],
      [2_001, ['1 asked for', '1 there', '2 asked for', '2 there']],
    ] as const) {
      order.length = 0;
      await written(query, { costOf: () => cost });
      expect(order).toEqual(expected);
    }
  });
});
