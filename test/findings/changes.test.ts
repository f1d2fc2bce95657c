import { sql } from '../../src/db/sql.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { changeSetting } from '../../src/findings/changeSetting.js';
import { decide } from '../../src/findings/stored.js';
import { findLate } from '../../src/findings/findLate.js';
import { rebuildAll } from '../../src/findings/rebuild.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { isProblem } from '../../src/values/scalars.js';
import { parseZone } from '../../src/values/zone.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { importText } from '../support/importText.js';
import { restorePoint } from '../support/restorePoint.js';
import { startServer, type TestServer } from '../support/server.js';
import { building, DAY, records, type Values } from './meter.js';

const [ONE, OTHER] = ['c00000000000000000000001', 'c00000000000000000000002'];
const [HOME, AWAY] = ['a00000000000000000000001', 'a00000000000000000000002'];
const METERS = ['1', '2', '3'].map((n) => `b0000000000000000000000${n}`);
const [METER = '', SECOND = '', THIRD = ''] = METERS;
const FIRST = '2024-01-01T00:00:00.000Z';

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly account: string;
  readonly company: string;
  readonly asset: string | null;
  readonly isGone: boolean;
}

interface Listed {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

/** Values without those of one day. */
const withGap = (days: number, from: number): Values => building(days, 3).fill(null, from * 48, (from + 1) * 48);

describe.each(ENGINES)('findings when accounts and their records change, on %s', (engine) => {
  let database: Database;
  /** Restores the sites and the accounts without records. */
  let restore: () => Promise<void>;
  let server: TestServer;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(
      database,
      'assets',
      [HOME, AWAY].map((_id, index) => ({ _id, siteName: _id, companyId: index === 0 ? ONE : OTHER })),
    );
    await put(...METERS.map((_id) => account(_id)));
    restore = await restorePoint(database, 'accounts');
    server = await startServer(database);
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const account = (_id: string, more: object = {}): object => ({
    ...{ _id, companyId: ONE, assetId: HOME, type: 'electricity', meterUnits: 'kwh', status: 'active', ...more },
  });
  const put = (...accounts: readonly object[]) => importPlain(database, 'accounts', accounts);
  const data = (meter: string, values: Values, from = 0, to = values.length) =>
    importPlain(database, 'non-cumulative', records(meter, FIRST, values, from, to));
  const all = (): Promise<readonly Row[]> =>
    database.rows<Row>(
      sql`select encode(_id, 'hex') as id, kind, status, encode(account_id, 'hex') as account,
         encode(company_id, 'hex') as company, encode(asset_id, 'hex') as asset, resolved_at is not null as "isGone"
       from findings order by account_id, kind, start_date`,
    );
  const open = async (): Promise<readonly (readonly [string, string])[]> =>
    (await all()).flatMap(({ account: own, kind, status }) => (status === 'open' ? [[own, kind] as const] : []));
  const expectRight = async (): Promise<void> => {
    expect(await rebuildAll(database, { dryRun: true })).toMatchObject({ rows: 0, different: [] });
  };

  beforeEach(() => restore());

  it('move with their account to another entity and asset, and are visible to its viewers', async () => {
    const [one, other] = ['9'.repeat(24), '8'.repeat(24)];
    await put(account(METER, { entityId: one }));
    await data(METER, withGap(40, 20));
    const keys = await Promise.all([one, other].map((entity) => server.key({ entities: [entity] })));
    const seen = async (): Promise<readonly unknown[]> =>
      Promise.all(keys.map(async (key) => (await server.get('/findings', key)).body.total));
    expect(await seen()).toEqual([1, 0]);
    const since = new Date().toISOString();
    expect(await put(account(METER, { entityId: other, assetId: null }))).toMatchObject({ newFindings: 0 });
    expect(await seen()).toEqual([0, 1]);
    // A copy therefore drops them, and stores them again for viewers of the new place.
    const gone = await server.get<Listed>(`/deletions?resource=accounts&deletedAt.gte=${since}`, keys[0]);
    expect(gone.body.data).toMatchObject([{ _id: METER }]);
    expect((await server.get(`/findings?updatedAt.gte=${since}`, keys[1])).body.total).toBe(1);
    expect(await all()).toMatchObject([{ kind: 'gap', asset: null }]);
    await expectRight();
  });

  it('are computed with the new company if an account is deleted and created again in that company', async () => {
    const both = [METER, SECOND].flatMap((meter) => records(meter, FIRST, building(30, 1)));
    await importPlain(database, 'non-cumulative', both);
    expect(await put(account(METER, { companyId: OTHER, assetId: AWAY })).catch(String)).toMatch(/stored record/);
    for (const name of ['non-cumulative', 'accounts'] as const) {
      await deleteRecords(database, name, name === 'accounts' ? { ids: [METER] } : { accounts: [METER] }, 'gone');
    }
    await put(account(METER, { companyId: OTHER, assetId: AWAY }), account(THIRD));
    await data(METER, withGap(40, 20));
    expect(await open()).toEqual([[METER, 'gap']]);
    const [gap] = await all();
    expect(gap).toMatchObject({ company: OTHER, asset: AWAY });
    const [here, there] = await Promise.all([ONE, OTHER].map((company) => server.key({ companies: [company] })));
    expect((await server.get(`/findings/${gap?.id ?? ''}`, here)).status).toBe(404);
    expect((await server.get(`/findings/${gap?.id ?? ''}`, there)).status).toBe(200);
    await expectRight();
  });

  it('for late accounts are resolved once the newer account is deleted, inactive or virtual', async () => {
    await importPlain(database, 'non-cumulative', [
      ...records(METER, FIRST, building(30, 1)),
      ...records(SECOND, FIRST, building(40, 2)),
    ]);
    for (const change of [
      () => put(account(SECOND, { status: 'inactive' })),
      () => put(account(SECOND, { isVirtual: true })),
      () => deleteRecords(database, 'non-cumulative', { accounts: [SECOND] }, 'gone'),
    ]) {
      await put(account(SECOND, { isVirtual: false }));
      expect(await open()).toEqual([[METER, 'late']]);
      expect(await change()).toMatchObject({ newFindings: 0, resolvedFindings: 1 });
      expect(await open()).toEqual([]);
      await expectRight();
    }
  });

  it('for missing data are resolved when the account becomes inactive, and reopened when it is active again', async () => {
    await data(METER, withGap(40, 20));
    expect(await put(account(METER, { status: 'inactive' }))).toMatchObject({ resolvedFindings: 1 });
    expect(await open()).toEqual([]);
    expect(await put(account(METER))).toMatchObject({ newFindings: 1 });
    expect(await open()).toEqual([[METER, 'gap']]);
    await expectRight();
  });

  it('remain dismissed while the data changes; reopening makes them resolved or open', async () => {
    const [whole, broken] = [building(40, 3), withGap(40, 20)];
    await data(METER, broken);
    const [gap] = await all();
    expect(await decide(database, gap?.id ?? '', 'works')).toBe('done');
    expect(await data(METER, whole)).toMatchObject({ newFindings: 0, resolvedFindings: 0 });
    expect(await all()).toMatchObject([{ id: gap?.id, status: 'dismissed', isGone: true }]);
    expect(await decide(database, gap?.id ?? '', null)).toBe('done');
    expect(await all()).toMatchObject([{ status: 'resolved', isGone: true }]);
    await decide(database, gap?.id ?? '', 'works');
    const ids = records(METER, FIRST, whole, 20 * 48, 21 * 48).map(({ _id }) => _id);
    expect(await deleteRecords(database, 'non-cumulative', { ids }, 'gone')).toMatchObject({ newFindings: 0 });
    expect(await all()).toMatchObject([{ id: gap?.id, status: 'dismissed', isGone: false }]);
    await decide(database, gap?.id ?? '', null);
    expect(await all()).toMatchObject([{ status: 'open', isGone: false }]);
    await expectRight();
  });

  it('are recomputed when the unit or type of an account changes', async () => {
    const values = building(60, 4).fill(17.25, 40 * 48, 42 * 48);
    const plain = records(METER, FIRST, values).map((one) => ({ ...one, unit: null, type: null }));
    await importPlain(database, 'non-cumulative', plain);
    const bill = { startDate: '2024-01-01', endDate: '2024-01-31', totalUnits: sumOf(values.slice(0, 31 * 48)) };
    await importPlain(database, 'invoices', [
      { _id: 'e'.repeat(24), accountId: METER, status: 'completed', values: { ...bill, units: 'kwh', totalCost: 5 } },
    ]);
    expect(await open()).toEqual([[METER, 'flat-line']]);
    // The meter shows a thousand times as much, and the bill says what it said.
    expect(await put(account(METER, { meterUnits: 'mwh' }))).toMatchObject({ newFindings: 1, resolvedFindings: 0 });
    expect(await open()).toEqual([
      [METER, 'bill-units-differ'],
      [METER, 'flat-line'],
    ]);
    await expectRight();
    // 17.25 is near the lowest that a meter of heat shows.
    await put(account(METER, { type: 'heating' }));
    await expectRight();
  });

  it('for a stuck thermometer name its value; a thermometer at its minimum has no finding', async () => {
    await put(account(METER, { type: 'temperature', meterUnits: 'c' }));
    const shows = (stuck: number): Values => building(40, 4).fill(stuck, 30 * 48, 33 * 48);
    const put3 = (stuck: number) =>
      importPlain(
        database,
        'non-cumulative',
        records(METER, FIRST, shows(stuck)).map((one) => ({ ...one, type: 'temperature', unit: 'c' })),
      );
    await put3(9);
    expect(await open()).toEqual([]);
    await put3(24.5);
    expect(await open()).toEqual([[METER, 'flat-line']]);
    const { body } = await server.get<Listed>('/findings', await server.key({ companies: [ONE] }));
    expect(body.data).toMatchObject([{ evidence: [{ name: 'value', value: 24.5 }] }]);
    await expectRight();
  });

  it('for bills are recomputed when a bill gets an account, stops counting or is deleted', async () => {
    const bill = (n: number, month: string, more: object = {}): object => ({
      ...{ _id: `e${String(n).padStart(23, '0')}`, companyId: ONE, accountId: METER, status: 'completed', ...more },
      values: { startDate: `2024-${month}-01`, endDate: `2024-${month}-28`, totalUnits: 10, totalCost: 100 + n },
    });
    const bills = (...given: readonly object[]) => importPlain(database, 'invoices', given);
    expect(await bills(bill(1, '01'), bill(2, '03', { accountId: null }), bill(3, '05'))).toMatchObject({
      newFindings: 1,
    });
    const [wide] = await all();
    // It is of the same first day, and so the same finding, which is told in other words.
    expect(await bills(bill(2, '03'))).toMatchObject({ newFindings: 1, resolvedFindings: 0 });
    expect(await open()).toEqual([
      [METER, 'bill-gap'],
      [METER, 'bill-gap'],
    ]);
    expect((await all())[0]?.id).toBe(wide?.id);
    await expectRight();
    expect(await bills(bill(2, '03', { financialStatus: 'not-approved' }))).toMatchObject({ resolvedFindings: 1 });
    await expectRight();
    const ids = ['e00000000000000000000003'];
    expect(await deleteRecords(database, 'invoices', { ids }, 'gone')).toMatchObject({ resolvedFindings: 1 });
    // What is resolved names a bill that is no more: its link leads to those that are.
    const query = '{ findings(sort: "startDate:asc") { data { status invoiceIds invoices { data { _id } } } } }';
    const { body } = await server.graphql<{
      readonly findings: { readonly data: readonly { readonly invoices: { readonly data: readonly object[] } }[] };
    }>(query, {}, await server.key({ companies: [ONE] }));
    expect(body.errors).toBeUndefined();
    expect(body.data?.findings.data.map(({ invoices }) => invoices.data.length)).toEqual([1, 1]);
    await expectRight();
  });

  it('for nights have the cost from bills, and a setting can make the cost decide', async () => {
    const values = building(75, 6).map((value, index) =>
      value !== null && index >= 70 * 48 && index < 70 * 48 + 10 ? value * 3 : value,
    );
    await data(METER, values);
    const nights = () =>
      database.rows<{ readonly cost: number | null; readonly quantity: number }>(
        sql`select cost, quantity from findings where kind = 'night-use' and status = 'open'`,
      );
    const [first] = await nights();
    expect(first?.cost).toBeNull();
    const more = first?.quantity ?? NaN;
    const bill = (n: number, month: string, netTotalCost: number) => ({
      ...{ _id: `e0000000000000000000000${n}`, accountId: METER, companyId: ONE, status: 'completed' },
      values: { startDate: `2024-${month}-01`, endDate: `2024-${month}-28`, totalUnits: 1_000, netTotalCost },
    });
    const bills = (...given: readonly object[]) => importPlain(database, 'invoices', given);
    // The night is in March: the bill of February tells its price until that of March comes.
    await bills(bill(1, '01', 100), bill(2, '02', 200));
    expect(await nights()).toEqual([{ cost: expect.closeTo(more * 0.2, 5) as number, quantity: more }]);
    await expectRight();
    await bills(bill(3, '03', 400));
    expect(await nights()).toEqual([{ cost: expect.closeTo(more * 0.4, 5) as number, quantity: more }]);
    await changeSetting(database, 'finding-night-use-cost', String(more * 0.3));
    expect(await nights()).toHaveLength(1);
    await deleteRecords(database, 'invoices', { ids: ['e00000000000000000000003'] }, 'gone');
    expect(await nights()).toEqual([]);
    await expectRight();
    await bills(bill(3, '03', 500));
    expect(await nights()).toHaveLength(1);
    await expectRight();
  });

  it('use the time zone of the asset, and the currency of the entity or else of the company', async () => {
    const values = building(75, 6).map((value, index) =>
      value !== null && index >= 70 * 48 && index < 70 * 48 + 10 ? value * 3 : value,
    );
    await data(METER, values);
    expect(await open()).toEqual([[METER, 'night-use']]);
    const asset = { _id: HOME, siteName: HOME, companyId: ONE };
    const site = (more: object) => importPlain(database, 'assets', [{ ...asset, ...more }]);
    expect(await site({ timeZone: 'Australia/Sydney' })).toMatchObject({ resolvedFindings: 1 });
    await expectRight();
    // Its country has one zone, in which clocks show what UTC is.
    expect(await site({ timeZone: null, address: { countryCode: 'gb' } })).toMatchObject({ newFindings: 1 });
    await expectRight();
    await deleteRecords(database, 'non-cumulative', { accounts: [METER] }, 'gone');
    const money = { netTotalCost: 100, totalTax: 20, totalCost: 120.01 };
    const bill = { startDate: '2024-01-01', endDate: '2024-01-31', totalUnits: 10, ...money };
    await importPlain(database, 'invoices', [
      { _id: 'e'.repeat(24), accountId: METER, companyId: ONE, status: 'completed', values: bill },
    ]);
    const messages = async (): Promise<readonly unknown[]> =>
      database.knex('findings').where({ kind: 'bill-sum-differs', status: 'open' }).pluck('message');
    expect(await messages()).toEqual([expect.stringContaining('the total is 120.01: 0.01 too much.')]);
    const company = { _id: ONE, name: 'One' };
    await importPlain(database, 'companies', [{ ...company, currency: 'gbp' }]);
    expect(await messages()).toEqual([expect.stringContaining('the total is £120.01: £0.01 too much.')]);
    await expectRight();
    await importPlain(database, 'companies', [{ ...company, currency: 'jpy' }]);
    // There is no hundredth of a yen.
    expect(await messages()).toEqual([]);
    await expectRight();
    await importPlain(database, 'companies', [{ ...company, currency: null }]);
    expect(await messages()).toHaveLength(1);
    await expectRight();
  });

  it('for contracts are recomputed when a contract is corrected and when all are deleted', async () => {
    const bill = { startDate: '2024-01-01', endDate: '2024-01-31', totalUnits: 10, totalCost: 5 };
    await importPlain(database, 'invoices', [
      { _id: 'e'.repeat(24), accountId: METER, status: 'completed', values: bill },
    ]);
    const contract = { _id: 'c'.repeat(24), accountId: METER, supplierId: 'd'.repeat(24), startDate: '2023-01-01' };
    const ending = (endDate: string) => importPlain(database, 'contracts', [{ ...contract, endDate }]);
    expect(await ending('2024-01-15')).toMatchObject({ newFindings: 1 });
    expect(await ending('2024-01-31')).toMatchObject({ resolvedFindings: 1 });
    expect(await ending('2024-01-15')).toMatchObject({ newFindings: 1 });
    const gone = await deleteRecords(database, 'contracts', { ids: [contract._id] }, 'gone');
    expect(gone).toMatchObject({ resolvedFindings: 1 });
    await expectRight();
  });

  it('for lateness ignore data dated after today until that day', async () => {
    const today = Math.floor(Date.now() / DAY) * DAY;
    const start = new Date(today - 30 * DAY).toISOString();
    await importPlain(database, 'non-cumulative', [
      ...records(METER, start, building(30, 1)),
      ...records(SECOND, start, building(50, 2)),
    ]);
    expect(await open()).toEqual([]);
    await expectRight();
    const later = await database.knex.transaction((trx) => findLate(database, trx, [ONE], today + 10 * DAY));
    expect(later).toMatchObject({ opened: 1, resolved: 0 });
    expect(await open()).toEqual([[METER, 'late']]);
  });

  it('are the same when clocks change: local days of 46 and 50 half-hours are ordinary days in UTC', async () => {
    const zone = parseZone('Europe/London');
    if (isProblem(zone)) throw new Error(zone.problem);
    const values = building(60, 5);
    // Two ranges around the changes of clocks.
    for (const first of [Date.UTC(2024, 1, 20), Date.UTC(2024, 8, 17)]) {
      await restore();
      await put(account(METER, { meterPointNumber: '1012345678905' }));
      const text = daysInLondon('1012345678905', first, values);
      const result = await importText(database, null, text, { company: ONE, zone: zone.value });
      expect(result).toMatchObject({ rejected: 0, inserted: values.length, newFindings: 0 });
      expect(await open()).toEqual([]);
      await expectRight();
    }
  });
});

/** A file of half-hours by days of London, where 2024-03-31 has 46 and 2024-10-27 has 50. */
function daysInLondon(meter: string, first: number, values: Values): string {
  const lengths: Readonly<Record<string, number>> = { '2024-03-31': 46, '2024-10-27': 50 };
  const lines = [`mpan,date,${Array.from({ length: 50 }, (_, index) => `HH${index + 1}`).join(',')}`];
  for (let [at, day] = [0, first]; at < values.length; day += DAY) {
    const date = new Date(day).toISOString().slice(0, 10);
    const own = values.slice(at, at + (lengths[date] ?? 48));
    lines.push(`${meter},${date},${Array.from({ length: 50 }, (_, index) => own[index] ?? '').join(',')}`);
    at += own.length;
  }
  return `${lines.join('\n')}\n`;
}

const sumOf = (values: Values): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
