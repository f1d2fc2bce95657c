import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { startServer, type TestServer } from '../support/server.js';
import { expectAlike } from './checksAlike.js';
import { building, records } from './meter.js';

const COMPANY = 'c00000000000000000000001';
const OTHER_COMPANY = 'c00000000000000000000002';
const METER = 'b00000000000000000000001';
const SUPPLIER = 'd00000000000000000000001';
const FIRST = '2024-01-01T00:00:00.000Z';
/** January to April 2024. */
const MONTHS = [31, 29, 31, 30];
const values = building(121, 20_240_131);

/** A half-hour in March. */
const IN_MARCH = 70 * 48;

/** The metered quantity of a month, from 0. */
function metered(month: number): number {
  const first = MONTHS.slice(0, month).reduce((sum, days) => sum + days, 0) * 48;
  const own = values.slice(first, first + (MONTHS[month] ?? 0) * 48);
  return own.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

const idOf = (number: number): string => `e${String(number).padStart(23, '0')}`;
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** An invoice for some days, of 100 net and 20 tax, with a rate line for the units. */
function invoice(
  number: number,
  startDate: string,
  endDate: string,
  totalUnits: number | null,
  more: object = {},
): object {
  const values = {
    ...{ invoiceNumber: `N${number}`, startDate: `${startDate}T00:00:00.000Z`, endDate: `${endDate}T00:00:00.000Z` },
    ...{ totalUnits, units: 'kwh', netTotalCost: 100, totalTax: 20, totalCost: 120 },
  };
  const rates = [{ rateName: 'Day', units: 'kwh', unitRate: 0.2, consumption: 500, cost: 100 }];
  const own = { _id: idOf(number), companyId: COMPANY, accountId: METER, supplierId: SUPPLIER, status: 'completed' };
  return { ...own, values, rates, ...more };
}

const money = (netTotalCost: number | null, totalTax: number | null, totalCost: number | null): object => ({
  ...{ netTotalCost, totalTax, totalCost },
});

/** Matches a text with this pattern. */
const matching = (pattern: RegExp): string => expect.stringMatching(pattern) as string;
const about = (value: number): number => expect.closeTo(value, 5) as number;

describe.each(ENGINES)('the check of an invoice, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'accounts', [
      { _id: METER, companyId: COMPANY, type: 'electricity', meterUnits: 'kwh', name: 'Meter' },
    ]);
    await importPlain(database, 'non-cumulative', records(METER, FIRST, values));
    const march = invoice(3, '2024-03-01', '2024-03-31', metered(2)) as { readonly values: object };
    await importPlain(database, 'invoices', [
      invoice(1, '2024-01-01', '2024-01-31', metered(0)),
      invoice(2, '2024-02-01', '2024-02-29', metered(1) * 1.3),
      { ...march, values: { ...march.values, ...money(100, 20, 125) } },
      {
        ...invoice(4, '2024-04-01', '2024-04-30', null),
        rates: [{ rateName: 'Day', units: 'kwh', unitRate: 0.25, consumption: 400, cost: 100 }],
      },
      { ...invoice(5, '2024-05-01', '2024-05-31', 500), rates: [] },
      invoice(6, '2024-05-01', '2024-05-31', 500, { simulated: true }),
      { ...invoice(7, '2024-03-01', '2024-03-31', 10), accountId: null },
    ]);
    server = await startServer(database);
    key = await server.key({ companies: [COMPANY] });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  type Part = 'quantity' | 'sum' | 'rates' | 'lines' | 'price' | 'tax';
  interface Body {
    readonly check: Readonly<Record<Part, Readonly<Record<string, unknown>>>>;
    readonly findings: { readonly total: number; readonly data: readonly Readonly<Record<string, unknown>>[] };
  }
  const checkOf = async (number: number): Promise<Body> => {
    const answer = await server.get<Body>(`/invoices/${idOf(number)}/check`, key);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  it('returns every part of a bill whose parts all agree', async () => {
    expect(await checkOf(1)).toEqual({
      _id: idOf(1),
      accountId: METER,
      values: { invoiceNumber: 'N1', startDate: FIRST, endDate: '2024-01-31T00:00:00.000Z' },
      currency: null,
      check: {
        quantity: {
          ...{
            result: 'agrees',
            reason: null,
            message: matching(/^Billed [\d,]+ kWh, metered [\d,]+ kWh: /),
          },
          ...{ billed: rounded(metered(0)), metered: rounded(metered(0)), units: 'kWh' },
          ...{ difference: 0, percent: 0, coverage: 1, source: 'hh', threshold: 10 },
        },
        sum: {
          ...{ result: 'agrees', reason: null, message: 'The parts of the bill add up to its total.' },
          ...{ lines: 100, net: 100, tax: 20, total: 120, difference: 0, threshold: 0 },
        },
        rates: {
          ...{ result: 'unknown', reason: 'no-bill-before' },
          message: 'Not compared: this supplier has no bill directly before this one.',
          ...{ beforeId: null, rates: [], threshold: 10 },
        },
        lines: {
          ...{ result: 'agrees', reason: null, message: '1 rate line costs its quantity times its rate.' },
          lines: [
            {
              ...{ rateName: 'Day', units: 'kwh', quantity: 500, unitRate: 0.2, cost: 100, expected: 100 },
              ...{ difference: 0, fault: null, result: 'agrees' },
            },
          ],
          threshold: 0.5,
        },
        price: {
          ...{ result: 'unknown', reason: 'no-bill-before' },
          message: 'Not compared: this supplier has no bill directly before this one.',
          ...{ beforeId: null, price: null, priceBefore: null, units: 'kWh', percent: null, threshold: 20 },
        },
        tax: {
          ...{ result: 'agrees', reason: null, message: 'Tax is 20 % of the net cost.' },
          ...{ percent: 20, percentBefore: null },
        },
      },
      findings: { total: 0, data: [] },
    });
  });

  it('reports more billed than metered, as the finding does', async () => {
    const { check, findings } = await checkOf(2);
    const more = metered(1) * 0.3;
    expect(check.quantity).toEqual({
      ...{
        result: 'differs',
        reason: null,
        message: matching(/^Billed .* kWh, metered .* kWh: 30 % more\.$/),
      },
      ...{ billed: rounded(metered(1) * 1.3), metered: rounded(metered(1)), units: 'kWh' },
      ...{ difference: rounded(more), percent: about(30), coverage: 1, source: 'hh', threshold: 10 },
    });
    expect(check.rates).toEqual({
      ...{ result: 'agrees', reason: null, message: '1 rate is about the same as on the bill before.' },
      beforeId: idOf(1),
      rates: [{ rateName: 'Day', units: 'kwh', unitRate: 0.2, unitRateBefore: 0.2, percent: 0, result: 'agrees' }],
      threshold: 10,
    });
    expect(findings).toMatchObject({
      total: 1,
      data: [{ kind: 'bill-units-differ', status: 'open', quantity: about(more), units: 'kWh' }],
    });
  });

  it('reports the difference between the total and its parts', async () => {
    const { check, findings } = await checkOf(3);
    expect(check.sum).toEqual({
      ...{
        result: 'differs',
        reason: null,
        message: 'Net 100.00 and tax 20.00 come to 120.00, the total is 125.00: 5.00 too much.',
      },
      ...{ lines: 100, net: 100, tax: 20, total: 125, difference: 5, threshold: 0 },
    });
    expect(findings.data).toMatchObject([{ kind: 'bill-sum-differs', cost: 5 }]);
  });

  it('reports which rate changed, and why a quantity is not compared', async () => {
    const { check, findings } = await checkOf(4);
    expect(check.quantity).toEqual({
      ...{ result: 'unknown', reason: 'no-quantity' },
      message: 'Not compared: the bill has no quantity, or its unit does not fit the account’s type.',
      ...{ billed: null, metered: rounded(metered(3)), units: 'kWh', difference: null, percent: null },
      ...{ coverage: 1, source: 'hh', threshold: 10 },
    });
    expect(check.rates).toEqual({
      ...{ result: 'differs', reason: null, message: 'The rate Day is 25 % more than on the bill before.' },
      beforeId: idOf(3),
      rates: [{ rateName: 'Day', units: 'kwh', unitRate: 0.25, unitRateBefore: 0.2, percent: 25, result: 'differs' }],
      threshold: 10,
    });
    expect(findings.data).toMatchObject([{ kind: 'bill-rate-changed', share: 0.25 }]);
  });

  it.each([
    [5, 'not-metered', null, 'no-rates', 'no-lines', 'no-price', null],
    [6, ...Array.from({ length: 6 }, () => 'not-counted')],
    [7, ...Array.from({ length: 6 }, () => 'no-account')],
  ])('explains why bill %s cannot be compared', async (number, ...reasons) => {
    const { check } = await checkOf(number);
    const { quantity, sum, rates, lines, price, tax } = check;
    expect([quantity, sum, rates, lines, price, tax].map(({ reason }) => reason)).toEqual(reasons);
    expect(check.quantity).toMatchObject({ result: 'unknown', metered: null, difference: null, percent: null });
  });

  it('compares no quantity if less than 95 % of the days are metered, and states the share', async () => {
    await importPlain(database, 'non-cumulative', records(METER, FIRST, building(126, 1), 121 * 48));
    const { check } = await checkOf(5);
    expect(check.quantity).toMatchObject({ reason: 'partly-metered', metered: null, coverage: 0.16129, source: 'hh' });
    expect(check.quantity.message).toBe('Not compared: metered data covers less than 95 % of the billed days.');
  });

  it('returns the same figures as the findings, also after credits and repeated bills', async () => {
    await expectAlike(server, key);
    await importPlain(database, 'invoices', [
      invoice(9, '2024-02-01', '2024-02-29', -metered(1) * 1.3, { values: { ...creditOf(2), totalCost: -120 } }),
      invoice(10, '2024-01-01', '2024-01-31', metered(0)),
    ]);
    expect((await checkOf(9)).check.quantity.reason).toBe('credit-note');
    expect((await checkOf(2)).check.quantity.reason).toBe('credit-note');
    expect((await checkOf(10)).check.quantity.reason).toBe('shared-days');
    await expectAlike(server, key);
  });

  function creditOf(number: number): object {
    const days = { startDate: '2024-02-01T00:00:00.000Z', endDate: '2024-02-29T00:00:00.000Z' };
    return {
      ...days,
      invoiceNumber: `C${number}`,
      totalUnits: -metered(1) * 1.3,
      units: 'kwh',
      ...money(-100, -20, -120),
    };
  }

  it('returns the same response for a hidden invoice as for a missing one', async () => {
    const foreign = await server.key({ companies: [OTHER_COMPANY] });
    const hidden = await server.get(`/invoices/${idOf(1)}/check`, foreign);
    const missing = await server.get(`/invoices/${idOf(999)}/check`, key);
    expect([hidden.status, hidden.body.code]).toEqual([404, 'not-found']);
    expect([missing.status, missing.body.detail]).toEqual([404, hidden.body.detail]);
    for (const id of ['1', 'x'.repeat(24), '%00', '__proto__']) {
      expect((await server.get(`/invoices/${id}/check`, key)).status, id).toBe(404);
    }
    expect((await server.get(`/invoices/${idOf(1)}/checks`, key)).body.code).toBe('unknown-path');
    expect((await server.get(`/accounts/${METER}/check`, key)).body.code).toBe('unknown-path');
  });

  it('requires the scopes of invoices, figures and findings; REST without one of them returns 403 and names it', async () => {
    const all = ['read:invoices', 'read:accounts', 'read:findings'];
    for (const scope of all) {
      const without = await server.key({ scopes: all.filter((one) => one !== scope), companies: [COMPANY] });
      const { status, body } = await server.get(`/invoices/${idOf(1)}/check`, without);
      expect([status, body.code, body.detail]).toEqual([403, 'missing-scope', expect.stringContaining(scope)]);
    }
    const whole = await server.key({ scopes: all, companies: [COMPANY] });
    expect((await server.get(`/invoices/${idOf(1)}/check`, whole)).status).toBe(200);
  });

  it('GraphQL gives a key with only the invoice scope the figures of bills, and no figures of the meter', async () => {
    const invoices = await server.key({ scopes: ['read:invoices'], companies: [COMPANY] });
    const query = `{ invoice(id: "${idOf(3)}") {
      check { quantity { metered billed message } sum { result } rates { result } } findings { total }
    } }`;
    const { body } = await server.graphql(query, {}, invoices);
    expect(body.data).toEqual({
      invoice: { check: { quantity: null, sum: { result: 'differs' }, rates: { result: 'agrees' } }, findings: null },
    });
    const scopes = { 'invoice.check.quantity': 'read:accounts', 'invoice.findings': 'read:findings' };
    expect(body.errors).toHaveLength(Object.keys(scopes).length);
    for (const [path, scope] of Object.entries(scopes)) {
      expect(body.errors?.find((error) => error.path?.join('.') === path)).toMatchObject({
        ...{ message: expect.stringContaining(scope) as string, extensions: { code: 'missing-scope' } },
      });
    }
  });

  it('takes no parameters, and costs 31 points plus its links', async () => {
    const { status, body } = await server.get(`/invoices/${idOf(1)}/check?from=1`, key);
    expect([status, body.code]).toEqual([400, 'invalid-parameter']);
    const query = '{ invoices(limit: 3) { data { check { sum { result } } } } }';
    expect((await server.graphql(query, {}, key)).body.extensions?.cost).toBe(3 * (1 + 31));
  });

  it('has an ETag that changes with the meter data', async () => {
    const ask = async (tag?: string) =>
      server.ask(`/2.0/invoices/${idOf(3)}/check`, {
        headers: { 'x-api-key': key, ...(tag === undefined ? {} : { 'if-none-match': tag }) },
      });
    const tag = String((await ask()).headers.etag);
    expect((await ask(tag)).status).toBe(304);
    await importPlain(
      database,
      'non-cumulative',
      records(METER, FIRST, values.with(IN_MARCH, 500), IN_MARCH, IN_MARCH + 1),
    );
    const after = await ask(tag);
    expect(after.status).toBe(200);
    expect(after.headers.etag).not.toBe(tag);
    expect(after.body).toMatchObject({ check: { quantity: { difference: rounded((values[IN_MARCH] ?? 0) - 500) } } });
  });
});
