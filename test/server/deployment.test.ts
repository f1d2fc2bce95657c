import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { administer, databaseUrl } from '../support/postgres.js';
import { runCommand, type Ran } from '../support/runCommand.js';
import { startUdg, type Udg } from '../support/udg.js';
import { until } from '../support/until.js';

const SERVER = process.env.TEST_DATABASE_URL ?? '';
const hasTools = ['psql', 'pg_dump', 'pg_restore'].every((tool) => spawnSync(tool, ['--version']).status === 0);
const isLeftOut = SERVER === '' || !hasTools;
if (isLeftOut) console.log('Without TEST_DATABASE_URL, psql and pg_dump the tests of the deployment are skipped.');

const COMPANY = '5f0000000000000000000001';
const NAMES = { owner: `o_${randomBytes(4).toString('hex')}`, service: `s_${randomBytes(4).toString('hex')}` };
const DATABASE = `udg_test_${randomBytes(4).toString('hex')}`;
const RESTORED = `${DATABASE}_restored`;

/** Returns the first code block of a language in the section of docs/operations.md with this heading. */
function block(language: string, begin: string): string {
  const section = readFileSync(join(PACKAGE_ROOT, 'docs', 'operations.md'), 'utf8').split('\n## Deployment\n')[1] ?? '';
  return section.split(`\`\`\`${language}\n${begin}`)[1]?.split('```')[0] ?? '';
}

function urlOf(role: string, database: string): string {
  const url = new URL(databaseUrl(SERVER, database));
  [url.username, url.password] = [role, role];
  return url.toString();
}

const asOwner = (database = DATABASE): NodeJS.ProcessEnv => ({ DATABASE_URL: urlOf(NAMES.owner, database) });
const asService = (database = DATABASE): NodeJS.ProcessEnv => ({ DATABASE_URL: urlOf(NAMES.service, database) });

const udg = (env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ran> => runCommand(args, { env });

async function issue(...args: readonly string[]): Promise<string> {
  const { stdout } = await udg(asOwner(), 'keys', 'issue', '--json', '--role', 'reader', ...args);
  return (JSON.parse(stdout) as { key: string }).key;
}

async function accounts(service: Udg, key: string): Promise<{ status: number; total: unknown }> {
  const answer = await fetch(`${await service.url()}/2.0/accounts?limit=1`, { headers: { 'x-api-key': key } });
  return { status: answer.status, total: ((await answer.json()) as { total?: unknown }).total };
}

describe.skipIf(isLeftOut)('the deployment in docs/operations.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'udg-test-'));
  const services: Udg[] = [];
  const serve = (env: NodeJS.ProcessEnv): Udg => {
    const service = startUdg(['serve'], { ...env, LOG_LEVEL: 'silent' });
    services.push(service);
    return service;
  };

  beforeAll(async () => {
    const roles = block('sql', '')
      .replaceAll('udg_owner', NAMES.owner)
      .replaceAll('udg_service', NAMES.service)
      .replace('create database udg ', `create database ${DATABASE} `)
      .replace('\\connect udg', `\\connect ${DATABASE}`);
    execFileSync('psql', ['-v', 'ON_ERROR_STOP=1', '--quiet', '--dbname', SERVER], { input: roles });
    for (const role of Object.values(NAMES)) await administer(SERVER, `alter role ${role} password '${role}'`);
    expect(await udg(asOwner(), 'migrate')).toMatchObject({ status: 0 });
    const imported = await udg(asOwner(), 'import', join(PACKAGE_ROOT, 'seeds', 'examples', 'portfolio'));
    expect(imported).toMatchObject({ status: 0 });
  });

  afterAll(async () => {
    for (const { process: child, ended } of services) {
      child.kill('SIGKILL');
      await ended;
    }
    for (const name of [DATABASE, RESTORED]) await administer(SERVER, `drop database if exists ${name} with (force)`);
    for (const role of Object.values(NAMES)) await administer(SERVER, `drop role if exists ${role}`);
    rmSync(folder, { recursive: true });
  });

  it('serves with a read-only role, while the owner’s role issues keys and imports', async () => {
    const key = await issue('--company', COMPANY);
    expect(await accounts(serve(asService()), key)).toEqual({ status: 200, total: 3 });
    const lacks = (of: string): { readonly status: number; readonly stderr: string } => ({
      status: 1,
      stderr: `The database role lacks a privilege: permission denied for ${of}.\n`,
    });
    expect(await udg(asService(), 'migrate')).toMatchObject({ status: 0 });
    expect(await udg(asService(), 'keys', 'issue', '--role', 'reader', '--company', COMPANY)).toMatchObject(
      lacks('table users'),
    );
    const half = ['import', join(PACKAGE_ROOT, 'seeds', 'examples', 'nem12.csv'), '--company', COMPANY];
    expect(await udg(asService(), ...half)).toMatchObject(lacks('table imports'));
    await administer(SERVER, `create database ${RESTORED}`);
    const refused = lacks('schema public');
    expect(await udg(asService(RESTORED), 'migrate')).toMatchObject({
      ...refused,
      stderr: `Migrations: baseline, 0 %\n${refused.stderr}`,
    });
    await administer(SERVER, `drop database ${RESTORED}`);
  });

  it('restores a backup with its keys, imports and stored usage', async () => {
    const key = await issue('--company', COMPANY);
    const dump = join(folder, 'udg.dump');
    const [, , exclude = ''] = block('sh', 'pg_dump').split(' ');
    expect(exclude).toBe("--exclude-table='udg_import*.*'");
    execFileSync('pg_dump', [
      ...['--format=custom', '--exclude-table=udg_import*.*', `--file=${dump}`],
      urlOf(NAMES.owner, DATABASE),
    ]);
    await administer(SERVER, `create database ${RESTORED} owner ${NAMES.owner}`);
    execFileSync('pg_restore', ['--exit-on-error', `--dbname=${urlOf(NAMES.owner, RESTORED)}`, dump]);
    expect(await udg(asOwner(RESTORED), 'check', '--all')).toMatchObject({ status: 0 });
    expect(await accounts(serve(asService(RESTORED)), key)).toEqual({ status: 200, total: 3 });
    const again = join(PACKAGE_ROOT, 'seeds', 'examples', 'nem12.csv');
    expect(await udg(asOwner(RESTORED), 'import', again, '--company', COMPANY)).toMatchObject({ status: 0 });
  });

  it('replaces a key without downtime: both keys are valid until the old one is revoked', async () => {
    const service = serve(asService());
    const first = await issue('--company', COMPANY);
    const user = first.split(':')[0] ?? '';
    const second = await issue('--user', user);
    expect(await accounts(service, first)).toMatchObject({ status: 200 });
    expect(await accounts(service, second)).toMatchObject({ status: 200, total: 3 });
    const { stdout } = await udg(asOwner(), 'keys', 'list', '--user', user, '--json');
    const [old] = JSON.parse(stdout) as readonly { readonly id: number }[];
    expect(await udg(asOwner(), 'keys', 'revoke', String(old?.id))).toMatchObject({ status: 0 });
    await until(
      'the old one is refused',
      () => accounts(service, first),
      ({ status }) => status === 401,
    );
    expect(await accounts(service, second)).toMatchObject({ status: 200 });
  });
});
