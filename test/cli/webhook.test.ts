import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataDir } from '../support/templates.js';
import { udgIn, type Ended } from '../support/udg.js';

const COMPANY = 'c00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';
const SECRET = 'a secret of the test';

/** A bill for a year, which is a finding. */
const longBill = (year: number): string =>
  JSON.stringify({
    ...{ _id: `d${String(year).padStart(23, '0')}`, accountId: ACCOUNT, status: 'captured' },
    values: { startDate: `${year}-01-01`, endDate: `${year}-12-31`, totalUnits: 100, totalCost: 20 },
  });

describe('the webhook of findings, told by the command line', () => {
  let folder: string;
  let receiver: Server;
  let url: string;
  let status = 200;
  const received: string[][] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'udg-'));
    await makeDataDir(join(folder, 'data'));
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
    rmSync(folder, { recursive: true, force: true });
  });

  const udg = (args: readonly string[], input?: string): Promise<Ended> => {
    const hook = { FINDINGS_WEBHOOK: url, FINDINGS_WEBHOOK_SECRET: SECRET };
    return udgIn({ env: { DATABASE_URL: '', DATA_DIR: join(folder, 'data'), ...hook } }, args, input);
  };

  it('is told at the end of an import, and not by a dry run', async () => {
    const dry = await udg(['import', 'invoices', '-', '--dry-run'], `${longBill(2023)}\n`);
    expect(dry.stderr).not.toContain('webhook');
    const { status: ended, stderr } = await udg(['import', 'invoices', '-'], `${longBill(2023)}\n`);
    expect(ended).toBe(0);
    expect(stderr).toContain('1 finding was delivered to the webhook.\n');
    expect(received).toEqual([['finding.open']]);
  });

  it('fails no import when it refuses, which is said without its address, and is told by udg findings deliver', async () => {
    status = 403;
    const { status: ended, stdout, stderr } = await udg(['import', 'invoices', '-'], `${longBill(2024)}\n`);
    expect(ended).toBe(0);
    expect(stdout).toContain('1 inserted');
    expect(stderr).toContain(
      '0 findings were delivered to the webhook, 1 is left: it answered 403; udg findings deliver tries again, as the next import does.\n',
    );
    const again = await udg(['findings', 'deliver', '--json']);
    expect(again.status).toBe(1);
    expect(JSON.parse(again.stdout)).toEqual({ delivered: 0, left: 1, failure: 'it answered 403' });
    status = 204;
    expect(await udg(['findings', 'deliver'])).toMatchObject({
      ...{ status: 0, stdout: '1 finding was delivered to the webhook.\n' },
    });
    expect(stderr + again.stderr).not.toContain('t0ken');
  });

  it('is told what a deletion resolves', async () => {
    const { stderr } = await udg(['delete', 'invoices', '--account', ACCOUNT]);
    expect(stderr).toContain('2 findings were delivered to the webhook.\n');
    expect(received.at(-1)).toEqual(['finding.resolved', 'finding.resolved']);
  });
});
