import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataDir } from '../support/templates.js';
import { udg } from '../support/udg.js';

/** Overwrites every file of a folder and its sub-folders with garbage. */
function spoil(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) writeFileSync(join(entry.parentPath, entry.name), randomBytes(8_192));
  }
}

describe('a damaged embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'udg-'));
  const whole = join(folder, 'whole');
  beforeAll(() => makeDataDir(whole));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each<readonly [string, (pglite: string) => void]>([
    [
      'a truncated control file',
      (pglite) => {
        truncateSync(join(pglite, 'global', 'pg_control'), 100);
      },
    ],
    [
      'garbage in the files of tables',
      (pglite) => {
        spoil(join(pglite, 'base'));
      },
    ],
    [
      'garbage in the log of changes',
      (pglite) => {
        spoil(join(pglite, 'pg_wal'));
      },
    ],
    [
      'another version',
      (pglite) => {
        writeFileSync(join(pglite, 'PG_VERSION'), 'garbage\n');
      },
    ],
  ])('by %s makes every command exit with 1 and print the folder and the next step', async (damage, harm) => {
    const home = join(folder, damage.replaceAll(' ', '-'));
    cpSync(whole, home, { recursive: true });
    const pglite = join(home, 'pglite');
    harm(pglite);
    const env = { DATABASE_URL: '', DATA_DIR: home };
    const said =
      `The embedded database in ${pglite} cannot be opened: it is damaged, or its disk is full. ` +
      'Restore a backup of the folder, or rename it and start with a new database. PGlite says: ';
    for (const command of [['keys', 'list'], ['serve']]) {
      const { status, stdout, stderr } = await udg(env, ...command);
      expect({ command, status, stdout, lines: stderr.split('\n').length }, stderr).toEqual({
        ...{ command, status: 1, stdout: '', lines: 2 },
      });
      expect(stderr.startsWith(said), stderr).toBe(true);
    }
  });
});
