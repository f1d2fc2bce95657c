import { raw, sql } from '../../src/db/sql.js';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrate.js';
import { recordChange, recordChangeOfAccounts } from '../../src/data/recordChange.js';
import { EVERYBODY } from '../../src/data/access.js';
import { readState, readStates } from '../../src/data/state.js';
import { ENGINES, EVERY_ENGINE, ONE_SERVER, openTestDatabase } from '../support/engines.js';
import { migrateOld, openOldDatabase } from '../support/oldDatabase.js';
import { onOneServer } from '../support/onOneServer.js';
import { importPlain } from '../support/importPlain.js';

const [ONE, OTHER, ENTITY] = ['c00000000000000000000001', 'c00000000000000000000002', 'e00000000000000000000001'];
const ACCOUNT = 'b00000000000000000000001';
const accessTo = (...companies: readonly string[]) => ({ companies, entities: [] });
/** The statement of the older service, which runs it next to the new one. */
const BEFORE = `select version || '.' || mark as version from data_version`;

describe.each(EVERY_ENGINE)('the versions of the data, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'accounts', [{ _id: ACCOUNT, companyId: ONE, entityId: ENTITY, type: 'water' }]);
  });
  afterAll(() => database.close());

  const change = (...portfolios: readonly string[]): Promise<void> =>
    database.knex.transaction((trx) => recordChange(database, trx, portfolios));
  const versionFor = async (...companies: readonly string[]): Promise<string> =>
    (await readState(database, accessTo(...companies))).version;
  /** The stored versions, by identifier. */
  const numbers = async (): Promise<Readonly<Record<string, number>>> => {
    const rows = await database.rows<{ readonly id: string; readonly version: number }>(
      sql`select encode(portfolio_id, 'hex') as id, version from portfolio_versions`,
    );
    return Object.fromEntries(rows.map(({ id, version }) => [id, version]));
  };

  it('are a number and a random mark, the same for concurrent readers while nothing changes', async () => {
    const accesses = [accessTo(), accessTo(ONE), accessTo(OTHER, ONE), accessTo(ONE)];
    const states = await readStates(database, [...accesses, ...accesses], 'all');
    for (const access of accesses) {
      expect(states.get(access)?.version).toMatch(/^\d+\.[\da-f]{16}$/);
      expect(states.get(access)).toEqual(await readState(database, { ...access }));
    }
  });

  it.runIf(onOneServer(engine, 'notes end'))(
    'differ for two companies after any order of changes, as do marks drawn in one statement',
    async () => {
      await change(ONE, OTHER);
      const seen = [await versionFor(ONE, OTHER)];
      for (const portfolios of [[ONE], [OTHER], [ONE, OTHER], [OTHER, ONE, OTHER], [EVERYBODY]]) {
        await change(...portfolios);
        seen.push(await versionFor(ONE, OTHER));
      }
      expect(new Set(seen.map((version) => version.split('.')[1])).size).toBe(seen.length);
      const [row] = await database.rows<{ readonly n: number }>(
        sql`select count(*) - count(distinct mark) as n from portfolio_versions`,
      );
      expect(row?.n).toBe(0);
      const before = await versionFor(OTHER);
      await change(ONE);
      expect(await versionFor(OTHER)).toBe(before);
    },
  );

  it.runIf(onOneServer(engine, 'notes end'))(
    'rise once for all changes of a transaction, except those that it rolls back',
    async () => {
      const before = await numbers();
      const raised = async (): Promise<Readonly<Record<string, number>>> => {
        const now = await numbers();
        return Object.fromEntries(
          Object.keys(now).flatMap((id) => {
            const by = (now[id] ?? 0) - (before[id] ?? 0);
            return by === 0 ? [] : [[id, by]];
          }),
        );
      };
      await database.knex.transaction(async (trx) => {
        await recordChange(database, trx, [ONE]);
        await recordChange(database, trx, [OTHER, ONE]);
        const within = async (own: Knex.Transaction): Promise<void> => {
          await recordChange(database, own, [EVERYBODY]);
          throw new Error('taken back');
        };
        await expect(trx.transaction(within)).rejects.toThrow('taken back');
      });
      expect(await raised()).toEqual({ [ONE]: 1, [OTHER]: 1 });
      expect(await database.rows(sql`select from data_changes`)).toEqual([]);
      const aborted = database.knex.transaction(async (trx) => {
        await recordChange(database, trx, [ONE]);
        await trx.raw('set constraints all immediate');
        throw new Error('taken back');
      });
      await expect(aborted).rejects.toThrow('taken back');
      // A change that is recorded after the versions were raised raises them too.
      await database.knex.transaction(async (trx) => {
        await recordChange(database, trx, [ENTITY]);
        await trx.raw('set constraints all immediate');
        await recordChange(database, trx, [OTHER]);
      });
      expect(await raised()).toEqual({ [ONE]: 1, [OTHER]: 2, [ENTITY]: 1 });
    },
  );

  it('rise for the company and the entity of a changed account', async () => {
    const [key] = await database.knex('accounts').pluck<number[]>('account_key');
    const before = await numbers();
    await database.knex.transaction((trx) => recordChangeOfAccounts(database, trx, [Number(key)]));
    const after = await numbers();
    expect(after).toEqual({ ...before, [ONE]: (before[ONE] ?? 0) + 1, [ENTITY]: (before[ENTITY] ?? 0) + 1 });
  });
});

describe.each(ONE_SERVER)('the single version of an older database, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openOldDatabase(engine, '017_own_statements');
    await database.knex('companies').insert({ _id: `\\x${ONE}` });
  });
  afterAll(() => database.close());

  it('keeps its number and mark, and reports each change to older services that are still running', async () => {
    const version = async (): Promise<unknown> =>
      (await database.rows<{ readonly version: string }>(raw(BEFORE)))[0]?.version;
    const first = await version();
    await database.knex('companies').update({ name: 'by hand' });
    const second = await version();
    expect(second).not.toEqual(first);
    await migrateOld(database, '018_portfolio_versions');
    expect(await version()).toBe(second);
    await migrate(database);
    const upgraded = await version();
    expect((await readState(database, { companies: [ONE, OTHER], entities: [] })).version).toBe(upgraded);
    for (const portfolios of [[ONE], [OTHER], [EVERYBODY]]) {
      const before = await version();
      await database.knex.transaction((trx) => recordChange(database, trx, portfolios));
      expect(await version()).not.toBe(before);
    }
  });
});

describe.runIf(ENGINES.includes('postgres'))('concurrent transactions that change data', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    await importPlain(database, 'accounts', [{ _id: ACCOUNT, companyId: ONE, entityId: ENTITY, type: 'water' }]);
  });
  afterAll(() => database.close());

  /** An open transaction that has already raised its versions, which normally happens at its commit. */
  const raised = async (...portfolios: readonly string[]): Promise<Knex.Transaction> => {
    const trx = await database.knex.transaction();
    await recordChange(database, trx, portfolios);
    await trx.raw('set constraints all immediate');
    return trx;
  };
  /** Until a transaction waits for another one. */
  const untilWaits = (): Promise<void> =>
    expect
      .poll(
        async () =>
          (
            await database.rows(
              sql`select from pg_locks where not granted and locktype in (${'transactionid'}, ${'tuple'})`,
            )
          ).length,
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);

  it('do not block each other if they change different companies, or if one of them changes every company', async () => {
    const open = [await raised(ONE, ENTITY), await raised(OTHER), await raised(EVERYBODY)];
    for (const trx of open.toReversed()) await trx.commit();
    expect(await database.rows(sql`select from data_changes`)).toEqual([]);
  });

  it('wait for each other if they change the same company; both raise its version', async () => {
    const { version } = await readState(database, accessTo(ONE));
    const first = await raised(ONE);
    const second = raised(OTHER, ONE);
    await untilWaits();
    await first.commit();
    await (await second).commit();
    const after = await readState(database, accessTo(ONE));
    expect(Number(after.version.split('.')[0])).toBe(Number(version.split('.')[0]) + 2);
  });

  it('do not deadlock on the same companies, named in any order', async () => {
    const change = (...portfolios: readonly string[]): Promise<void> =>
      database.knex.transaction((trx) => recordChange(database, trx, portfolios));
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 2 === 0 ? change(ONE, OTHER, EVERYBODY) : change(EVERYBODY, OTHER, ONE),
      ),
    );
  });

  it('lock the owner of a changed account: SQL that moves the account waits', async () => {
    const [key] = await database.knex('accounts').pluck<number[]>('account_key');
    const trx = await database.knex.transaction();
    await recordChangeOfAccounts(database, trx, [Number(key)]);
    const moved = database
      .knex('accounts')
      .update({ entity_id: null })
      .then(() => 'moved');
    await untilWaits();
    const { version } = await readState(database, { companies: [], entities: [ENTITY] });
    await trx.commit();
    expect(await moved).toBe('moved');
    expect((await readState(database, { companies: [], entities: [ENTITY] })).version).not.toBe(version);
  });
});
