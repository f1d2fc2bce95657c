import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrate.js';
import { expectCounted } from '../support/counts.js';
import { ONE_SERVER } from '../support/engines.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { fillOld, migrateOld, migrationsAfter, OLD_MIGRATIONS, openOldDatabase } from '../support/oldDatabase.js';
import { IS_LONG } from '../support/repeated.js';
import { dumpRows, dumpSchema } from '../support/schemaDump.js';

/** All migrations but the newest, from which there is no upgrade. */
const STEPS = OLD_MIGRATIONS.slice(0, -1);
const FROM = IS_LONG ? STEPS : ['005_emission_factors', '017_own_statements'];

describe.each(ONE_SERVER)('an upgrade of a database with rows, on %s', (engine) => {
  let today: Database;
  let schema: readonly string[];
  let wanted: Awaited<ReturnType<typeof dumpRows>>;
  beforeAll(async () => {
    today = await openPortfolio(engine);
    schema = await dumpSchema(today);
    wanted = await dumpRows(today);
  });
  afterAll(() => today.close());

  it('produces the schema of a new database and keeps every row, including rows added between the steps', async () => {
    const old = await openOldDatabase(engine, '001_portfolio');
    try {
      let lacking = await fillOld(old, today);
      for (const step of STEPS.slice(1)) {
        await migrateOld(old, step);
        lacking = { ...(await fillOld(old, today)), ...lacking };
      }
      expect(await migrate(old)).toEqual(migrationsAfter(STEPS.at(-1) ?? ''));
      await expectUpgraded(old, lacking);
    } finally {
      await old.close();
    }
  });

  it.each(FROM)('works from %s too', async (step) => {
    const old = await openOldDatabase(engine, step);
    try {
      const lacking = await fillOld(old, today);
      expect(await migrate(old)).toEqual(migrationsAfter(step));
      await expectUpgraded(old, lacking);
    } finally {
      await old.close();
    }
  });

  /** @param lacking the columns of each table that its rows did not have when they were stored */
  const expectUpgraded = async (old: Database, lacking: Readonly<Record<string, readonly string[]>>): Promise<void> => {
    expect(await dumpSchema(old)).toEqual(schema);
    const rows = await dumpRows(old);
    for (const [table, columns] of Object.entries(lacking)) {
      expect(without(rows[table], columns), table).toEqual(without(wanted[table], columns));
    }
    await expectCounted(old);
    for (const [afresh, stored] of AFRESH) {
      const { rows: different }: { readonly rows: readonly unknown[] } = await old.knex.raw(
        `(${afresh} except ${stored}) union all (${stored} except ${afresh})`,
      );
      expect(different, stored).toEqual([]);
    }
  };
});

/** The expected and the stored rows of derived tables. */
const AFRESH = [
  ['table interval_counts_afresh', 'table interval_counts'],
  ['table portfolio_counts_afresh', 'table portfolio_counts'],
  ['table portfolio_months_afresh', 'table portfolio_months'],
  [
    'table portfolio_members_afresh',
    `select account_key, company_id, entity_id, type, meter_user, inactive, asset_company_id, asset_entity_id, country
     from portfolio_members join portfolio_groups using (group_key)`,
  ],
] as const;

function without(rows: readonly unknown[] | undefined, columns: readonly string[]): readonly unknown[] | undefined {
  return rows
    ?.map((row) => Object.entries(row as object).filter(([name]) => !columns.includes(name)))
    .map((entries) => JSON.stringify(entries))
    .toSorted();
}
