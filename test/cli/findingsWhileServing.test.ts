import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, type Ran } from '../support/runCommand.js';
import { makeDataDir } from '../support/templates.js';
import { startUdg, type Udg } from '../support/udg.js';

const COMPANY = 'c00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';

const bill = (month: string): object => ({
  ...{ _id: `d${month.padStart(23, '0')}`, accountId: ACCOUNT, status: 'captured' },
  values: { startDate: `2024-${month}-01`, endDate: `2024-${month}-31`, totalUnits: 100, totalCost: 20 },
});

/** Sends bytes to a socket and returns the answer. */
function send(path: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ path, allowHalfOpen: true }, () => socket.end(text));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('utf8')));
    socket.once('error', reject).once('close', () => {
      resolve(answer);
    });
  });
}

describe('udg findings, while a server holds the embedded database', () => {
  let folder: string;
  let dataDir: string;
  const started: Udg[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'udg-'));
    dataDir = join(folder, 'data');
    await makeDataDir(dataDir);
    const account = { _id: ACCOUNT, companyId: COMPANY, name: 'Pool', type: 'electricity', meterUnits: 'kwh' };
    await udg(['import', 'accounts', '-'], `${JSON.stringify(account)}\n`);
    await udg(['import', 'invoices', '-'], ['01', '03'].map((month) => `${JSON.stringify(bill(month))}\n`).join(''));
  });
  afterEach(() => {
    for (const { process } of started.splice(0)) process.kill('SIGKILL');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const udg = (args: readonly string[], input?: string): Promise<Ran> =>
    runCommand(args, { env: { DATABASE_URL: '', DATA_DIR: dataDir }, input });
  const serve = async (dir: string): Promise<Udg> => {
    const server = startUdg(['serve'], { DATABASE_URL: '', DATA_DIR: dir });
    started.push(server);
    await server.hears(/Guide/);
    return server;
  };
  const findings = async (): Promise<readonly { readonly id: string; readonly dismissedReason: string | null }[]> =>
    JSON.parse((await udg(['findings', '--status', 'open,dismissed', '--json'])).stdout) as readonly {
      id: string;
      dismissedReason: string | null;
    }[];

  it('dismisses and reopens a finding through a private socket, which the server removes when it stops', async () => {
    const id = (await findings())[0]?.id ?? '';
    const server = await serve(dataDir);
    const socket = join(dataDir, 'socket');
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(await udg(['findings', 'dismiss', id, '--reason', 'Closed'])).toMatchObject({
      ...{ status: 0, stderr: '', stdout: `The finding ${id} is dismissed: Closed\n` },
    });
    expect(await udg(['findings', 'undismiss', id])).toMatchObject({ status: 0, stderr: '' });
    expect(await udg(['findings', 'dismiss', id, '--reason', 'Empty', '--json'])).toMatchObject({ status: 0 });
    const unknown = 'f'.repeat(24);
    expect(await udg(['findings', 'undismiss', unknown])).toMatchObject({
      ...{ status: 1, stderr: `There is no finding ${unknown}; udg findings lists them.\n` },
    });
    expect(await udg(['findings', 'deliver'])).toMatchObject({
      ...{ status: 2, stderr: 'No webhook is configured: set FINDINGS_WEBHOOK and FINDINGS_WEBHOOK_SECRET.\n' },
    });
    // Other commands still need the folder.
    expect((await udg(['findings'])).stderr).toContain(`is in use by process ${server.process.pid}`);
    server.process.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ status: 0 });
    expect(existsSync(socket)).toBe(false);
    expect(await findings()).toMatchObject([{ id, dismissedReason: 'Empty' }]);
  });

  it('replaces the socket of a killed server, and rejects bytes that are not a command', async () => {
    const killed = await serve(dataDir);
    killed.process.kill('SIGKILL');
    await killed.ended;
    const socket = join(dataDir, 'socket');
    expect(existsSync(socket)).toBe(true);
    await serve(dataDir);
    const refused = expect.objectContaining({
      error: 'The running service does not know this command: use the udg command of the same version as the service.',
    }) as object;
    for (const text of [
      '',
      '[]',
      '{"command":"import"}',
      '{"command":"decide","id":"x","reason":null}',
      `{"command":"decide","id":"${COMPANY}","reason":""}`,
      `{"command":"decide","id":"${COMPANY}","reason":"${'x'.repeat(1_001)}"}`,
    ]) {
      expect(JSON.parse(await send(socket, text)), text).toEqual(refused);
    }
    // Too long for a request: the server closes the connection without an answer.
    expect(await send(socket, 'x'.repeat(100_000)).catch(() => '')).toBe('');
    const id = JSON.parse(await send(socket, `{"command":"decide","id":"${COMPANY}","reason":null}`)) as object;
    expect(id).toEqual({ decided: 'unknown', delivery: null, note: null });
  });

  it('serves without a socket if the path of the folder is too long, and logs a warning', async () => {
    const long = join(folder, 'x'.repeat(120));
    mkdirSync(long);
    await makeDataDir(join(long, 'data'));
    const server = await serve(join(long, 'data'));
    expect(server.said()).toContain('is too long for a socket: stop the service to dismiss findings.\n');
    const env = { DATABASE_URL: '', DATA_DIR: join(long, 'data') };
    const { status, stderr } = await runCommand(['findings', 'undismiss', COMPANY], { env });
    expect(status).toBe(1);
    expect(stderr).toContain('Stop it first');
  });
});
