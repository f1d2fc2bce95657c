import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { restorePoint } from '../support/restorePoint.js';
import { runCommand, type Ran } from '../support/runCommand.js';
import { zip } from '../support/zip.js';
import { flow, MPAN, reading, settlementDate } from '../import/flows.js';

const COMPANY = 'c00000000000000000000001';
const SITE = 'a'.repeat(24);
const FILES = join(import.meta.dirname, '../import/files');
const CREATE = ['--company', COMPANY, '--create-meters', '--site', 'Head office'];
const ROWS = '2024-01-01 00:00,1.5\nM1,2024-01-01 00:30,1.25\nM1,2024-01-01 01:00,2\n';
const USAGE = `MPAN,start,kWh\nM1,${ROWS}`;

interface Summary {
  readonly inserted: number;
  readonly unchanged: number;
  readonly newMeters?: {
    readonly site: { readonly id: string; readonly name: string; readonly isNew: boolean };
    readonly meters: readonly { meter: string; type: string; unit: string; accountId: string }[];
  };
}

describe('udg import --create-meters', () => {
  let folder: string;
  let database: Database;
  let restore: () => Promise<void>;
  const udg = (args: readonly string[], input?: string): Promise<Ran> =>
    runCommand(args, { database, cwd: folder, input });
  const load = async (file: string, ...args: readonly string[]): Promise<Summary> => {
    const { stdout, stderr } = await udg(['import', file, ...CREATE, ...args, '--json']);
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as Summary;
  };
  const write = (name: string, text: string | Uint8Array): void => {
    writeFileSync(join(folder, name), text);
  };
  const stored = async (): Promise<unknown> => ({
    sites: await database.knex('assets').select('site_name', 'time_zone').orderBy('site_name'),
    meters: await database
      .knex('accounts')
      .select('meter_point_number', 'meter_serial_number', 'type', 'meter_units')
      .orderBy(['meter_point_number', 'type']),
  });
  const NOTHING = { sites: [], meters: [] };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'udg-'));
    database = await openTestDatabase('pglite');
    await importPlain(database, 'companies', [{ _id: COMPANY, name: 'Acme' }]);
    restore = await restorePoint(database, 'company');
  });
  beforeEach(async () => {
    await restore();
    write('usage.csv', USAGE);
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('creates the site and the meters of a table, prints them, and creates nothing the second time', async () => {
    const first = await udg(['import', 'usage.csv', ...CREATE, '--timezone', 'Europe/London']);
    expect(first.stderr).toMatch(
      /^Created the site Head office, asset [0-9a-f]{24}\.\nCreated the meter M1: electricity in kWh, account [0-9a-f]{24}, at Head office\.\n/,
    );
    expect(await stored()).toEqual({
      sites: [{ site_name: 'Head office', time_zone: 'Europe/London' }],
      meters: [{ meter_point_number: 'M1', meter_serial_number: null, type: 'electricity', meter_units: 'kWh' }],
    });
    const second = await load('usage.csv', '--timezone', 'Europe/London');
    expect(second).toMatchObject({ inserted: 0, unchanged: 3 });
    expect(second.newMeters).toBeUndefined();
  });

  it('derives the same identifiers in another database, and finds a site by name in any case, or by identifier', async () => {
    const one = await load('usage.csv', '--timezone', 'UTC');
    const other = await openTestDatabase('pglite');
    try {
      await importPlain(other, 'companies', [{ _id: COMPANY, name: 'Acme' }]);
      const again = await runCommand(['import', 'usage.csv', ...CREATE, '--timezone', 'UTC', '--json'], {
        ...{ database: other, cwd: folder },
      });
      expect((JSON.parse(again.stdout) as Summary).newMeters).toEqual(one.newMeters);
    } finally {
      await other.close();
    }
    const site = one.newMeters?.site.id ?? '';
    for (const [meter, name] of [
      ['M2', ' head  OFFICE '],
      ['M3', site],
    ] as const) {
      write('more.csv', USAGE.replaceAll('M1', meter));
      const more = await load('more.csv', '--timezone', 'UTC', '--site', name);
      expect(more.newMeters?.site).toEqual({ id: site, name: 'Head office', isNew: false, near: null });
    }
  });

  it('stores nothing with --preview and --dry-run', async () => {
    const options = [...CREATE, '--timezone', 'UTC'];
    const preview = await udg(['import', 'usage.csv', ...options, '--preview']);
    expect(preview.stdout).toContain('New meters\n  Would create the site Head office, asset ');
    expect(preview.stdout).toContain('Would create the meter M1: electricity in kWh, account ');
    const trial = await udg(['import', 'usage.csv', ...options, '--dry-run']);
    expect(trial.stderr).toContain('Would create the meter M1: electricity in kWh, account ');
    expect(trial.stdout).toContain('3 inserted');
    expect(await stored()).toEqual(NOTHING);
  });

  it('creates nothing if a row is bad, unless --rejects takes the bad rows', async () => {
    write('bad.csv', `${USAGE}M2,2024-01-01 00:00,x\n`);
    const options = [...CREATE, '--timezone', 'UTC', '--map', 'minutes=30'];
    const refused = await udg(['import', 'bad.csv', ...options]);
    expect(refused).toMatchObject({
      status: 1,
      stdout: 'non-cumulative: 1 of 4 rows is bad, so nothing was applied.\n',
    });
    expect(refused.stderr).not.toContain('Created');
    expect(await stored()).toEqual(NOTHING);
    const taken = await udg(['import', 'bad.csv', ...options, '--rejects', 'rejects.ndjson']);
    expect(taken.stderr).toContain('Created the meter M2: electricity in kWh');
    expect(await stored()).toMatchObject({ meters: [{ meter_point_number: 'M1' }, { meter_point_number: 'M2' }] });
  });

  it('takes type and unit from the options if the file does not state them', async () => {
    write('plain.csv', 'Meter No,start,value\n77,2024-01-01 00:00,3\n77,2024-01-01 01:00,4\n');
    const options = ['--timezone', 'UTC'];
    await expect(load('plain.csv', ...options)).rejects.toThrow(
      'does not state the type of the new meter "77", which may be electricity, gas, water, waste, solar, heating, flow, cooling, temperature: give the type with --type',
    );
    await expect(load('plain.csv', ...options, '--type', 'water')).rejects.toThrow(
      'does not state the unit of the new meter "77": give the unit with --unit',
    );
    await expect(load('plain.csv', ...options, '--unit', 'm3')).rejects.toThrow(
      'which may be gas, water, flow: give the type with --type, for example --type gas',
    );
    await expect(load('plain.csv', ...options, '--type', 'waste', '--unit', 'm3')).rejects.toThrow(
      '--type is waste, but the file has another type of data for the meter',
    );
    const { newMeters } = await load('plain.csv', ...options, '--type', 'water', '--unit', 'm3');
    expect(newMeters?.meters).toMatchObject([{ meter: '77', type: 'water', unit: 'm3' }]);
  });

  it('takes the type from a column of MPRNs, and the unit from its rows', async () => {
    write('gas.csv', 'MPRN,Serial,start,value,unit\nG1,S1,2024-01-01 00:00,3,m3\nG1,S1,2024-01-01 01:00,4,m3\n');
    expect((await load('gas.csv', '--timezone', 'UTC')).newMeters?.meters).toMatchObject([
      { meter: 'G1 (serial S1)', type: 'gas', unit: 'm3' },
    ]);
  });

  it('creates one account for all channels, registers or exchanged meters of a meter point', async () => {
    const example = readFileSync(join(FILES, 'nem/Example_NEM12_actual_interval.csv'), 'utf8');
    write(
      'nem12.csv',
      example.replaceAll(',METSER123,', (_, at: number) => (at < 200 ? ',METSER123,' : ',OTHER,')),
    );
    const { newMeters } = await load('nem12.csv');
    expect(newMeters?.meters).toMatchObject([{ type: 'electricity', unit: 'kWh' }]);
    write('two.csv', 'MPAN,Serial,start,kWh\nP,A,2024-01-01 00:00,1\nP,A,2024-01-01 00:30,1\nP,B,2024-01-01 01:00,1\n');
    const two = await load('two.csv', '--timezone', 'UTC', '--map', 'minutes=30');
    expect(two).toMatchObject({ inserted: 3, newMeters: { meters: [{ meter: 'P' }] } });
  });

  const half = Array.from({ length: 48 }, () => 'A|1');
  it.each([
    ['D0036', flow('D0036001', settlementDate(MPAN, '20240115', half)), 'electricity', 'kWh'],
    ['D0010 with --unit', flow('D0010002', [...reading({}), ...reading({ register: 'N' })]), 'electricity', 'kWh'],
    ['NEM13', 'nem/Example_NEM13_consumption_data.csv', 'electricity', 'kWh'],
    ['Green Button', 'espi/Coastal_Single_Family_sample_greenbutton_data.xml', 'electricity', 'wh'],
  ])('infers the type and unit of %s from the format', async (name, given, type, unit) => {
    const file = 'known';
    write(file, given.includes('\n') ? given : readFileSync(join(FILES, given)));
    const options = name.startsWith('D0010') ? ['--unit', 'kWh'] : [];
    const { newMeters, inserted } = await load(file, ...options);
    expect(newMeters?.meters).toMatchObject([{ type, unit }]);
    expect(inserted).toBeGreaterThan(1);
    expect((await load(file, ...options)).newMeters).toBeUndefined();
  });

  it('creates the meters of meter files in an archive, and imports the other files as usual', async () => {
    write('all.zip', zip({ 'entities.csv': `_id,companyId\n${'e'.repeat(24)},${COMPANY}\n`, 'usage.csv': USAGE }));
    const { stdout } = await udg(['import', 'all.zip', ...CREATE, '--timezone', 'UTC', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([{ resource: 'entities' }, { newMeters: { meters: [{ meter: 'M1' }] } }]);
  });

  it('lists stored sites whose name is similar to the name of a new site', async () => {
    await importPlain(database, 'assets', [{ _id: SITE, companyId: COMPANY, siteName: 'Head office' }]);
    const { stderr } = await udg(['import', 'usage.csv', ...CREATE, '--timezone', 'UTC', '--site', 'Head ofice']);
    expect(stderr).toMatch(
      new RegExp(
        `^Created the site Head ofice, asset \\w+\\. Sites with a similar name: ${SITE} \\(Head office\\)\\.$`,
        'm',
      ),
    );
  });

  it('gives new meters the entity of their site', async () => {
    const entity = 'e'.repeat(24);
    await importPlain(database, 'assets', [
      { _id: SITE, companyId: COMPANY, entityId: entity, siteName: 'Head office' },
    ]);
    await load('usage.csv', '--timezone', 'UTC');
    expect(await database.knex('accounts').select('entity_id', 'asset_id')).toEqual([
      { entity_id: entity, asset_id: SITE },
    ]);
  });

  it('suggests --create-meters for meters without an account', async () => {
    const { stderr } = await udg(['import', 'usage.csv', '--company', COMPANY, '--timezone', 'UTC']);
    expect(stderr).toBe(
      'No account has the meter M1: 3 rows\nTo create an account for this meter, add --create-meters --site "<name of the site>".\n',
    );
    const { stdout } = await udg(['import', 'usage.csv', '--company', COMPANY, '--timezone', 'UTC', '--preview']);
    expect(stdout).toContain('add --create-meters --site');
  });

  it.each([
    [['--create-meters', '--site', 'x'], '--create-meters needs --company: give the company of the new meters.'],
    [['--create-meters', '--company', COMPANY], '--create-meters needs --site: give the site of the new meters'],
    [['--site', 'x'], '--site describes new meters: use it together with --create-meters.'],
    [['--type', 'gas'], '--type describes new meters: use it together with --create-meters.'],
    [[...CREATE, '--account', COMPANY], '--account names an existing account, so --create-meters does not apply.'],
    [[...CREATE, '--type', 'steam'], "argument 'steam' is invalid"],
    [[...CREATE, '--site', ' '], 'must be a text of 1 to 200 characters'],
  ])('exits with 2 for the arguments %j', async (args, message) => {
    const { status, stderr } = await udg(['import', 'usage.csv', ...args]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('explains why --create-meters does not apply to a file', async () => {
    const failed = async (file: string, ...args: readonly string[]): Promise<string> =>
      (await udg(['import', file, ...CREATE, '--timezone', 'UTC', ...args])).stderr;
    write('none.csv', 'start,kWh\n2024-01-01 00:00,1\n');
    expect(await failed('none.csv')).toContain(
      'none.csv: the file does not name a meter, so --create-meters has nothing to create',
    );
    write('sites.csv', `_id,companyId,siteName\n${'a'.repeat(24)},${COMPANY},Hall\n`);
    expect((await udg(['import', 'assets', 'sites.csv', ...CREATE])).stderr).toContain(
      'the rows are not meter data, so --create-meters does not apply',
    );
    expect((await udg(['import', '-', ...CREATE, '--timezone', 'UTC'], USAGE)).stderr).toContain(
      '--create-meters reads the input twice, but this input can be read only once: save it as a file first',
    );
    expect(await failed('usage.csv', '--site', 'f'.repeat(24))).toContain(`has no site "${'f'.repeat(24)}"`);
    expect(await failed('usage.csv', '--company', 'd'.repeat(24))).toContain('does not exist');
    const twins = ['a', 'b'].map((id) => `${id.repeat(24)},${COMPANY},Head office\n`).join('');
    await udg(['import', 'assets', '-'], `_id,companyId,siteName\n${twins}`);
    expect(await failed('usage.csv')).toContain('the asset "Head office" is one of 2 assets: give the identifier, ');
    const many = Array.from({ length: 1_001 }, (_, n) => `M${n},2024-01-01 00:00,1\nM${n},2024-01-01 00:30,1\n`).join(
      '',
    );
    write('many.csv', `MPAN,start,kWh\n${many}`);
    expect(await failed('many.csv', '--site', 'Other')).toContain(
      'has more than 1,000 meters without an account, but --create-meters creates at most 1,000',
    );
  });
});
