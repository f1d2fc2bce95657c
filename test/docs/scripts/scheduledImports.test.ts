import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPglite } from '../../../src/db/pglite.js';
import { issueKey } from '../../../src/auth/keys.js';
import { importPlain } from '../../support/importPlain.js';
import { makeDataDir } from '../../support/templates.js';
import { MAIN, UDG } from '../../support/udg.js';
import { areShown, commandsShown } from '../console.js';
import { documentAt } from '../documents.js';

const PAGE = 'docs/scheduled-imports.md';
const COMPANY = '5f0000000000000000000001';
/** Some systems have no flock. */
const canLock = spawnSync('flock', ['--version']).status === 0;

describe('the script of docs/scheduled-imports.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'udg-test-'));
  const text = documentAt(PAGE).text;
  const [, script = ''] = /^```sh\n(#!\/bin\/sh\n.*?)^```$/ms.exec(text) ?? [];
  const shown = commandsShown().filter(({ path }) => path === PAGE);
  const env = {
    ...process.env,
    DATABASE_URL: '',
    DATA_DIR: join(folder, 'data'),
    UDG: [process.execPath, ...UDG].join(' '),
  };
  const sh = (command: string): { status: number | null; printed: string } => {
    const { status, stdout } = spawnSync('sh', ['-c', `{ ${command}; } 2>&1`], { cwd: folder, encoding: 'utf8', env });
    return { status, printed: stdout };
  };
  const put = (name: string, content: string): void => {
    writeFileSync(join(folder, 'incoming', name), content);
  };
  const named = (sub: string): readonly string[] =>
    readdirSync(join(folder, sub)).map((name) => name.replace(/^\d{8}T\d{6}Z-/, ''));
  const run = (): ReturnType<typeof sh> => sh(`sh import-incoming.sh . ${COMPANY}`);

  beforeAll(async () => {
    await makeDataDir(join(folder, 'data'));
    const database = await openPglite({ folder: join(folder, 'data', 'pglite') });
    await importPlain(database, 'companies', [{ _id: COMPANY, name: 'Acme' }]);
    const meter = { type: 'electricity', meterUnits: 'kwh', meterPointNumber: '1012345678905' };
    await importPlain(database, 'accounts', [{ _id: 'b'.repeat(24), companyId: COMPANY, ...meter }]);
    await issueKey(database, { role: 'reader', companies: [COMPANY], entities: [] });
    await database.close();
    writeFileSync(join(folder, 'import-incoming.sh'), script);
    chmodSync(join(folder, 'import-incoming.sh'), 0o755);
    mkdirSync(join(folder, 'incoming'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('prints the documented output for a file with a bad row, and moves the file and its rejected row', () => {
    const file = shown.find(({ command }) => command === 'cat usage.csv');
    put('usage.csv', `${(file?.lines ?? []).join('\n')}\n`);
    for (const { command, lines } of shown.filter(({ command: one }) => one !== 'cat usage.csv')) {
      const printed = sh(command).printed.trimEnd().split('\n');
      expect(areShown(printed, lines), printed.join('\n')).toBe(true);
    }
    expect([named('incoming'), named('failed')]).toEqual([[], []]);
    expect(named('done').toSorted()).toEqual(['usage.csv', 'usage.csv.json']);
    const [rejected = ''] = readdirSync(join(folder, 'rejected'));
    expect(readFileSync(join(folder, 'rejected', rejected), 'utf8')).toContain('oops');
  });

  it('changes nothing for rows that are already stored, ignores half-written files, and moves rejected files to "failed"', () => {
    const rows = 'MPAN,start,kWh\n1012345678905,2024-03-01 00:00,1.5\n1012345678905,2024-03-01 00:30,1.25\n';
    rmSync(join(folder, 'done'), { recursive: true });
    put('again.csv', rows);
    put('half.csv.part', rows);
    put('two words.csv', rows);
    expect(run().status).toBe(0);
    expect(named('incoming').toSorted()).toEqual(['half.csv.part', 'two words.csv']);
    const [json = ''] = readdirSync(join(folder, 'done')).filter((name) => name.endsWith('.json'));
    const summary: unknown = JSON.parse(readFileSync(join(folder, 'done', json), 'utf8'));
    expect(summary).toMatchObject({
      inserted: 0,
      updated: 0,
      unchanged: 2,
      recomputedDays: 0,
      companiesWithoutKey: [],
    });
    put('odd.csv', 'a,b\n1,2\n');
    expect(run().status).toBe(1);
    expect(named('failed')).toEqual(['odd.csv']);
    expect(run().status).toBe(0);
    expect(existsSync(join(folder, 'incoming', 'half.csv.part'))).toBe(true);
  });

  it.each([
    ...(canLock ? [['cron', /^UDG=(.+)\n(?:.*\n)?\*\/15 \* \* \* \* (.+)$/m] as const] : []),
    ['systemd', /^Environment="UDG=(.+)"\n(?:.*\n)?ExecStart=(.+)$/m] as const,
  ])('imports when %s runs the documented command with only the documented environment', (_, pattern) => {
    const [, udg = '', command = ''] = pattern.exec(text) ?? [];
    const name = 'timer.csv';
    put(name, 'MPAN,start,kWh\n1012345678905,2024-03-01 00:00,1.5\n1012345678905,2024-03-01 00:30,1.25\n');
    const { status, stderr } = spawnSync('sh', ['-c', command.replaceAll('/srv/meters', folder)], {
      cwd: '/',
      encoding: 'utf8',
      env: {
        PATH: '/usr/bin:/bin',
        UDG: udg.replace('/usr/bin/node', process.execPath).replace('/opt/utility-data-gateway/dist/udg/main.js', MAIN),
        DATA_DIR: env.DATA_DIR,
      },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(existsSync(join(folder, 'incoming', name))).toBe(false);
    expect(named('done')).toContain(name);
  });
});
