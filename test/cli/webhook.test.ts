import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { openTestDatabase } from '../support/engines.js';
import { runCommand, type Ran } from '../support/runCommand.js';

const COMPANY = 'c00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';
const SECRET = 'a secret of the test';

/** A bill for a year, which is a finding. */
const longBill = (year: number): string =>
  JSON.stringify({
    ...{ _id: `d${String(year).padStart(23, '0')}`, accountId: ACCOUNT, status: 'captured' },
    values: { startDate: `${year}-01-01`, endDate: `${year}-12-31`, totalUnits: 100, totalCost: 20 },
  });

describe('the webhook of findings, when a command changes findings', () => {
  let database: Database;
  let receiver: Server;
  let url: string;
  let status = 200;
  const received: string[][] = [];

  beforeAll(async () => {
    database = await openTestDatabase('pglite');
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { events } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { events: { type: string }[] };
        received.push(events.map(({ type }) => type));
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/findings?token=t0ken`;
    const account = { _id: ACCOUNT, companyId: COMPANY, name: 'Pool', type: 'electricity', meterUnits: 'kwh' };
    const { stderr } = await udg(['import', 'accounts', '-'], `${JSON.stringify(account)}\n`);
    expect(stderr).not.toContain('webhook');
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    await database.close();
  });

  /** Changes that a user makes with SQL. */
  const sql = async (text: string): Promise<void> => {
    await database.knex.raw(text);
  };
  const udg = (args: readonly string[], input?: string): Promise<Ran> =>
    runCommand(args, { env: { FINDINGS_WEBHOOK: url, FINDINGS_WEBHOOK_SECRET: SECRET }, database, input });

  it('receives a post after an import, and none after a dry run', async () => {
    const dry = await udg(['import', 'invoices', '-', '--dry-run'], `${longBill(2023)}\n`);
    expect(dry.stderr).not.toContain('webhook');
    const { status: ended, stderr } = await udg(['import', 'invoices', '-'], `${longBill(2023)}\n`);
    expect(ended).toBe(0);
    expect(stderr).toContain('Delivered 1 finding to the webhook.\n');
    expect(received).toEqual([['finding.open']]);
  });

  it('does not fail the import if it rejects a post: udg prints the error without the address, and udg findings deliver retries', async () => {
    status = 403;
    const { status: ended, stdout, stderr } = await udg(['import', 'invoices', '-'], `${longBill(2024)}\n`);
    expect(ended).toBe(0);
    expect(stdout).toContain('1 inserted');
    expect(stderr).toContain(
      'Delivered 0 findings to the webhook; 1 not delivered: it answered 403; udg findings deliver or the next import tries again.\n',
    );
    const again = await udg(['findings', 'deliver', '--json']);
    expect(again.status).toBe(1);
    expect(JSON.parse(again.stdout)).toEqual({ delivered: 0, left: 1, failure: 'it answered 403' });
    status = 204;
    expect(await udg(['findings', 'deliver'])).toMatchObject({
      ...{ status: 0, stdout: 'Delivered 1 finding to the webhook.\n' },
    });
    expect(stderr + again.stderr).not.toContain('t0ken');
  });

  it('receives the changes of a setting and of a rebuild, and none of a check', async () => {
    const set = await udg(['settings', 'set', 'finding-bill-too-long-days', '400']);
    expect(set.stdout).toBe('finding-bill-too-long-days is 400. 0 new findings, 2 resolved.\n');
    expect(set.stderr).toContain('Delivered 2 findings to the webhook.\n');
    expect(received.at(-1)).toEqual(['finding.resolved', 'finding.resolved']);
    const unset = await udg(['settings', 'unset', 'finding-bill-too-long-days']);
    expect(unset.stdout).toBe('finding-bill-too-long-days is 65, the default. 2 new findings, 0 resolved.\n');
    expect(received.at(-1)).toEqual(['finding.open', 'finding.open']);

    // SQL by hand, as an upgrade of the rules would leave it.
    await sql(`update findings set resolved_at = now(), status = 'resolved'`);
    const posts = received.length;
    const check = await udg(['check', '--all', '--json']);
    expect(check.status).toBe(1);
    expect(JSON.parse(check.stdout)).toEqual({ accounts: 1, rows: 2, different: [ACCOUNT], portfolios: [] });
    expect(received).toHaveLength(posts);
    await sql('delete from findings_told');
    const rebuilt = await udg(['rebuild']);
    expect(rebuilt).toMatchObject({
      ...{ status: 0, stdout: '1 account was checked. Recalculated 2 rows. 2 new findings, 0 resolved.\n' },
      stderr: expect.stringContaining('Delivered 2 findings to the webhook.\n') as string,
    });
    expect(received.at(-1)).toEqual(['finding.open', 'finding.open']);
    const again = await udg(['rebuild']);
    expect(again.stdout).toBe('1 account was checked. Recalculated 0 rows.\n');
    expect(again.stderr).not.toContain('webhook');
  });

  it('receives the findings that a deletion resolves', async () => {
    const { stderr } = await udg(['delete', 'invoices', '--account', ACCOUNT]);
    expect(stderr).toContain('Delivered 2 findings to the webhook.\n');
    expect(received.at(-1)).toEqual(['finding.resolved', 'finding.resolved']);
  });
});
