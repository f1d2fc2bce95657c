import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { IS_QUICK } from '../support/repeated.js';
import { printFigure, startClock } from '../support/figures.js';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { administer, databaseUrl, SERVER } from '../support/postgres.js';
import { runCommand } from '../support/runCommand.js';
import { templateOf } from '../support/templates.js';
import { startUdg, type Udg } from '../support/udg.js';
import { until } from '../support/until.js';

const COMPANY = '000000000000000000000001';
const WELL = { status: 0, signal: null };
/** Hours of a week. */
const WEEK = 168;
/** The half-hours of Northgate, and its hours of temperature. */
const OTHER_INTERVALS = 174_144 + 17_544;

/** Shortens a compressed file to its header and this many lines. @returns the header and the lines */
function shorten(path: string, count: number): readonly string[] {
  const lines = gunzipSync(readFileSync(path))
    .toString()
    .split('\n')
    .slice(0, 1 + count);
  writeFileSync(path, gzipSync(lines.join('\n')));
  return lines;
}

/**
 * Copies the built package, with a week alone of the published hours and half-hours: the rest takes a minute of
 * processor time to load.
 * @returns the program, and the number of intervals of its sample
 */
function smallPackage(folder: string): { readonly main: string; readonly intervals: number } {
  for (const part of ['package.json', 'dist/udg', 'dist/web', 'schema', 'seeds/data'])
    cpSync(join(PACKAGE_ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'node_modules'));
  let intervals = OTHER_INTERVALS;
  for (const fuel of ['electricity', 'gas']) {
    const path = join(folder, `seeds/data/cambridge/${fuel}_hourly_2022.csv.gz`);
    const [, ...week] = shorten(path, WEEK);
    // The publisher wrote 0 for missing electricity.
    const cells = week.flatMap((line) => line.trim().split(',').slice(1));
    intervals += cells.filter((cell) => cell !== '' && (fuel === 'gas' || Number(cell) !== 0)).length;
  }
  shorten(join(folder, 'seeds/data/ampds2/registers_30min.csv.gz'), 2 * WEEK);
  return { main: join(folder, 'dist/udg/main.js'), intervals };
}

/** The tables grow by this much while the small sample is partly loaded, and by 48 MB in the whole load. */
const PARTLY_LOADED_BYTES = 5_000_000;

/** Returns the size of the tables of an embedded database in bytes. */
function tableBytes(dataDir: string): number {
  const folder = join(dataDir, 'pglite', 'base');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, path) => sum + (statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/** The message of a process that is forced to end, at any stage (docs/operations.md). */
const FORCED = /cut off|still busy|did not stop/;

describe('SIGTERM ends the service with exit status 0', () => {
  const folder = mkdtempSync(join(tmpdir(), 'udg-'));
  const embedded = { DATABASE_URL: '', DATA_DIR: join(folder, 'data') };
  const small = smallPackage(join(folder, 'package'));
  const started: Udg[] = [];
  afterEach(() => {
    for (const { process } of started.splice(0)) process.kill('SIGKILL');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const start = (args: readonly string[], env: NodeJS.ProcessEnv, main?: string): Udg => {
    const one = startUdg(args, env, undefined, main);
    started.push(one);
    return one;
  };
  /** Waits for a condition while the service runs. */
  const untilOf = async (service: Udg, what: string, wanted: () => Promise<boolean> | boolean): Promise<void> => {
    await until(what, () => {
      if (service.process.exitCode !== null) throw new Error(`it ended:\n${service.said()}`);
      return wanted();
    });
  };
  const stops: number[] = [];
  afterAll(() => {
    const slowest = Math.round(Math.max(...stops));
    printFigure('from the first signal to the end', `${stops.length} stops, the slowest after ${slowest} ms`);
  });
  const terminated = async (service: Udg): Promise<void> => {
    const passed = startClock();
    service.process.kill('SIGTERM');
    expect(await service.ended, service.said()).toMatchObject(WELL);
    stops.push(passed());
    expect(service.said()).toMatch(/Stopping/);
    expect(service.said()).not.toMatch(FORCED);
  };

  it('while udg start opens, migrates and fills an embedded database; the next start continues', async () => {
    for (const begun of [
      (service: Udg) => service.hears(/Embedded database in/),
      (service: Udg) => service.hears(/Migrations: baseline/),
      // This file exists while the database is being filled (src/cli/startService.ts).
      (service: Udg) => untilOf(service, 'it fills the database', () => existsSync(join(embedded.DATA_DIR, 'seeding'))),
    ]) {
      const service = start(['start'], embedded, small.main);
      await begun(service);
      await terminated(service);
      expect(service.said()).toMatch(/Stopping\.\n$/);
    }
    expect(await runCommand(['migrate'], { env: embedded })).toMatchObject({
      status: 0,
      stdout: 'The database is up to date.\n',
    });
  }, 300_000);

  it.runIf(!IS_QUICK)(
    'after `npm start`, killed while it loaded the sample, continues on the next start and prints a working curl command',
    async () => {
      // The folder from the previous test.
      const killed = start(['start'], embedded, small.main);
      await killed.hears(/Embedded database in/);
      const empty = tableBytes(embedded.DATA_DIR);
      await untilOf(killed, 'it loads the sample', () => tableBytes(embedded.DATA_DIR) > empty + PARTLY_LOADED_BYTES);
      killed.process.kill('SIGKILL');
      await killed.ended;
      expect(existsSync(join(embedded.DATA_DIR, 'seeding'))).toBe(true);
      const again = start(['start'], embedded, small.main);
      // Loading it takes 20 seconds on an idle machine.
      const curl = /Try it:[^]*curl -H 'x-api-key: (.*?)' '(.*?limit=2)'\n/;
      const [, key = '', url = ''] = await again.hears(curl, 400_000);
      const ask = async (address: string): Promise<unknown> =>
        (await fetch(address, { headers: { 'x-api-key': key } })).json();
      expect(await ask(url)).toMatchObject({ total: 68, limit: 2 });
      const intervals = `${new URL(url).origin}/2.0/non-cumulative?limit=1`;
      expect(await ask(intervals)).toMatchObject({ total: small.intervals });
      // The other key sees only the invented company.
      const [, own = ''] = /years of bills and half-hours: {2}(\S+)\n/.exec(again.said()) ?? [];
      const meters = await fetch(`${new URL(url).origin}/2.0/accounts?limit=1`, { headers: { 'x-api-key': own } });
      expect(await meters.json()).toMatchObject({ total: 25 });
      await terminated(again);
    },
    600_000,
  );

  describe.runIf(SERVER !== '')('on PostgreSQL', () => {
    const names = Array.from({ length: 2 }, () => `udg_test_${randomBytes(8).toString('hex')}`);
    const [fresh = '', ready = ''] = names;
    beforeAll(async () => {
      await administer(SERVER, `create database ${fresh}`);
      await administer(SERVER, `create database ${ready} template ${await templateOf('postgres')}`);
    });
    afterAll(async () => {
      for (const name of names) await administer(SERVER, `drop database if exists ${name} with (force)`);
    });
    const children = ({ process }: Udg): readonly number[] =>
      spawnSync('ps', ['-o', 'pid=', '--ppid', String(process.pid)], { encoding: 'utf8' })
        .stdout.split('\n')
        .filter((line) => line.trim() !== '')
        .map(Number);
    const lives = (pid: number): boolean => spawnSync('kill', ['-0', String(pid)]).status === 0;

    it("while its migration waits for another process's migration, without leaving a trace", async () => {
      const hand = new pg.Client({ connectionString: databaseUrl(SERVER, fresh) });
      await hand.connect();
      try {
        // The lock of migrations (src/db/migrate.ts).
        await hand.query('select pg_advisory_lock(7251001)');
        const service = start(['start'], { DATABASE_URL: databaseUrl(SERVER, fresh) });
        const waiting = async (): Promise<boolean> => {
          const { rows } = await hand.query(
            `select from pg_locks join pg_database d on d.oid = database
             where locktype = 'advisory' and not granted and datname = current_database()`,
          );
          return rows.length > 0;
        };
        await untilOf(service, 'its migration waits', waiting);
        await terminated(service);
        const { rows } = await hand.query(`select from pg_tables where schemaname = 'public'`);
        expect(rows).toEqual([]);
      } finally {
        await hand.end();
      }
    });

    it('after its clients disconnected during their requests, without a forced end', async () => {
      const env = { DATABASE_URL: databaseUrl(SERVER, ready), ANSWER_CACHE: '0' };
      const key = JSON.parse(
        (await runCommand(['keys', 'issue', '--json', '--role', 'reader', '--company', COMPANY], { env })).stdout,
      ) as {
        readonly key: string;
      };
      const service = start(['serve'], env);
      const url = await service.url();
      const hand = new pg.Client({ connectionString: databaseUrl(SERVER, ready) });
      await hand.connect();
      try {
        const waiting = async (): Promise<number> =>
          (
            await hand.query(
              `select from pg_locks join pg_database d on d.oid = database
               where relation = 'accounts'::regclass and not granted and datname = current_database()`,
            )
          ).rows.length;
        await hand.query('begin; lock table accounts');
        const leaving = new AbortController();
        const asked = Array.from({ length: 2 }, () =>
          fetch(`${url}/2.0/accounts`, { headers: { 'x-api-key': key.key }, signal: leaving.signal }).catch(() => null),
        );
        await untilOf(service, 'both requests wait', async () => (await waiting()) === 2);
        leaving.abort();
        expect(await Promise.all(asked)).toEqual([null, null]);
        await untilOf(service, 'no request waits', async () => (await waiting()) === 0);
        await hand.query('rollback');
        await terminated(service);
      } finally {
        await hand.end();
      }
    });

    it('while its workers start, before and after some of them serve, and leaves none running', async () => {
      const env = { DATABASE_URL: databaseUrl(SERVER, ready), WEB_CONCURRENCY: '4', DATABASE_POOL_MAX: '8' };
      // The workers listen only once all of them are loaded.
      for (const count of [1, 2]) {
        const service = start(['serve'], env);
        await untilOf(service, `${count} workers run`, () => children(service).length >= count);
        const workers = children(service);
        await terminated(service);
        expect(workers.filter(lives)).toEqual([]);
        expect(service.said()).not.toMatch(/Worker/);
      }
    });
  });
});
