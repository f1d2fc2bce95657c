import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import type { Database } from '../../src/db/database.js';
import { areShown, commandsShown } from '../docs/console.js';
import { documentAt } from '../docs/documents.js';
import { openTestDatabase } from '../support/engines.js';
import { runCommand } from '../support/runCommand.js';
import { type Json, startServer, type TestServer } from '../support/server.js';
import {
  BAKERY_MPAN,
  BAKERY_MPRN,
  COMPANY,
  electricityBill,
  FILES,
  GAS_KWH,
  gasBill,
  kilowattHours,
  OVERCHARGE,
  SHOP_MPAN,
  WRONG_MONTH,
} from './folder.js';

const PAGE = 'docs/first-data.md';
const FOLDER = 'seeds/examples/first-data';
const MONTHS = Array.from({ length: 12 }, (_, month) => month);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Splits a command line at blanks outside of double quotes. */
const argumentsOf = (command: string): readonly string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** Lines without the time that an import took. */
const timeless = (text: string): readonly string[] =>
  text
    .replaceAll(/ in \d+\.\d s:/g, ' in a moment:')
    .split('\n')
    .filter((line) => line !== '' && !/, \d+ %$/.test(line));

describe('the page "Your first data"', () => {
  let database: Database;
  let server: TestServer;
  let home: string;
  let key: string;
  const accounts = new Map<string, string>();
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'udg-test-'));
    symlinkSync(join(PACKAGE_ROOT, 'seeds'), join(home, 'seeds'));
    database = await openTestDatabase('pglite');
  });
  afterAll(async () => {
    await server.close();
    await database.close();
    rmSync(home, { recursive: true });
  });
  const run = (command: string): ReturnType<typeof runCommand> =>
    runCommand(argumentsOf(command.replace(/^npx udg /, '')), { database, cwd: home });

  it.each([...FILES])('uses the file %s exactly as its generator writes it', async (name, make) => {
    expect(readFileSync(join(PACKAGE_ROOT, FOLDER, name), 'utf8')).toBe(make());
    await expect(make()).toMatchFileSnapshot(join(PACKAGE_ROOT, FOLDER, name));
  });

  it('shows the output of its commands', async () => {
    const shown = commandsShown().filter(({ path }) => path === PAGE);
    expect(shown.length).toBeGreaterThanOrEqual(2);
    for (const { command, lines } of shown) {
      const { status, stdout, said } = await run(command);
      const printed = timeless(stdout + said);
      expect(areShown(printed, timeless(lines.join('\n'))), [command, ...printed].join('\n')).toBe(true);
      expect(status).toBe(0);
    }
    const again = await run(`npx udg import ${FOLDER} --company "${COMPANY}"`);
    expect(again.stdout.match(/Nothing changed\./g)?.length).toBe(6);
  });

  it('ends with a key that returns the right consumption of each meter', async () => {
    const [, issue = ''] = /^(npx udg keys issue .*)$/m.exec(documentAt(PAGE).text) ?? [];
    const { stdout } = await run(issue);
    key = /[0-9a-f]{24}:\S+/.exec(stdout)?.[0] ?? '';
    server = await startServer(database);
    const { body } = await server.get('/accounts?limit=10', key);
    for (const { _id, meterPointNumber } of body.data as readonly Record<string, string>[]) {
      accounts.set(meterPointNumber ?? '', _id ?? '');
    }
    expect([...accounts.keys()].toSorted()).toEqual([BAKERY_MPAN, SHOP_MPAN, BAKERY_MPRN].toSorted());
    const months = async (meter: string, zone: string): Promise<readonly number[]> => {
      const year = 'startDate=2024-01-01&endDate=2024-12-31&granularity=monthly';
      const answer = await server.get(
        `/consumption?accountId=${accounts.get(meter) ?? ''}&${year}&timeZone=${zone}`,
        key,
      );
      expect(answer.body).toMatchObject({ isMissing: false });
      return (answer.body.data as readonly { readonly consumption: number }[]).map(({ consumption }) => consumption);
    };
    for (const meter of [BAKERY_MPAN, SHOP_MPAN]) {
      const found = await months(meter, 'Europe/London');
      for (const [month, { day, night }] of kilowattHours(meter).entries()) {
        expect(found[month], `${meter} ${month}`).toBeCloseTo(day + night, 6);
      }
    }
    // The service divides bills by days of UTC.
    const gas = await months(BAKERY_MPRN, 'UTC');
    for (const month of MONTHS) expect(gas[month]).toBeCloseTo(GAS_KWH[month] ?? 0, 6);
  });

  it('leads to stored bills with the right sums, and to a finding for the wrong total', async () => {
    const { body } = await server.get('/invoices?limit=100', key);
    const rows = (body.data as readonly { readonly values: Json }[]).map(({ values }) => ({
      ...{ number: values.invoiceNumber, net: values.netTotalCost, tax: values.totalTax, total: values.totalCost },
    }));
    const expected = MONTHS.flatMap((month) => [
      [`SP-2024-${String(month + 1).padStart(2, '0')}`, electricityBill(month)] as const,
      [String(700_100 + month), gasBill(month)] as const,
    ]);
    const sorted = (all: readonly object[]): readonly object[] =>
      all.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    expect(sorted(rows)).toEqual(
      sorted(expected.map(([number, { net, vat, total }]) => ({ number, net, tax: vat, total }))),
    );
    const { net, vat, total } = electricityBill(WRONG_MONTH);
    expect(total - net - vat).toBeCloseTo(OVERCHARGE, 9);
    expect(await database.knex('findings').select('kind', 'cost').where({ status: 'open' })).toEqual([
      { kind: 'bill-sum-differs', cost: OVERCHARGE },
    ]);
  });

  it('states the totals of the year', () => {
    const { text } = documentAt(PAGE);
    const number = (value: number, digits = 0): string =>
      value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
    const electricity = [BAKERY_MPAN, SHOP_MPAN].flatMap((meter) =>
      kilowattHours(meter).map(({ day, night }) => day + night),
    );
    expect(text).toContain(`${number(sum(electricity), 2)} kWh`);
    expect(text).toContain(`${number(sum(GAS_KWH))} kWh`);
    const bills = MONTHS.flatMap((month) => [electricityBill(month).total, gasBill(month).total]);
    expect(text).toContain(`£${number(sum(bills), 2)}`);
  });
});
