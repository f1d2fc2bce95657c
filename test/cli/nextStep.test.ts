import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueKey, listKeys, revokeKeys } from '../../src/auth/keys.js';
import { demoKey, DEMO_KEY } from '../../src/cli/demoKey.js';
import type { Database } from '../../src/db/database.js';
import { openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { runCommand, type Ran } from '../support/runCommand.js';

const [ACME, OTHER, SAMPLE] = ['c1', 'c2', 'c3'].map((id) => id.padEnd(24, '0'));
const SITES = `_id,companyId,siteName\n${'a'.repeat(24)},${ACME},Hall\n`;
const ISSUE = `npx udg keys issue --role reader --company ${ACME}`;

describe('after an import', () => {
  let folder: string;
  let database: Database;
  const udg = (args: readonly string[], input = SITES): Promise<Ran> =>
    runCommand(args, { database, cwd: folder, input, env: { DATA_DIR: folder } });
  const grantsOf = async (userId: string): Promise<readonly string[]> =>
    (await listKeys(database, userId)).flatMap(({ grants }) => grants.map(({ id }) => id));

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'udg-'));
  });
  beforeEach(async () => {
    database = await openTestDatabase('pglite');
    await importPlain(database, 'companies', [{ _id: ACME, name: 'Acme' }, { _id: OTHER }, { _id: SAMPLE }]);
  });
  afterEach(async () => {
    rmSync(join(folder, DEMO_KEY), { force: true });
    await database.close();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('prints the command that issues a key, once for all files, while no key has access to the company', async () => {
    expect((await udg(['import', 'assets', '-'])).said).toBe(`No key sees Acme yet: ${ISSUE}\n`);
    const expired = await issueKey(database, { role: 'reader', companies: [ACME ?? ''], entities: [] });
    await revokeKeys(database, { userId: expired.userId });
    expect((await udg(['import', 'assets', '-'])).said).toContain(ISSUE);
    writeFileSync(join(folder, 'assets.csv'), `${SITES}${'b'.repeat(24)},${OTHER},Barn\n`);
    expect((await udg(['import', folder])).said).toBe(
      `No key sees Acme and 1 other company yet: ${ISSUE} --company ${OTHER}\n`,
    );
  });

  it('prints nothing if a key has access to the company or its entity, in a dry run, or if nothing was stored', async () => {
    expect((await udg(['import', 'assets', '-', '--dry-run'])).said).toBe('');
    expect((await udg(['import', 'assets', '-'], SITES.replace('a'.repeat(24), 'x'))).said).not.toContain('No key');
    await importPlain(database, 'entities', [{ _id: 'e'.repeat(24), companyId: ACME }]);
    await issueKey(database, { role: 'reader', companies: [], entities: ['e'.repeat(24)] });
    expect((await udg(['import', 'assets', '-'])).said).toBe('');
  });

  it('the JSON summary contains the command, and the address of the dashboard once a key has access to the company', async () => {
    const json = async (): Promise<unknown> => JSON.parse((await udg(['import', 'assets', '-', '--json'])).stdout);
    expect(await json()).toMatchObject({ companiesWithoutKey: [ACME], next: ISSUE });
    await issueKey(database, { role: 'reader', companies: [ACME ?? ''], entities: [] });
    expect(await json()).toMatchObject({ companiesWithoutKey: [], next: 'http://127.0.0.1:4000/dashboard' });
  });

  it('grants the company to the demo key of an embedded database, and to no other key', async () => {
    const narrow = await issueKey(database, { role: 'reader', companies: [SAMPLE ?? ''], entities: [] });
    const key = await demoKey(database, folder, DEMO_KEY, [SAMPLE ?? '']);
    expect(readFileSync(join(folder, DEMO_KEY), 'utf8')).toBe(`${key}\n`);
    const labels = (await listKeys(database, key.split(':')[0])).map(({ label }) => label);
    expect(labels).toEqual(['Sample portfolio']);
    expect((await udg(['import', 'assets', '-'])).said).toBe('');
    expect(await grantsOf(key.split(':')[0] ?? '')).toEqual([ACME, OTHER, SAMPLE]);
    expect(await grantsOf(narrow.userId)).toEqual([SAMPLE]);
  });

  it('does not grant the company to the user of the demo key while that user has another key', async () => {
    const key = await demoKey(database, folder, DEMO_KEY, [SAMPLE ?? '']);
    const userId = key.split(':')[0] ?? '';
    await issueKey(database, { role: 'reader', companies: [], entities: [], userId });
    expect((await udg(['import', 'assets', '-'])).said).toBe(`No key sees Acme yet: ${ISSUE}\n`);
    expect(new Set(await grantsOf(userId))).toEqual(new Set([SAMPLE]));
  });
});
