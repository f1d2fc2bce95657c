import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { administer, databaseUrl } from '../support/postgres.js';

const SERVER = process.env.TEST_DATABASE_URL ?? '';
const UDG = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js');

describe.runIf(SERVER !== '')('udg, on PostgreSQL', () => {
  const name = `udg_test_${randomBytes(8).toString('hex')}`;
  beforeAll(async () => {
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: PACKAGE_ROOT, stdio: 'ignore' });
    await administer(SERVER, `create database ${name}`);
  });
  afterAll(() => administer(SERVER, `drop database if exists ${name} with (force)`));

  const udg = async (...args: readonly string[]): Promise<string> => {
    const env = { ...process.env, DATABASE_URL: databaseUrl(SERVER, name) };
    return (await promisify(execFile)(process.execPath, [UDG, ...args], { env })).stdout;
  };

  it('"`udg migrate` is safe to run twice and from two processes at once"', async () => {
    const ran = (await Promise.all([1, 2, 3].map(() => udg('migrate', '--json')))).map(
      (text) => (JSON.parse(text) as { ran: readonly string[] }).ran,
    );
    expect(ran.flat()).toEqual([
      '001_portfolio',
      '002_intervals',
      '003_keys',
      '004_records',
      '005_emission_factors',
      '006_usage',
    ]);
    expect(await udg('migrate')).toBe('The database is up to date.\n');
  });

  it('several processes use it at once', async () => {
    const issued = await Promise.all(
      [1, 2, 3].map(() => udg('keys', 'issue', '--role', 'reader', '--company', 'c'.repeat(24), '--json')),
    );
    expect(new Set(issued).size).toBe(3);
    expect((JSON.parse(await udg('keys', 'list', '--json')) as unknown[]).length).toBe(3);
  });

  it('ends with 1 and a sentence when it cannot be reached', async () => {
    const env = { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    const failed = promisify(execFile)(process.execPath, [UDG, 'migrate'], { env });
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'connect ECONNREFUSED 127.0.0.1:1\n',
    });
  });
});
