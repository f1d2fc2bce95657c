import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { openTestDatabase } from '../support/engines.js';
import { runCommand, type Ran } from '../support/runCommand.js';
import { makeDataDir } from '../support/templates.js';
import { startUdg, udg as udgAsProcess, type Udg } from '../support/udg.js';

const COMPANY = 'c00000000000000000000001';

describe('udg, on the embedded database', () => {
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'udg-'));
    await makeDataDir(join(folder, 'data'));
    database = await openTestDatabase('pglite');
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const environment = (): NodeJS.ProcessEnv => ({ DATABASE_URL: '', DATA_DIR: join(folder, 'data') });
  const udg = (args: readonly string[], input?: string): Promise<Ran> => runCommand(args, { database, input });
  const start = (args: readonly string[]): Udg => {
    const one = startUdg(args, environment());
    started.push(one);
    return one;
  };
  const started: Udg[] = [];
  afterEach(() => {
    for (const { process } of started.splice(0)) process.kill('SIGKILL');
  });

  it.each([
    [[]],
    ['start'],
    ['serve'],
    ['migrate'],
    ['seed'],
    ['import'],
    ['imports'],
    ['delete'],
    ['rebuild'],
    ['check'],
    ['keys'],
    ['keys', 'issue'],
    ['keys', 'list'],
    ['keys', 'revoke'],
    ['roles'],
    ['roles', 'set'],
    ['settings'],
    ['settings', 'set'],
    ['factors'],
    ['factors', 'list'],
    ['template'],
    ['factors', 'use'],
    ['factors', 'unset'],
    ['findings'],
    ['findings', 'list'],
    ['findings', 'dismiss'],
    ['findings', 'undismiss'],
    ['findings', 'deliver'],
    ['schema'],
    ['openapi'],
  ])('explains %s %s with --help, on standard output', async (...args) => {
    const { status, stdout, stderr } = await udg([...args.flat(), '--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: udg/);
    expect(stdout).toMatch(/Examples?:|Environment:/);
  });

  it.each([
    [['imprt'], /Did you mean import\?/],
    [
      ['import', 'assests', 'x'],
      /Allowed choices are companies, entities, assets, accounts, asset-groups, suppliers, contracts.*Did you mean assets\?/,
    ],
    [['import', 'assets'], /Give the file/],
    [
      ['import', 'assets', 'a.csv', 'b.csv'],
      /Give at most a resource and one file or folder, got assets, a.csv, b.csv/,
    ],
    [['import', 'a.csv', '--timezone', 'Europe/Lodon'], /Europe\/London/],
    [['import', 'a.csv', '--company', ' '], /must be a text of 1 to 200 characters/],
    [['delete', 'invoices'], /Give --id, --account or --before/],
    [['delete', 'assets', '--account', COMPANY], /--account does not apply to assets/],
    [
      ['delete', 'accounts', '--before', '2020-01-01'],
      /--before does not apply to accounts, which have no date: it applies to contracts, invoices/,
    ],
    [['delete', 'invoices', '--before', '01/02/2020'], /must be an ISO 8601 date/],
    [['keys', 'issue', '--role', 'reader'], /Give at least one --company or --entity/],
    [['keys', 'issue', '--company', COMPANY], /Give --role or --scopes/],
    [['keys', 'issue', '--role', 'reader', '--user', 'acme'], /must be an identifier of 24 hexadecimal digits/],
    [['keys', 'issue', '--scopes', 'read:asets', '--company', COMPANY], /Did you mean read:assets\?/],
    [['keys', 'issue', '--role', 'reader', '--company', COMPANY, '--expires', 'soon'], /a duration such as 90d/],
    [['keys', 'revoke'], /Give the number of a key, or --user/],
    [['settings', 'set', 'gas-calorific-valu', '39'], /Did you mean gas-calorific-value\?/],
    [['settings', 'set', 'gas-calorific-value', '-1'], /must be above 0/],
    [['settings', 'set', 'finding-gap-hours', '0'], /must be 0.5 to 9600, got 0/],
    [['findings', '--kind', 'bill-gaps'], /Did you mean bill-gap\?/],
    [['findings', '--severity', 'worst'], /high, medium, low/],
    [['findings', '--account', ''], /must be a text of 1 to 200 characters/],
    [['findings', 'dismiss', 'x', '--reason', 'y'], /must be an identifier of 24 hexadecimal digits/],
    [['findings', 'deliver'], /No webhook is configured: set FINDINGS_WEBHOOK and FINDINGS_WEBHOOK_SECRET\./],
    [['findings', 'dismiss', COMPANY, '--reason', ' '], /--reason must have 1 to 1,000 characters/],
    [['openapi', '--server', 'https://gateway.example.com'], /--server needs --postman/],
    [
      ['openapi', '--postman', '--server', 'gateway'],
      /must be an address such as http:\/\/127\.0\.0\.1:4000, got "gateway"/,
    ],
    [
      ['openapi', '--postman', '--server', 'https://gateway.example.com/2.0'],
      /got "https:\/\/gateway\.example\.com\/2\.0"/,
    ],
  ])('exits with 2 for wrong arguments: %j', async (args, message) => {
    const { status, stdout, stderr } = await udg(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('prints a Postman collection that contains the address of the service', async () => {
    const { status, stdout, stderr } = await udg(['openapi', '--postman', '--server', 'https://gateway.example.com/']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      variable: [
        { key: 'server', value: 'https://gateway.example.com' },
        { key: 'key', value: '' },
      ],
    });
  });

  it('exits with 2 and names the variable if the configuration is wrong', async () => {
    const { status, stderr } = await udgAsProcess({ ...environment(), PORT: 'http' }, 'serve');
    expect(status).toBe(2);
    expect(stderr).toBe('PORT must be a whole number from 0 to 65535, got "http".\n');
  });

  it.each([
    ['/proc/none', 'ENOENT: no such file or directory'],
    ['/dev/null/none', 'ENOTDIR: not a directory'],
    ['/dev/null', 'EEXIST: file already exists'],
  ])('exits with 1 and names DATA_DIR if it cannot create the folder: %s', async (DATA_DIR, reason) => {
    const command = startUdg(['migrate'], { DATABASE_URL: '', DATA_DIR });
    started.push(command);
    expect(await command.ended).toMatchObject({
      ...{ status: 1, stdout: '' },
      stderr:
        `The embedded database in ${DATA_DIR} cannot be written: ${reason}, mkdir '${DATA_DIR}'. ` +
        'Set DATA_DIR to a folder that this user may write to, or use PostgreSQL (DATABASE_URL).\n',
    });
  });

  it('udg start reports that its port is in use before it loads the sample portfolio', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    try {
      const ended = await udgAsProcess({ ...environment(), PORT: String(port) }, 'start');
      expect(ended).toMatchObject({
        status: 1,
        stderr: `Embedded database in ${join(folder, 'data')}\nPort ${port} of 127.0.0.1 is in use; set PORT to another port.\n`,
      });
    } finally {
      taken.close();
    }
  });

  it('exits with 1 and a message if it cannot read a file', async () => {
    expect(await udg(['import', 'assets', join(folder, 'nothing.csv')])).toMatchObject({ status: 1, stdout: '' });
    const empty = mkdtempSync(join(folder, 'empty-'));
    const { status, stderr } = await udg(['import', 'assets', empty]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `${empty} has no data files (.csv, .ndjson or .xml, also with .gz; .xlsx or .zip).\n`,
    });
  });

  // A user of the server may have changed the mode, or copied the folder.
  it.skipIf(process.platform === 'win32')('gives only its own user access to the folder of the database', async () => {
    const modeOf = (home: string): number => statSync(join(home, 'pglite')).mode & 0o777;
    const [made, copied] = [join(folder, 'made'), join(folder, 'data')];
    chmodSync(join(copied, 'pglite'), 0o755);
    for (const [DATA_DIR, command] of [
      [made, ['migrate']],
      [copied, ['keys', 'list']],
    ] as const) {
      expect(await runCommand(command, { env: { DATABASE_URL: '', DATA_DIR } })).toMatchObject({ status: 0 });
      expect(modeOf(DATA_DIR).toString(8)).toBe('700');
    }
  });

  it('issues a key as {"key", "userId", "label", "role", "scopes", "companies", "entities", "expiresAt"}', async () => {
    const { status, stdout, stderr } = await udg(['keys', 'issue', '--role', 'sites', '--company', COMPANY, '--json']);
    expect(status).toBe(0);
    const issued = JSON.parse(stdout) as Record<string, unknown>;
    expect(issued).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{24}:[\w-]{43}$/) as string,
      userId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      label: null,
      role: 'sites',
      scopes: ['read:accounts', 'read:assets'],
      companies: [COMPANY],
      entities: [],
      expiresAt: null,
    });
    expect(stderr).toContain(`There is no company ${COMPANY} yet`);
  });

  it('imports from a file and from standard input, and prints a summary in words or as JSON', async () => {
    const file = join(folder, 'companies.ndjson');
    writeFileSync(file, `{"_id":"${COMPANY}","name":"Acme"}\n`);
    expect((await udg(['import', 'companies', file])).stdout).toMatch(
      /^companies: 1 row read in \d+\.\d s: 1 inserted, 0 updated, 0 unchanged\.\n$/,
    );
    const again = await udg(['import', 'companies', '-', '--json'], `_id,name\n${COMPANY},Acme\n`);
    expect(JSON.parse(again.stdout)).toMatchObject({ read: 1, inserted: 0, updated: 0, unchanged: 1, errors: [] });
  });

  it('exits with 1 if a row is bad, prints a line for each error and applies nothing', async () => {
    const { status, stdout, stderr } = await udg(['import', 'assets', '-'], `{"_id":"x","companyId":"${COMPANY}"}\n`);
    expect(status).toBe(1);
    expect(stderr).toBe('-:1: _id: must be an identifier of 24 hexadecimal digits, got "x"\n');
    expect(stdout).toBe('assets: 1 of 1 row is bad, so nothing was applied.\n');
  });

  it('udg check compares stored usage with the records, and udg rebuild repairs it', async () => {
    expect(await udg(['check', '--all'])).toMatchObject({
      status: 0,
      stdout: '0 accounts were checked. The stored usage matches the records.\n',
    });
    expect(JSON.parse((await udg(['rebuild', '--json'])).stdout)).toEqual({
      ...{ accounts: 0, rows: 0, different: [], portfolios: [], newFindings: 0, resolvedFindings: 0 },
    });
    const unknown = await udg(['rebuild', '--account', 'f'.repeat(24)]);
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toMatch(/Only 0 of these accounts exist/);
  });

  it('udg factors selects and lists sets of emission factors', async () => {
    const company = 'c'.repeat(24);
    expect(await udg(['factors', 'use', 'desnz', '--company', company, '--country', 'GB'])).toMatchObject({
      ...{ status: 0, stdout: `The set desnz is used for the company ${company} in gb.\n` },
    });
    expect((await udg(['factors', 'list'])).stdout).toMatch(
      new RegExp(
        `^set .*\\ndesnz +gb +cooling, electricity.* 2018–2025 .* OGL 3.0\\n\\ncompany .*\\n${company} +gb +desnz\\n`,
      ),
    );
    const unset = ['factors', 'unset', '--company', company, '--country', 'gb'];
    expect((await udg(unset)).stdout).toBe(`Removed the choice of factors for the company ${company} in gb.\n`);
    expect(await udg(unset)).toMatchObject({
      ...{ status: 1, stderr: `No set of factors is chosen for the company ${company} in gb.\n` },
    });
    expect(await udg(['factors', 'use', 'desnzz'])).toMatchObject({
      ...{
        status: 1,
        stderr: expect.stringContaining('There is no set of factors "desnzz"; the stored sets are desnz.') as string,
      },
    });
    expect(await udg(['factors', 'use', 'desnz', '--country', 'us'])).toMatchObject({
      ...{ status: 1, stderr: 'The set desnz has no factors for us; it has factors for gb.\n' },
    });
    expect(await udg(['factors', 'use', 'desnz', '--country', 'gbr'])).toMatchObject({ status: 2 });
  });

  it('udg settings and udg roles store settings and roles', async () => {
    expect((await udg(['settings', 'get', 'gas-calorific-value'])).stdout).toBe('39.5\n');
    await udg(['settings', 'set', 'gas-calorific-value', '39.2']);
    expect(JSON.parse((await udg(['settings', '--json'])).stdout)).toMatchObject({ 'gas-calorific-value': '39.2' });
    expect((await udg(['roles', 'set', 'auditor', '--scopes', 'read:accounts'])).status).toBe(0);
    expect(JSON.parse((await udg(['roles', 'list', '--json'])).stdout)).toContainEqual({
      name: 'auditor',
      scopes: ['read:accounts'],
    });
  });

  it('exits with 1 and names the process if a server holds the embedded database, and changes nothing', async () => {
    const server = start(['serve']);
    await server.hears(/GraphQL/);
    const { status, stdout, stderr } = await udgAsProcess(environment(), 'keys', 'list');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`is in use by process ${server.process.pid} (udg serve)`);
    server.process.kill('SIGKILL');
    await server.ended;
    // The next process takes over the lock of a killed one.
    expect(await runCommand(['keys', 'list'], { env: environment() })).toMatchObject({ status: 0 });
  });

  it('exits with 0 on SIGTERM', async () => {
    const server = start(['serve']);
    await server.hears(/GraphQL/);
    server.process.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ status: 0 });
  });
});
