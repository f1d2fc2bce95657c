import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { KIND_NAMES } from '../../src/findings/kinds.js';
import { SEVERITIES, STATUSES } from '../../src/findings/stored.js';
import { openTestDatabase } from '../support/engines.js';
import { runCommand, type Ran } from '../support/runCommand.js';

const COMPANY = 'c00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';

const bill = (month: string, last: string): string =>
  JSON.stringify({
    ...{ _id: `d${month.padStart(23, '0')}`, accountId: ACCOUNT, status: 'captured' },
    values: {
      ...{ startDate: `2024-${month}-01`, endDate: `2024-${month}-${last}`, totalUnits: 100, totalCost: 20 },
      invoiceNumber: `N${month}`,
    },
  });

describe('udg findings, on the embedded database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase('pglite');
    const account = { _id: ACCOUNT, companyId: COMPANY, name: 'Pool', type: 'electricity', meterUnits: 'kwh' };
    await udg(['import', 'accounts', '-'], `${JSON.stringify(account)}\n`);
  });
  afterAll(() => database.close());

  const udg = (args: readonly string[], input?: string): Promise<Ran> => runCommand(args, { database, input });
  const importBills = (...bills: readonly string[]): Promise<Ran> =>
    udg(['import', 'invoices', '-'], `${bills.join('\n')}\n`);
  const json = async (...args: readonly string[]): Promise<readonly Record<string, unknown>[]> =>
    JSON.parse((await udg(['findings', ...args, '--json'])).stdout) as readonly Record<string, unknown>[];

  it('prints that there are no findings in a new database', async () => {
    expect(await udg(['findings'])).toMatchObject({
      ...{ status: 0, stderr: '' },
      stdout: 'No findings match.\n',
    });
    expect(await json()).toEqual([]);
  });

  it('an import prints how many findings are new and how many are resolved', async () => {
    const { stdout } = await importBills(bill('01', '31'), bill('03', '31'), bill('05', '31'));
    expect(stdout).toMatch(
      /: 3 inserted, 0 updated, 0 unchanged\. Recalculated 93 account-days\. 2 new findings, 0 resolved\.\n$/,
    );
    const mended = await importBills(bill('02', '29'));
    expect(mended.stdout).toMatch(/ 0 new findings, 1 resolved\.\n$/);
    expect((await importBills(bill('02', '29'))).stdout).toMatch(
      /: 0 inserted, 0 updated, 1 unchanged\. Nothing changed\.\n$/,
    );
  });

  it('lists open findings, or the findings that the options select, in words and as JSON', async () => {
    const [finding] = await json();
    expect(finding).toEqual({
      ...{ id: expect.stringMatching(/^[\da-f]{24}$/) as string, kind: 'bill-gap', severity: 'medium', status: 'open' },
      ...{ accountId: ACCOUNT, account: 'Pool', quantity: null, units: null, cost: null, share: null },
      ...{ startDate: '2024-04-01T00:00:00.000Z', endDate: '2024-05-01T00:00:00.000Z' },
      message: 'No bill covers 1–30 Apr 2024 (30 days).',
      invoiceIds: ['03', '05'].map((month) => `d${month.padStart(23, '0')}`),
      ...{ dismissedReason: null, firstSeenAt: expect.any(String) as string, resolvedAt: null },
    });
    const { stdout } = await udg(['findings', '--kind', 'bill-gap', '--account', ACCOUNT]);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^finding +severity +kind +account +description$/),
      `${String(finding?.id)}  medium    bill-gap  Pool     ${String(finding?.message)}`,
      '',
    ]);
    expect(await json('--status', 'resolved')).toMatchObject([{ startDate: '2024-02-01T00:00:00.000Z' }]);
    expect(await json('--severity', 'high')).toEqual([]);
    expect(await json('--account', 'f'.repeat(24))).toEqual([]);
  });

  it('a dismissed finding stays dismissed through later imports until it is reopened', async () => {
    const id = String((await json())[0]?.id);
    expect(await udg(['findings', 'dismiss', id, '--reason', 'Closed in April'])).toMatchObject({
      ...{ status: 0, stdout: `The finding ${id} is dismissed: Closed in April\n` },
    });
    expect(await json()).toEqual([]);
    // The same gap, next to another bill.
    expect((await importBills(bill('06', '30'))).stdout).not.toContain('finding');
    expect(await json('--status', 'dismissed')).toMatchObject([{ id, dismissedReason: 'Closed in April' }]);
    expect((await udg(['findings', 'undismiss', id])).stdout).toBe(`The finding ${id} is no longer dismissed.\n`);
    expect(await json()).toMatchObject([{ id, dismissedReason: null }]);
  });

  it('refuses an unknown finding', async () => {
    const unknown = 'f'.repeat(24);
    for (const args of [
      ['dismiss', unknown, '--reason', 'x'],
      ['undismiss', unknown],
    ]) {
      expect(await udg(['findings', ...args])).toMatchObject({
        ...{ status: 1, stdout: '', stderr: `There is no finding ${unknown}; udg findings lists them.\n` },
      });
    }
  });

  it.each([
    [['--kind', ''], 'It must be one of gap, late,'],
    [['--status', 'closed'], 'It must be one of open, resolved, dismissed, got "closed".'],
    [['--since', '2024-01-01'], "unknown option '--since'"],
    [['dismiss', 'f'.repeat(24)], "required option '--reason <text>' not specified"],
    [['dismiss', 'f'.repeat(24), '--reason', 'x'.repeat(1_001)], '--reason must have 1 to 1,000 characters.'],
    [['repair'], 'too many arguments'],
  ])('exits with 2 for wrong arguments and lists the allowed values: %j', async (args, said) => {
    const ended = await udg(['findings', ...args]);
    expect([ended.status, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toContain(said);
  });

  it('--help names each kind, severity and status', async () => {
    const { status, stdout } = await udg(['findings', 'list', '--help']);
    expect(status).toBe(0);
    const words = stdout.replaceAll(/\s+/g, ' ');
    for (const name of [...KIND_NAMES, ...SEVERITIES, ...STATUSES]) expect(words).toContain(name);
    const all = (await udg(['findings', '--help'])).stdout;
    for (const name of ['list', 'dismiss', 'undismiss', 'deliver']) expect(all).toContain(name);
  });

  it('udg check compares findings, and udg rebuild repairs them', async () => {
    expect(await udg(['check', '--all'])).toMatchObject({ status: 0 });
    expect(JSON.parse((await udg(['rebuild', '--json'])).stdout)).toMatchObject({ accounts: 1, rows: 0 });
  });
});
