import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Prepared,
  receiveDataRows,
  type RowShape,
  sendStatement,
  type SentStatement,
} from '../../src/db/pgProtocol.js';
import { setPipelining } from '../../src/db/pool.js';
import { SERVER } from '../support/postgres.js';

/** A statement without a name, whose rows are tuples. */
const sent = (text: string, more: Partial<Prepared> = {}, shape?: RowShape): SentStatement => ({
  prepared: { text, values: [], name: undefined, isPlannedOnce: false, unparsedFrom: null, ...more },
  shape,
  isTuples: true,
  timeoutMs: undefined,
});

describe.skipIf(SERVER === '')('statements over one connection to PostgreSQL', () => {
  let driver: pg.Client;
  beforeEach(async () => {
    driver = new pg.Client({ connectionString: SERVER });
    await driver.connect();
    receiveDataRows(driver);
    setPipelining(driver, true);
  });
  afterEach(async () => {
    await driver.end();
  });

  it('fail if a row cannot be parsed; the next statement has its rows', async () => {
    const failing = (): never => {
      throw new Error('no such value');
    };
    const shape = { names: ['a'], readers: [failing], blank: { a: null } };
    const first = sendStatement(driver, sent('select $1::int as a', { name: 's1', values: [1] }, shape));
    const second = sendStatement(driver, sent('select 2 as a from generate_series(1, $1::int)', { values: [3] }));
    await expect(first).rejects.toThrow('no such value');
    expect((await second).rows).toEqual([[2], [2], [2]]);
  });

  it('are not sent if a parameter has a type that cannot be bound', async () => {
    const first = sendStatement(driver, sent('select $1::text as a', { name: 's2', values: [new Date(0)] }));
    const second = sendStatement(driver, sent('select $1::text as a', { values: ['b'] }));
    await expect(first).rejects.toThrow('a parameter cannot be of type object');
    expect((await second).rows).toEqual([['b']]);
  });

  it('each get their own rows or error, even if all are sent at once', async () => {
    const asked = Array.from({ length: 40 }, (_, index) => {
      const isFailing = index % 5 === 3;
      const text = isFailing
        ? `select ${index} / (g - 2) as n, repeat('é', 3000) as t from generate_series(1, $1::int) g`
        : `select ${index} as n, repeat('é', 3000) as t from generate_series(1, $1::int) g`;
      const name = index % 2 === 0 ? { name: `n${index % 10}-${index}` } : {};
      return { index, isFailing, answer: sendStatement(driver, sent(text, { values: [index], ...name })) };
    });
    for (const { index, isFailing, answer } of asked) {
      if (isFailing) await expect(answer, String(index)).rejects.toThrow('division by zero');
      else {
        const row = [index, 'é'.repeat(3_000)];
        expect((await answer).rows, String(index)).toEqual(Array.from({ length: index }, () => row));
      }
    }
  });

  it('ignore notices and notifications between their rows', async () => {
    const heard: (string | undefined)[] = [];
    driver.on('notification', ({ payload }) => heard.push(payload));
    driver.on('notice', ({ message }) => heard.push(message));
    await sendStatement(driver, sent('listen heard'));
    await sendStatement(
      driver,
      sent(`create function pg_temp.said(n int) returns int language plpgsql as
        $$ begin raise notice 'n %', n; perform pg_notify('heard', n::text); return n; end $$`),
    );
    const { rows } = await sendStatement(
      driver,
      sent('select pg_temp.said(g), repeat($1, 9000) from generate_series(1, 30) g', { values: ['x'] }),
    );
    expect(rows).toEqual(Array.from({ length: 30 }, (_, index) => [index + 1, 'x'.repeat(9_000)]));
    const numbers = Array.from({ length: 30 }, (_, index) => String(index + 1));
    expect(heard.toSorted()).toEqual([...numbers, ...numbers.map((number) => `n ${number}`)].toSorted());
  });
});
