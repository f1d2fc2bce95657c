import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { printFigure } from '../support/figures.js';
import { importPlain } from '../support/importPlain.js';
import { startServer, type TestServer } from '../support/server.js';

const COMPANY = 'c00000000000000000000001';
const DAY = 86_400_000;
const FIRST = Date.parse('2000-01-01T00:00:00.000Z');
/** The number of bills of the account with many, and of all accounts with ten each. */
const BILLS = 1_000;
const FEW = 10;
/** Every tenth bill is a credit note for the days before it: it cancels that bill or has another total, in turn. */
const CREDITED = 10;

const meterId = (number: number): string => `b${String(number).padStart(23, '0')}`;
const billId = (meter: number, number: number): string =>
  `e${String(meter).padStart(11, '0')}${String(number).padStart(12, '0')}`;

function bills(meter: number, count: number): readonly object[] {
  return Array.from({ length: count }, (_, number) => {
    const isCredit = number % CREDITED === CREDITED - 1;
    const days = isCredit ? number - 1 : number;
    const stamp = new Date(FIRST + days * DAY).toISOString();
    const sign = isCredit ? -1 : 1;
    const total = sign * (100 + days + (isCredit && number % (2 * CREDITED) < CREDITED ? 0.5 : 0));
    const values = {
      ...{ invoiceNumber: `N${number}`, startDate: stamp, endDate: stamp, units: 'kwh' },
      ...{ totalUnits: sign * 100, netTotalCost: total, totalTax: 0, totalCost: total },
    };
    const rates = [{ rateName: 'Day', units: 'kwh', unitRate: 0.2, consumption: 100, cost: total }];
    const own = { _id: billId(meter, number), companyId: COMPANY, accountId: meterId(meter), status: 'completed' };
    return { ...own, values, rates };
  });
}

describe.each(ENGINES)('checks of an account with many bills, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    const meters = Array.from({ length: 1 + BILLS / FEW }, (_, number) => number);
    await importPlain(
      database,
      'accounts',
      meters.map((number) => ({ _id: meterId(number), companyId: COMPANY, type: 'electricity', meterUnits: 'kwh' })),
    );
    await importPlain(
      database,
      'invoices',
      meters.flatMap((number) => bills(number, number === 0 ? BILLS : FEW)),
    );
    server = await startServer(database);
    key = await server.key({ companies: [COMPANY] });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const QUERY = `query ($filter: InvoiceFilter!) {
    invoices(limit: ${BILLS}, filter: $filter) { data { _id check { quantity { reason } sum { result } rates { result } } } }
  }`;
  /** The processor time of all checks of some accounts, in microseconds. */
  const cpuOf = async (filter: object): Promise<number> => {
    const before = process.cpuUsage();
    const { body, text } = await server.graphql<{ invoices: { data: readonly unknown[] } }>(QUERY, { filter }, key);
    const { user, system } = process.cpuUsage(before);
    expect(body.errors, text).toBeUndefined();
    expect(body.data?.invoices.data).toHaveLength(BILLS);
    return user + system;
  };

  it('take no more processor time than checks of the same number of bills in many small accounts', async () => {
    const many = { accountId: { eq: meterId(0) } };
    const few = { accountId: { in: Array.from({ length: BILLS / FEW }, (_, number) => meterId(number + 1)) } };
    // The first run also compiles and plans, so neither measurement includes it.
    await cpuOf(few);
    const [ofFew, ofMany] = [await cpuOf(few), await cpuOf(many)];
    printFigure(
      `processor time of ${BILLS} checks, on ${engine}`,
      `${Math.round(ofMany / 1_000)} ms of one account, ${Math.round(ofFew / 1_000)} ms of ${BILLS / FEW} accounts`,
    );
    expect(ofMany / ofFew).toBeLessThan(3);
  });

  it('cost one more point for each thousand compared bills', async () => {
    const limited = await startServer(database, { RATE_LIMIT_POINTS: '1000' });
    const own = await limited.key({ companies: [COMPANY] });
    const remaining = async (path: string): Promise<number> => {
      const { status, headers, text } = await limited.get(path, own);
      expect(status, text).toBe(200);
      return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
    };
    const look = (): Promise<number> => remaining('/accounts?limit=1');
    /** The points that a request takes, some of them once its answer is out; each look takes one. */
    const expectTaken = async (path: string, points: number): Promise<void> => {
      const before = await look();
      await remaining(path);
      let looks = 0;
      const taken = async (): Promise<number> => {
        looks += 1;
        return before - (await look()) - looks;
      };
      await expect.poll(taken).toBe(points);
    };
    await expectTaken(`/invoices/${billId(1, 0)}/check`, 1);
    await expectTaken(`/invoices/${billId(0, 0)}/check`, 2);
    await limited.close();
  });

  it('are skipped for an account with more than 5,000 bills, and the response gives the reason', async () => {
    await database.knex.raw(
      `insert into invoices select copy.* from invoices i, generate_series(1, 4001) n, lateral jsonb_populate_record(i,
         jsonb_build_object('_id', '\\x' || 'f' || lpad(to_hex(n), 23, '0'))) copy where i._id = decode(?, 'hex')`,
      [billId(0, 0)],
    );
    const { body } = await server.get<{ check: object }>(`/invoices/${billId(0, 1)}/check`, key);
    const message = 'Not checked: the account has more than 5,000 bills.';
    const none = { result: 'unknown', reason: 'too-many-bills', message };
    expect(body.check).toMatchObject({ quantity: none, sum: none, rates: none });
    await database.knex.raw(`delete from invoices where encode(_id, 'hex') like 'f%'`);
    const { body: after } = await server.get<{ check: object }>(`/invoices/${billId(0, 1)}/check`, key);
    expect(after.check).toMatchObject({ sum: { result: 'agrees' } });
  });
});
