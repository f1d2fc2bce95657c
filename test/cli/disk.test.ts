import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CAN_CLUSTER, openClusters, type Cluster, type Clusters } from '../support/cluster.js';
import { printTime } from '../support/figures.js';
import { type Disk, CAN_MOUNT, openDisk } from '../support/mounts.js';
import { administer, databaseUrl } from '../support/postgres.js';
import { IS_QUICK, someOf, timesOf } from '../support/repeated.js';
import { runCommand, type Ran } from '../support/runCommand.js';
import { makeDataDir } from '../support/templates.js';
import { startUdg, udg, UDG, type Ended } from '../support/udg.js';

const ACCOUNT = '64c000000000000000000001';
const ACCOUNTS = 'seeds/examples/portfolio/accounts.csv';
const WRITES_TO_FULL = existsSync('/dev/full');

/** Half-hours of one meter, as NDJSON: more than a small disk has room for. */
function writeIntervals(path: string, count: number): void {
  const lines = Array.from({ length: count }, (_, index) => {
    const at = (slot: number): string => new Date(Date.UTC(2020, 0, 1) + slot * 1_800_000).toISOString();
    const id = (0xd0000000 + index).toString(16).padStart(24, '0');
    const stamps = { startTimestamp: at(index), endTimestamp: at(index + 1) };
    return JSON.stringify({
      _id: id,
      accountId: ACCOUNT,
      type: 'electricity',
      unit: 'kwh',
      value: index % 50,
      ...stamps,
    });
  });
  writeFileSync(path, lines.join('\n'));
}

describe('udg on a disk', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'udg-'));
  const intervals = join(folder, 'intervals.ndjson');
  const whole = join(folder, 'whole');
  const disks: Disk[] = [];
  const disk = (megabytes: number): Disk => {
    const one = openDisk(megabytes);
    disks.push(one);
    return one;
  };
  beforeAll(async () => {
    writeIntervals(intervals, 15_000);
    await makeDataDir(whole);
    const { status, stderr } = await runCommand(['import', 'seeds/examples/portfolio'], { env: { DATA_DIR: whole } });
    expect(status, stderr).toBe(0);
  });
  afterEach(() => {
    for (const one of disks.splice(0)) one.close();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  describe.runIf(CAN_MOUNT)('with the embedded database', () => {
    it('exits with 1 and prints the folder and the next step if the disk is read-only', async () => {
      const { path, setReadOnly } = disk(100);
      const [made, fresh] = [join(path, 'made'), join(path, 'fresh')];
      mkdirSync(join(made, 'pglite'), { recursive: true });
      setReadOnly();
      const advice = 'Set DATA_DIR to a folder that this user may write to, or use PostgreSQL (DATABASE_URL).';
      const ran = [
        ...[['import', ACCOUNTS], ['serve']].map((command) => ({ home: made, command })),
        ...[['seed'], ['start']].map((command) => ({ home: fresh, command })),
      ].map(({ home, command }) => ({ home, command, ended: udg({ DATABASE_URL: '', DATA_DIR: home }, ...command) }));
      for (const { home, command, ended } of ran) {
        const { status, stderr } = await ended;
        expect({ command, status }).toEqual({ command, status: 1 });
        const said = stderr.replace(/^Embedded database in .*\n/, '');
        expect(said).toMatch(/^The embedded database in \S+ cannot be written: (EROFS|ENOENT): .*\n$/);
        expect(said).toContain(`database in ${home} `);
        expect(said).toContain(advice);
      }
    });

    it('exits with 1 if the disk is too small for a new database, and starts once the disk has room', async () => {
      const { path, resize } = disk(10);
      const home = join(path, 'data');
      const env = { DATABASE_URL: '', DATA_DIR: home };
      const { status, stderr } = await udg(env, 'start');
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /The embedded database in \S+ cannot be created: its disk has \d+ MB left\. Free some space/,
      );
      resize(200);
      expect(await runCommand(['migrate'], { env })).toMatchObject({ status: 0 });
    });

    it('rolls back the current part and names the folder if the disk becomes full, and imports once it has room', async () => {
      const { path, resize, used } = disk(300);
      const home = join(path, 'data');
      cpSync(whole, home, { recursive: true });
      resize(used() + 2);
      const env = { DATABASE_URL: '', DATA_DIR: home };
      const full = await udg(env, 'import', 'non-cumulative', intervals);
      expect({ status: full.status, stdout: full.stdout, stderr: full.stderr }).toEqual({
        ...{ status: 1, stdout: '' },
        stderr: `The disk of the embedded database in ${home} is full. Applied parts are complete; free some space and run the command again.\n`,
      });
      const rest = join(path, 'rest');
      spawnSync('dd', ['if=/dev/zero', `of=${rest}`, 'bs=1024'], { stdio: 'ignore' });
      const refused = {
        status: 1,
        stderr: `The disk of ${home} is full. Free some space and start again. The stored data is unchanged.\n`,
      };
      expect(await runCommand(['keys', 'list'], { env })).toMatchObject(refused);
      expect(await udg(env, 'serve')).toMatchObject(refused);
      rmSync(rest);
      resize(300);
      expect((await runCommand(['import', 'non-cumulative', intervals], { env })).stdout).toContain('15,000 inserted');
      expect((await runCommand(['check', '--all'], { env })).stdout).toContain('The stored usage matches the records.');
    });
  });

  describe.runIf(CAN_MOUNT && !IS_QUICK)('with the embedded database whose write-ahead log fills the disk', () => {
    // The server panics if its log is full: with little room at the start, with more within an import.
    it.each(someOf([4, 12, 20], timesOf('sizes of a disk that becomes full')))(
      'exits with 1 for every command on a disk %i MB larger than the data, and loses no data',
      async (more) => {
        const long = join(folder, 'long.ndjson');
        const rows = 5_000 * more;
        writeIntervals(long, rows);
        const { path, resize, used } = disk(300);
        const home = join(path, 'data');
        cpSync(whole, home, { recursive: true });
        resize(used() + more);
        const env = { DATABASE_URL: '', DATA_DIR: home };
        const full = (): ReturnType<typeof udg> => udg(env, 'import', 'non-cumulative', long);
        expect(await printTime(`an import with ${more} MB of room`, full)).toMatchObject({
          ...{ status: 1, stdout: '' },
          stderr: expect.stringContaining(
            `The disk of the embedded database in ${home} is full. Applied parts are complete; free some space and run the command again.\n`,
          ) as string,
        });
        // Each start recovers and writes to the log. The first ones would still find room.
        const rest = join(path, 'rest');
        spawnSync('dd', ['if=/dev/zero', `of=${rest}`, 'bs=1024'], { stdio: 'ignore' });
        for (const command of [['check'], ['findings'], ['keys', 'list'], ['imports'], ['rebuild'], ['serve']]) {
          // The service takes a thread of its own for the database, which runs what was built.
          const run: Promise<Ran | Ended> =
            command[0] === 'serve' ? udg(env, ...command) : runCommand(command, { env });
          const { status, stderr } = await printTime(`udg ${command.join(' ')} on a full disk`, () => run);
          expect({ command, status, stderr }).toEqual({
            ...{ command, status: 1 },
            stderr: `The disk of ${home} is full. Free some space and start again. The stored data is unchanged.\n`,
          });
        }
        rmSync(rest);
        resize(300);
        expect((await runCommand(['check', '--all'], { env })).stdout).toContain(
          'The stored usage matches the records.',
        );
        expect((await runCommand(['import', 'accounts', ACCOUNTS], { env })).stdout).toContain(
          '0 inserted, 0 updated, 3 unchanged',
        );
        expect((await runCommand(['import', 'non-cumulative', long], { env })).stdout).toContain(
          `${rows.toLocaleString('en')} inserted`,
        );
        expect((await runCommand(['check', '--all'], { env })).stdout).toContain(
          'The stored usage matches the records.',
        );
      },
    );
  });

  describe.runIf(CAN_MOUNT && CAN_CLUSTER)('with PostgreSQL', () => {
    let clusters: Clusters;
    let cluster: Cluster;
    beforeAll(async () => {
      clusters = openClusters();
      cluster = await clusters.primary();
    });
    afterAll(() => {
      clusters.close();
    });

    it('rolls back the import, exits with 1 and prints the next step if the disk becomes full, and imports once it has room', async () => {
      const { path, resize, used } = disk(200);
      const space = join(path, 'space');
      mkdirSync(space);
      for (const one of [join(path, '..'), path, space]) spawnSync('chown', ['postgres', one]);
      await administer(cluster.url, `create tablespace small location '${space}'`);
      await administer(cluster.url, `create database filled tablespace small`);
      const env = { DATABASE_URL: databaseUrl(cluster.url, 'filled') };
      try {
        expect(await runCommand(['migrate'], { env })).toMatchObject({ status: 0 });
        expect(await runCommand(['import', 'seeds/examples/portfolio'], { env })).toMatchObject({ status: 0 });
        resize(used() + 2);
        const full = await udg(env, 'import', 'non-cumulative', intervals);
        expect({ status: full.status, stdout: full.stdout, stderr: full.stderr }).toEqual({
          ...{ status: 1, stdout: '' },
          stderr:
            'The disk of the database is full. Applied parts are complete; free some space and run the command again.\n',
        });
        expect((await runCommand(['check', '--all'], { env })).status).toBe(0);
        resize(200);
        expect((await runCommand(['import', 'non-cumulative', intervals], { env })).stdout).toContain(
          '15,000 inserted',
        );
      } finally {
        await administer(cluster.url, 'drop database filled with (force)');
        await administer(cluster.url, 'drop tablespace small');
      }
    });

    it('exits with 1 for every command that changes data if the database is read-only, while the service still serves reads', async () => {
      await administer(cluster.url, 'create database reads');
      const env = { DATABASE_URL: databaseUrl(cluster.url, 'reads') };
      expect(await runCommand(['migrate'], { env })).toMatchObject({ status: 0 });
      await administer(cluster.url, 'alter database reads set default_transaction_read_only = on');
      const ran = [
        ['import', ACCOUNTS],
        ['keys', 'issue', '--role', 'reader', '--company', 'c'.repeat(24)],
        ['delete', 'accounts', '--id', ACCOUNT],
        ['seed'],
      ].map((command) => ({ command, ended: udg(env, ...command) }));
      for (const { command, ended } of ran) {
        const { status, stderr } = await ended;
        expect({ command, status }).toEqual({ command, status: 1 });
        expect(stderr.replace(/^Note: .*\n/, '')).toMatch(
          /^The database at DATABASE_URL is read-only: cannot execute \w+ in a read-only transaction\. It is a standby, or configured as read-only: set DATABASE_URL to the primary, or make the database writable\.\n$/,
        );
      }
      const service = startUdg(['serve'], { ...env, STOP_DELAY: '0' });
      try {
        const url = await service.url();
        expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready' });
        service.process.kill('SIGTERM');
        expect(await service.ended).toMatchObject({ status: 0 });
      } finally {
        service.process.kill('SIGKILL');
      }
    });
  });

  describe.runIf(WRITES_TO_FULL)('that is full and receives the output', () => {
    /** Runs it by a shell, which sends its output there. */
    const shell = (command: string): { readonly status: number | null; readonly stderr: string } =>
      spawnSync('sh', ['-c', `exec "$0" "$@" ${command}`, process.execPath, ...UDG, 'schema'], { encoding: 'utf8' });

    it('exits with 1 and prints a message', () => {
      expect(shell('> /dev/full')).toMatchObject({
        status: 1,
        stderr: 'The output cannot be written: ENOSPC: no space left on device, write. The output is incomplete.\n',
      });
      expect(shell('> /dev/full 2> /dev/full').status).toBe(1);
      expect(shell('2> /dev/full').status).toBe(0);
    });

    it('continues to serve without its log lines', async () => {
      const env = { ...process.env, DATABASE_URL: '', DATA_DIR: whole, PORT: '0', STOP_DELAY: '0' };
      const shell = ['-c', 'exec "$0" "$@" 2> /dev/full', process.execPath, ...UDG, 'serve', '--json'];
      const service = spawn('sh', shell, { env, stdio: ['ignore', 'pipe', 'ignore'] });
      try {
        const url = await new Promise<string>((resolve) => {
          service.stdout.on('data', (text: Buffer) => {
            resolve((JSON.parse(text.toString()) as { readonly rest: string }).rest);
          });
        });
        for (let time = 0; time < 5; time += 1) expect((await fetch(`${url}/accounts`)).status).toBe(401);
        const ended = once(service, 'exit');
        service.kill('SIGTERM');
        expect(await ended).toEqual([0, null]);
      } finally {
        service.kill('SIGKILL');
      }
    });
  });
});
