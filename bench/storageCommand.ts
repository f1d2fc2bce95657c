import { sql } from '../src/db/sql.js';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { table, logLine } from '../src/cli/output.js';
import { PACKAGE_ROOT } from '../src/config/root.js';
import { openPglite } from '../src/db/pglite.js';
import { damagesOf, type Damage } from './damages.js';

const MAIN = join(PACKAGE_ROOT, 'dist', 'udg', 'main.js');
/** After this time a command counts as hung. */
const TIMEOUT_MS = 600_000;

/**
 * Builds `bench storage`, which shows the damages of an embedded database that `udg check` and `udg check --storage`
 * detect.
 */
export function storageCommand(): Command {
  return new Command('storage')
    .description('damage each kind of file of an embedded sample portfolio, and print which checks detect it')
    .option('--folder <folder>', 'a DATA_DIR to copy instead of a new sample portfolio')
    .action(async ({ folder }: { folder?: string }) => {
      const home = mkdtempSync(join(tmpdir(), 'udg-storage-'));
      try {
        const intact = folder ?? join(home, 'whole');
        if (folder === undefined && run(intact, 'seed').status !== 0)
          throw new Error('the sample portfolio was not loaded');
        const damages = damagesOf(join(intact, 'pglite'), await filesOf(intact));
        const rows = [checkDamage(home, intact, null), ...damages.map((damage) => checkDamage(home, intact, damage))];
        for (const line of table(['damage', 'udg check --all', 'udg check --storage', 'message'], rows)) {
          process.stdout.write(`${line}\n`);
        }
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    });
}

/** Returns a function that finds the file of a table or index. */
async function filesOf(home: string): Promise<(relation: string) => string> {
  const database = await openPglite({ folder: join(home, 'pglite') });
  try {
    const rows = await database.rows<{ readonly name: string; readonly file: string }>(
      sql`select relname as name, pg_relation_filepath(oid) as file from pg_class where pg_relation_filepath(oid) is not null`,
    );
    const files = new Map(rows.map(({ name, file }) => [name, file]));
    return (relation) => files.get(relation) ?? relation;
  } finally {
    await database.close();
  }
}

/** @param damage null: no damage, which no check may report */
function checkDamage(home: string, intact: string, damage: Damage | null): readonly string[] {
  const cells = [['--all'], ['--storage']].map((option) => {
    // Each damage gets a separate copy: opening a damaged database may change it.
    const copy = join(home, 'copy');
    rmSync(copy, { recursive: true, force: true });
    cpSync(intact, copy, { recursive: true });
    damage?.harm(join(copy, 'pglite', damage.file));
    const { status, output } = run(copy, 'check', ...option);
    const word = status === 0 ? 'not detected' : status === 1 ? 'seen' : 'ended with another error';
    return { word, output };
  });
  const [all, storage] = cells;
  const name = damage?.name ?? 'none';
  logLine(`${name}: ${all?.word ?? ''}, ${storage?.word ?? ''}`);
  return [name, all?.word ?? '', storage?.word ?? '', (storage?.output ?? '').slice(0, 160)];
}

function run(home: string, ...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: home };
  const ended = spawnSync(process.execPath, [MAIN, ...args], { env, encoding: 'utf8', timeout: TIMEOUT_MS });
  const lines = `${ended.stdout}${ended.stderr}`.split('\n').filter((line) => !/^(Storage|Check): /.test(line));
  return { status: ended.status, output: lines.slice(0, 3).join(' | ') };
}
