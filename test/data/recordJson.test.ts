import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DataRow } from '../../src/db/pgProtocol.js';
import type { Database } from '../../src/db/database.js';
import { recordWriter, type UnparsedRecord } from '../../src/data/recordJson.js';
import type { Column } from '../../src/data/resource.js';
import { ofEverybody } from '../../src/data/access.js';
import { sql, unparsedFrom } from '../../src/db/sql.js';
import { EVERY_ENGINE, openTestDatabase } from '../support/engines.js';
import { casesOf } from '../support/repeated.js';

const column = (path: string, kind: Column['kind'], list = false): Column => ({
  path,
  name: path,
  kind,
  list,
  nullable: true,
  choices: [],
});

const MEMBERS = [
  { name: '_id', value: column('id', 'id') },
  { name: 'type', value: 'Thing "quoted"' },
  { name: 'name', value: column('name', 'text') },
  {
    name: 'inner',
    value: [
      { name: 'size', value: column('size', 'number') },
      { name: 'isOn', value: column('isOn', 'boolean') },
    ],
  },
  { name: 'none', value: [] },
  { name: 'at', value: column('at', 'timestamp') },
  { name: 'tags', value: column('tags', 'text', true) },
  { name: 'again', value: column('name', 'text') },
];

/** Texts that PostgreSQL can store: no NUL, no half of a surrogate pair. */
const TEXT = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\u0001', '\u001f', '"', '\\', '\n', 'ä', '\u2028', '😀', '\u007f', 'a') }),
);
const STORED = TEXT.map((text) => Buffer.from(text.replaceAll('\0', '')).toString());
/** The milliseconds of the years 1 to 9999. */
const AT = fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59.999Z') });
const RECORD = fc.record({
  id: fc.option(fc.stringMatching(/^[0-9a-f]{24}$/)),
  name: fc.option(STORED),
  size: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  isOn: fc.option(fc.boolean()),
  at: fc.option(AT),
  tags: fc.option(fc.array(fc.option(STORED, { freq: 9 }), { maxLength: 4 })),
});

describe.each(EVERY_ENGINE)('JSON records written from the bytes of rows, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('equal JSON.stringify of their values', async () => {
    const { columns, write } = recordWriter(MEMBERS);
    expect(columns.map(({ path }) => path)).toEqual(['id', 'name', 'size', 'isOn', 'at', 'tags', 'name']);
    await fc.assert(
      fc.asyncProperty(fc.array(RECORD, { maxLength: 5 }), async (records) => {
        const rows: UnparsedRecord[] = [];
        for (const { id, name, size, isOn, at, tags } of records) {
          const stamp = at === null ? null : new Date(at).toISOString();
          const [tuple] = await database.tuples(
            unparsedFrom(
              ofEverybody(
                sql`select 7::int8, ${id === null ? null : `\\x${id}`}::bytea, ${name}::text, ${size}::float8, ${isOn}::boolean,
                  ${stamp}::timestamptz(3), ${tags}::text[], ${name}::text`,
              ),
              1,
            ),
          );
          expect(tuple?.[0]).toBe(7);
          const [, row] = tuple ?? [];
          if (!(row instanceof DataRow)) throw new Error('the row was parsed');
          rows.push({ $row: row, $from: 1 });
        }
        const expected = records.map(({ id, name, size, isOn, at, tags }) => ({
          _id: id,
          type: 'Thing "quoted"',
          name,
          inner: { size, isOn },
          none: {},
          at: at === null ? null : new Date(at).toISOString(),
          tags,
          again: name,
        }));
        expect(write(rows, ',').toString()).toBe(expected.map((record) => JSON.stringify(record)).join(','));
      }),
      { numRuns: casesOf(1_000) },
    );
  });

  it.each(['infinity', '-infinity', '12026-03-15 00:00:00+00', '0044-03-15 00:00:00+00 BC'])(
    'print an out-of-range timestamp as PostgreSQL does: %s',
    async (text) => {
      const { write } = recordWriter([{ name: 'at', value: column('at', 'timestamp') }]);
      const [tuple] = await database.tuples(
        unparsedFrom(ofEverybody(sql`select ${text}::timestamptz(3), ${text}::timestamptz(3)`), 1),
      );
      const [parsed, row] = tuple ?? [];
      if (!(row instanceof DataRow)) throw new Error('the row was parsed');
      expect(parsed).toBe(text);
      expect(write([{ $row: row, $from: 1 }], ',')).toBe(JSON.stringify({ at: text }));
    },
  );

  it('can be longer than the write buffer', async () => {
    const { write } = recordWriter([{ name: 'name', value: column('name', 'text') }]);
    const name = 'ü"'.repeat(400_000);
    const [tuple] = await database.tuples(unparsedFrom(ofEverybody(sql`select ${name}::text`), 0));
    const [row] = tuple ?? [];
    if (!(row instanceof DataRow)) throw new Error('the row was parsed');
    const record = { $row: row, $from: 0 };
    expect(
      write([record, record], '\n').toString() === `${JSON.stringify({ name })}\n${JSON.stringify({ name })}`,
    ).toBe(true);
  });
});
