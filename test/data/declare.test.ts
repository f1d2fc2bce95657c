import { parse, Source } from 'graphql';
import { describe, expect, it } from 'vitest';
import { checkStorage } from '../../src/data/declaredTables.js';
import { declareResources } from '../../src/data/declare.js';
import { readTypes } from '../../src/data/schemaTexts.js';
import { EVERY_ENGINE, openTestDatabase } from '../support/engines.js';
import { onOneServer } from '../support/onOneServer.js';

const declare = (text: string): ReturnType<typeof declareResources> =>
  declareResources(parse(new Source(text, 'schema/types/thing.graphql')));

describe('the declarations of schema/types', () => {
  it('name the column of a field by its path', () => {
    const columns = declareResources(readTypes()).get('Asset')?.columns;
    expect(columns?.get('address.postCode')).toMatchObject({ name: 'address_post_code', kind: 'text', nullable: true });
    expect(columns?.get('status')).toMatchObject({ kind: 'choice', choices: ['active', 'inactive'], nullable: false });
  });

  it('name a run of capitals as one word, and the fields of a list of objects by their list', () => {
    const columns = declareResources(readTypes()).get('Invoice')?.columns;
    expect(columns?.get('values.totalCCL')?.name).toBe('values_total_ccl');
    expect(columns?.get('rates')).toMatchObject({ name: 'rates', kind: 'records', list: true });
    expect(columns?.get('rates.cost')).toMatchObject({ name: 'rates', kind: 'number', list: true, element: 'cost' });
  });

  it('stop the start with file and line when a link declares no way or several ways to its records', () => {
    expect(() => declare('type Thing @resource(table: "assets") {\n  a: Thing @link(by: "b", from: "c")\n}')).toThrow(
      'schema/types/thing.graphql:2: @link takes one of by, from and through',
    );
  });

  it('stop the start with file and line when a type is unknown', () => {
    expect(() => declare('type Thing @resource(table: "assets") {\n  _id: ID!\n  size: Sizes\n}')).toThrow(
      'schema/types/thing.graphql:3: size cannot be stored as Sizes; allowed are ID, String, Float, Boolean, Timestamp, and lists of values',
    );
  });

  it.each(EVERY_ENGINE)(
    'stop the start with file and line when a table or column does not exist, on %s',
    async (engine) => {
      const database = await openTestDatabase(engine);
      const wrong = (table: string): Promise<void> =>
        checkStorage(database, declare(`type Thing @resource(table: "${table}") {\n  siteNme: String\n}`));
      await expect(checkStorage(database, declareResources(readTypes()))).resolves.toBeUndefined();
      await expect(wrong('assets')).rejects.toThrow(
        'schema/types/thing.graphql:1: Thing needs the column assets.site_nme, which the database does not have.',
      );
      const paired = 'type Thing @resource(table: "assets") {\n  all: ThingPage @link(through: "pairs")\n}';
      await expect(checkStorage(database, declare(paired))).rejects.toThrow(
        'Thing needs the column pairs._id, which the database does not have.',
      );
      const counted = 'type Thing @resource(table: "assets", counts: "assets") {\n  siteName: String\n}';
      await expect(checkStorage(database, declare(counted))).rejects.toThrow(
        'Thing needs the column assets.account_key, which the database does not have.',
      );
      await expect(wrong('things')).rejects.toThrow('The database has no tables yet: run udg migrate, or udg start.');
      await database.close();
    },
  );

  it.each(EVERY_ENGINE.filter((engine) => onOneServer(engine, 'plans')))(
    'have indexes that make account and time one range, on %s',
    async (engine) => {
      const database = await openTestDatabase(engine);
      const text = await database.knex.transaction(async (trx) => {
        await trx.raw('set local enable_seqscan = off');
        await trx.raw('set local enable_bitmapscan = off');
        const plan: { rows: readonly Record<string, string>[] } =
          await trx.raw(`explain select * from intervals where account_key = 1
        and start_timestamp >= '2022-01-01' and start_timestamp < '2023-01-01' order by start_timestamp limit 10`);
        return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
      });
      expect(text).toMatch(/Index Scan using intervals_account_start/);
      expect(text).not.toMatch(/Sort/);
      await database.close();
    },
  );
});
