import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { changeAndRecompute } from '../../src/findings/changeSetting.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { EVERY_ENGINE, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { onOneServer } from '../support/onOneServer.js';
import { statementsOf } from '../support/sql.js';
import { startServer, type TestServer } from '../support/server.js';

const COMPANY = 'c00000000000000000000001';
const METER = 'b00000000000000000000001';
const GAS = 'b00000000000000000000002';
const OTHER = 'b00000000000000000000003';

/** Half-hours of 1 over some days of January 2024. */
function halfHours(accountId: string, days: number, type: string, more: object = {}): readonly object[] {
  return Array.from({ length: days * 48 }, (_, slot) => ({
    _id: accountId.slice(-2) + slot.toString(16).padStart(22, '0'),
    accountId,
    type,
    value: 1,
    startTimestamp: new Date(Date.UTC(2024, 0, 1) + slot * 1_800_000).toISOString(),
    endTimestamp: new Date(Date.UTC(2024, 0, 1) + (slot + 1) * 1_800_000).toISOString(),
    ...more,
  }));
}

describe.each(EVERY_ENGINE)('stored usage on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'accounts', [
      { _id: METER, companyId: COMPANY, type: 'electricity' },
      { _id: GAS, companyId: COMPANY, type: 'gas', meterUnits: 'm3' },
      { _id: OTHER, companyId: COMPANY, type: 'electricity' },
    ]);
    const wavy = halfHours(METER, 31, 'electricity').map((row, slot) => ({ ...row, value: 1 + (slot % 7) / 8 }));
    await importPlain(database, 'non-cumulative', [...wavy, ...halfHours(GAS, 3, 'gas')]);
    server = await startServer(database);
    key = await server.key({ companies: [COMPANY] });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const ask = async (query: string): Promise<Record<string, unknown>> => {
    const answer = await server.get(`/consumption?startDate=2024-01-01&endDate=2024-01-31&${query}`, key);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  /** Every row of stored usage with the transaction that wrote it. */
  const written = async (): Promise<ReadonlyMap<string, string>> => {
    const rows = new Map<string, string>();
    for (const [table, column] of [
      ['usage_days', 'day'],
      ['usage_runs', 'from_day'],
      ['usage_months', 'month'],
    ] as const) {
      const { rows: found }: { readonly rows: readonly { readonly name: string; readonly by: string }[] } =
        await database.knex.raw(
          `select concat_ws(' ', '${table}', account_key, source, ${column}) as name, xmin::text as by from ${table}`,
        );
      for (const { name, by } of found) rows.set(name, by);
    }
    return rows;
  };
  const touchedBy = async (change: () => Promise<unknown>): Promise<readonly string[]> => {
    const before = await written();
    await change();
    const after = await written();
    const names = new Set([...before.keys(), ...after.keys()]);
    return [...names].filter((name) => before.get(name) !== after.get(name)).toSorted();
  };

  it('"a changed interval recomputes its account\'s day, not the account": writes only that day and the sums of its month', async () => {
    const [row] = halfHours(METER, 1, 'electricity', { value: 5 });
    expect(await touchedBy(() => importPlain(database, 'non-cumulative', [row ?? {}]))).toEqual([
      'usage_days 1 1 19723',
      'usage_months 1 1 648',
      'usage_months 1 7 648',
    ]);
    expect(await touchedBy(() => importPlain(database, 'non-cumulative', [row ?? {}]))).toEqual([]);
  });

  it('a uniform day is stored as a range; adjacent equal days share one, and a change splits it', async () => {
    await importPlain(database, 'non-cumulative', halfHours(OTHER, 10, 'electricity'));
    const runs = async (): Promise<unknown> =>
      database
        .knex('usage_runs')
        .select('from_day', 'to_day', 'quantity', 'whole')
        .where({ account_key: 3 })
        .orderBy('from_day');
    expect(await runs()).toEqual([{ from_day: 19723, to_day: 19733, quantity: 48, whole: true }]);
    const fifth = halfHours(OTHER, 10, 'electricity').slice(4 * 48, 4 * 48 + 1);
    await importPlain(
      database,
      'non-cumulative',
      fifth.map((row) => ({ ...row, value: 3 })),
    );
    expect(await runs()).toEqual([
      { from_day: 19723, to_day: 19727, quantity: 48, whole: true },
      { from_day: 19728, to_day: 19733, quantity: 48, whole: true },
    ]);
    expect(await ask(`accountId=${OTHER}`)).toMatchObject({ consumption: 482 });
    await importPlain(database, 'non-cumulative', fifth);
    expect(await runs()).toEqual([{ from_day: 19723, to_day: 19733, quantity: 48, whole: true }]);
  });

  it('a new priority, unit or type recomputes the account; other fields recompute nothing', async () => {
    const none = { consumptionPriority: null, meterUnits: null };
    const account = { _id: OTHER, companyId: COMPANY, type: 'electricity', ...none };
    expect(await touchedBy(() => importPlain(database, 'accounts', [{ ...account, name: 'New' }]))).toEqual([]);
    await importPlain(database, 'accounts', [{ ...account, consumptionPriority: ['invoice'] }]);
    expect(await ask(`accountId=${OTHER}`)).toMatchObject({ consumption: 0, isMissing: true, sources: [] });
    expect(await ask(`accountId=${OTHER}&source=hh`)).toMatchObject({ consumption: 480 });
    await importPlain(database, 'accounts', [{ ...account, meterUnits: 'MWh' }]);
    expect(await ask(`accountId=${OTHER}`)).toMatchObject({ consumption: 480_000 });
    await importPlain(database, 'accounts', [{ ...account, type: 'heating' }]);
    expect(await ask(`accountId=${OTHER}`)).toMatchObject({ consumption: 0, units: 'kWh' });
    await importPlain(database, 'accounts', [account]);
    expect(await ask(`accountId=${OTHER}`)).toMatchObject({ consumption: 480 });
  });

  it('a new calorific value recomputes gas by volume', async () => {
    expect(await ask(`accountId=${GAS}`)).toMatchObject({ consumption: 1615.7712 });
    await changeAndRecompute(database, 'gas-calorific-value', '36');
    expect(await ask(`accountId=${GAS}`)).toMatchObject({ consumption: 1472.6016 });
    await changeAndRecompute(database, 'gas-calorific-value', null);
    expect(await ask(`accountId=${GAS}`)).toMatchObject({ consumption: 1615.7712 });
  });

  it('an invoice that loses its approval or gets an account changes the stored usage', async () => {
    const values = { startDate: '2024-01-11', endDate: '2024-01-20', totalUnits: 100, totalCost: 30 };
    const invoice = { _id: 'd00000000000000000000001', companyId: COMPANY, status: 'captured', values };
    await importPlain(database, 'invoices', [invoice]);
    expect(await ask(`accountId=${OTHER}`)).toMatchObject({ consumption: 480 });
    await importPlain(database, 'invoices', [{ ...invoice, accountId: OTHER }]);
    expect(await ask(`accountId=${OTHER}`)).toMatchObject({ consumption: 580, sources: ['hh', 'invoice'] });
    await importPlain(database, 'invoices', [{ ...invoice, accountId: OTHER, financialStatus: 'not-approved' }]);
    expect(await ask(`accountId=${OTHER}`)).toMatchObject({ consumption: 480, sources: ['hh'] });
  });

  it('a check finds differences from the records and changes nothing; a rebuild repairs them', async () => {
    expect(await rebuild(database, { dryRun: true })).toEqual({ accounts: 3, rows: 0, different: [], portfolios: [] });
    await database.knex('usage_months').where({ account_key: 1, source: 7 }).update({ quantity: 1 });
    await database.knex('usage_runs').where({ account_key: 3 }).delete();
    await database.knex('usage_days').where({ account_key: 1, day: 19730 }).update({ s05: null });
    // Only on one server do their sums follow SQL by hand.
    const summed = onOneServer(engine, 'SQL by hand')
      ? { rows: 0, portfolios: [] }
      : { rows: 1, portfolios: [COMPANY] };
    const wrong = await rebuild(database, { dryRun: true });
    expect(wrong).toEqual({ ...summed, accounts: 3, rows: 3 + summed.rows, different: [METER, OTHER] });
    expect(await rebuild(database, { dryRun: true })).toEqual(wrong);
    expect(await rebuild(database, { ids: [METER] })).toEqual({
      ...summed,
      accounts: 1,
      rows: 2 + summed.rows,
      different: [METER],
    });
    expect(await rebuild(database)).toEqual({ accounts: 3, rows: 1, different: [OTHER], portfolios: [] });
    expect(await rebuild(database)).toEqual({ accounts: 3, rows: 0, different: [], portfolios: [] });
  });

  it('a response by month reads only stored usage, no records', async () => {
    const statements = await statementsOf(database, () =>
      ask(`accountId=${METER}&dayNight=true&meterUserBreakdown=true`),
    );
    const tables = ['intervals', 'readings', 'invoices', 'usage_days', 'usage_runs'];
    for (const table of tables) expect(statements.join('\n')).not.toMatch(new RegExp(`\\b${table}\\b`));
    expect(statements.join('\n')).toMatch(/usage_months/);
  });

  it('a bill that ends on the last day of 9999 is spread evenly, up to the last month that a query can have', async () => {
    const far = 'b00000000000000000000004';
    await importPlain(database, 'accounts', [{ _id: far, companyId: COMPANY, type: 'electricity' }]);
    const days = (Date.UTC(10_000, 0, 1) - Date.UTC(2021, 0, 1)) / 86_400_000;
    const values = { startDate: '2021-01-01', endDate: '9999-12-31', totalUnits: days, units: 'kwh' };
    const invoice = { _id: 'd00000000000000000000002', companyId: COMPANY, accountId: far, status: 'captured', values };
    await importPlain(database, 'invoices', [invoice]);
    const answer = await server.get(`/consumption?accountId=${far}&startDate=2200-12-01&endDate=2200-12-31`, key);
    expect(answer.body, answer.text).toMatchObject({ consumption: 31, sources: ['invoice'] });
  });
});
