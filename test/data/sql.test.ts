import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessSql, accountKeys, ofEverybody, operatorKeys } from '../../src/data/access.js';
import type { VisibleSnapshot } from '../../src/db/database.js';
import {
  constant,
  identifierSql,
  join,
  knexText,
  NOTHING,
  numberedText,
  plannedOnce,
  raw,
  type Sql,
  sql,
} from '../../src/db/sql.js';
import { ONE_SERVER } from '../../src/db/topology.js';
import { buildSchema } from '../../src/run/createCore.js';
import { at } from '../support/random.js';

describe('SQL as a value', () => {
  it('numbers the parameters of nested fragments in the order of the text', () => {
    const inner = sql`b = ${2} or c = any(${[3, 4]})`;
    const statement = sql`select ${identifierSql('a "b"')} from t where a = ${1} and (${inner}) limit ${5}`;
    expect(numberedText(statement)).toEqual({
      text: 'select "a ""b""" from t where a = $1 and (b = $2 or c = any($3)) limit $4',
      bindings: [1, 2, [3, 4], 5],
    });
    expect(knexText(statement)).toEqual({
      text: 'select "a ""b""" from t where a = ? and (b = ? or c = any(?)) limit ?',
      bindings: [1, 2, [3, 4], 5],
    });
  });

  it('numbers the parameters of any fragments, however many were there before', () => {
    const { fragment } = fc.letrec<{ fragment: Sql }>((tie) => ({
      fragment: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('a', 'b', ' = ', '', 'x'.repeat(20_000)).map(raw),
        fc.integer().map((value) => sql`${value}`),
        fc.array(tie('fragment'), { maxLength: 3 }).map((parts) => join(parts, ', ')),
        fc.tuple(tie('fragment'), fc.integer()).map(([part, value]) => sql`(${part} = ${value})`),
      ),
    }));
    fc.assert(
      fc.property(fragment, (statement) => {
        const { text, bindings } = knexText(statement);
        let number = 0;
        const numbered = text.replaceAll('?', () => `$${(number += 1)}`);
        expect(numberedText(statement)).toEqual({ text: numbered, bindings });
        expect(numberedText(statement)).toEqual({ text: numbered, bindings });
      }),
      { numRuns: 500 },
    );
  });

  it('binds parameters again for each use of a fragment, and binds texts that look like SQL', () => {
    const twice = sql`${"'; drop table t; --?$1"}`;
    expect(numberedText(sql`${twice}, ${twice}`)).toEqual({
      text: '$1, $2',
      bindings: ["'; drop table t; --?$1", "'; drop table t; --?$1"],
    });
  });

  it('turns a fragment without parameters into text, and rejects one with parameters', () => {
    const columns = join([sql`t.${identifierSql('a')}`, sql`t.${identifierSql('b')}`], ', ');
    expect(constant(columns)).toEqual(raw('t."a", t."b"'));
    expect(() => constant(sql`${columns} where t.a = ${1}`)).toThrow('a constant fragment has no parameters, got 1');
  });

  it('joins any number of fragments', () => {
    const list = [sql`a = ${1}`, sql`b`, sql`c = ${2}`];
    const textOf = (count: number): string => numberedText(join(list.slice(0, count), ' and ')).text;
    expect([0, 1, 2, 3].map(textOf)).toEqual(['', 'a = $1', 'a = $1 and b', 'a = $1 and b and c = $2']);
    expect(numberedText(sql`select${NOTHING} ${raw(1)}`).text).toBe('select 1');
  });

  it('marks a statement as planned once without changing its text', () => {
    const statement = sql`select ${1}`;
    expect(plannedOnce(statement).isPlannedOnce).toBe(true);
    expect(numberedText(plannedOnce(statement))).toEqual(numberedText(statement));
  });
});

describe('statements of requests', () => {
  const account = at(
    [...buildSchema().resources.values()].filter(({ type }) => type === 'Account'),
    0,
  );
  const visible = accessSql(account, { companies: ['c'.repeat(24)], entities: [] });
  const none = (): Promise<readonly []> => Promise.resolve([]);
  const snapshot: VisibleSnapshot = { topology: () => ONE_SERVER, rows: none, tuples: none };

  it("compile only with the viewer's access, keys from such a query, or data for everybody", async () => {
    await snapshot.rows(sql`select from accounts t where ${visible}`);
    await snapshot.rows(sql`select from (${sql`select from accounts t where ${visible}`}) d`);
    await snapshot.rows(plannedOnce(sql`select from accounts t where ${visible}`));
    await snapshot.rows(sql`select from invoices where account_key = any(${accountKeys(operatorKeys([1]))})`);
    await snapshot.rows(ofEverybody(sql`select from emission_factors`));
    // @ts-expect-error reads every account
    await snapshot.rows(sql`select from accounts`);
    // @ts-expect-error reads the invoices of any account
    await snapshot.rows(sql`select from invoices where account_key = any(${[1]})`);
    // @ts-expect-error keys that nobody has looked up
    expect(accountKeys([1])).toBeDefined();
    expect(numberedText(visible)).toEqual({ text: '(t."company_id" = $1)', bindings: [`\\x${'c'.repeat(24)}`] });
  });

  it('SQL is marked as visible only in src/data, and operator keys are used only in src/data and src/findings', () => {
    const users = (name: string): readonly string[] =>
      readdirSync('src', { recursive: true, encoding: 'utf8' })
        .filter(
          (path) =>
            path.endsWith('.ts') &&
            path !== 'db/sql.ts' &&
            new RegExp(`\\b${name}\\(`).test(readFileSync(joinPath('src', path), 'utf8')),
        )
        .map((path) => at(path.split('/'), 0));
    expect([...new Set(users('asVisible'))]).toEqual(['data']);
    expect([...new Set(users('operatorKeys'))].toSorted()).toEqual(['data', 'findings']);
  });
});
