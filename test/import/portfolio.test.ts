import fc from 'fast-check';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { csvLine } from '../../src/values/csv.js';
import { openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { timesOf } from '../support/repeated.js';
import { restorePoint } from '../support/restorePoint.js';
import { runCommand, type Ran } from '../support/runCommand.js';
import { row, workbook } from '../support/workbook.js';

const HEADER = 'Company,Entity,Site,Address,Post code,Country,Floor area (m²),Type,MPAN,Serial number,Unit,Tags';
const SHEET = `${HEADER}
Acme Ltd,Acme Retail,Head office,1 High Street,CB2 1TN,United Kingdom,4250,Electricity,1012345678905,E12Z34567,kWh,"main,office"
Acme Ltd,Acme Retail,Head office,,,,,Gas,7612345678,G4A00017,m3,
Acme Ltd,Acme Retail,Warehouse,Dock Road,LS1 4AP,gb,12000,electric,1200000000001,E77,kWh,
`;
const UNCHANGED = [
  ['companies', 0, 0],
  ['entities', 0, 0],
  ['assets', 0, 0],
  ['accounts', 0, 0],
];

describe('a portfolio sheet', () => {
  let base: string;
  let folder: string;
  let database: Database;
  let empty: () => Promise<void>;
  beforeAll(() => {
    base = mkdtempSync(join(tmpdir(), 'udg-'));
  });
  beforeAll(async () => {
    database = await openTestDatabase('pglite');
    empty = await restorePoint(database, 'empty');
  });
  beforeEach(async () => {
    folder = mkdtempSync(join(base, 'test-'));
    await empty();
  });
  afterAll(async () => {
    await database.close();
    rmSync(base, { recursive: true, force: true });
  });

  const udg = (...args: readonly string[]): Promise<Ran> => runCommand(args, { database, cwd: folder });
  const sheet = (content: string | Uint8Array, ...args: readonly string[]): Promise<Ran> => {
    writeFileSync(join(folder, 'portfolio.csv'), content);
    return udg('import', 'portfolio.csv', ...args);
  };
  /** Resource, inserted and updated, of an import that must succeed. */
  const changes = async (content: string | Uint8Array, ...args: readonly string[]): Promise<unknown> => {
    const { status, stdout, stderr } = await sheet(content, ...args, '--json');
    expect({ status, stderr: stderr.replace(/^Note: .*\n/gm, '') }).toEqual({ status: 0, stderr: '' });
    const done = JSON.parse(stdout) as readonly Record<string, unknown>[];
    return done.slice(1).map(({ resource, inserted, updated }) => [resource, inserted, updated]);
  };
  /** The problems of a sheet that must change nothing. */
  const problems = async (content: string, ...args: readonly string[]): Promise<string> => {
    const before = await stored();
    const { status, stderr } = await sheet(content, ...args);
    expect(status).toBe(1);
    expect(await stored()).toEqual(before);
    return stderr;
  };
  const stored = async (): Promise<readonly (readonly Record<string, unknown>[])[]> => {
    const all: (readonly Record<string, unknown>[])[] = [];
    for (const table of ['companies', 'entities', 'assets', 'accounts']) {
      const rows: readonly Record<string, unknown>[] = await database.knex(table).orderBy('_id');
      const changing = ['created_at', 'updated_at', 'account_key'];
      all.push(rows.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => !changing.includes(name)))));
    }
    return all;
  };
  const names = (table: string, column: string): Promise<unknown> => database.knex(table).orderBy(column).pluck(column);

  it('creates companies, entities, sites and meters, and prints the number of each', async () => {
    const { status, stdout, stderr } = await sheet(SHEET);
    expect({ status, stderr, stdout: stdout.replace(/ in \d+\.\d s:/g, ':') }).toEqual({
      status: 0,
      stderr: '',
      stdout: `portfolio.csv: 3 rows with 1 company, 1 entity, 2 sites, 3 meters.
companies: 1 row read: 1 inserted, 0 updated, 0 unchanged.
entities: 1 row read: 1 inserted, 0 updated, 0 unchanged.
assets: 2 rows read: 2 inserted, 0 updated, 0 unchanged.
accounts: 3 rows read: 3 inserted, 0 updated, 0 unchanged.
`,
    });
    const [, , assets = [], accounts = []] = await stored();
    expect(assets).toHaveLength(2);
    expect(assets).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ site_name: 'Warehouse', floor_area: 12000, floor_area_unit: 'metric' }),
        expect.objectContaining({
          ...{ site_name: 'Head office', address_street_address: '1 High Street', address_country_code: 'gb' },
          ...{ floor_area: 4250, floor_area_unit: 'metric' },
        }),
      ]),
    );
    expect(accounts.map((one) => [one.type, one.meter_point_number, one.meter_units, one.tags])).toEqual(
      expect.arrayContaining([
        ['electricity', '1012345678905', 'kWh', ['main', 'office']],
        ['gas', '7612345678', 'm3', []],
        ['electricity', '1200000000001', 'kWh', []],
      ]),
    );
  });

  it('has one journal entry for each resource, with its own times', async () => {
    const before: readonly { readonly last: number }[] = await database.knex('imports').max({ last: 'import_id' });
    await changes(SHEET);
    const entries: readonly { resource: string; state: string; started: number; finished: number }[] = await database
      .knex('imports')
      .where('import_id', '>', before[0]?.last ?? 0)
      .orderBy('import_id')
      .select('resource', 'state')
      .select(database.knex.raw('extract(epoch from started_at)::float8 as started'))
      .select(database.knex.raw('extract(epoch from finished_at)::float8 as finished'));
    expect(entries.map(({ resource, state }) => [resource, state])).toEqual(
      ['companies', 'entities', 'assets', 'accounts'].map((resource) => [resource, 'done']),
    );
    const times = entries.flatMap(({ started, finished }) => [started, finished]);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times.at(-1)).toBeGreaterThan(times[0] ?? Infinity);
  });

  it('matches existing records by name or number, whatever their identifiers', async () => {
    const [company, site, meter] = ['c1', 'a1', 'b1'].map((id) => id.padEnd(24, '0'));
    await importPlain(database, 'companies', [{ _id: company, name: 'ACME  ltd' }]);
    await importPlain(database, 'assets', [{ _id: site, companyId: company, siteName: 'Warehouse' }]);
    await importPlain(database, 'accounts', [
      { _id: meter, companyId: company, assetId: site, type: 'electricity', meterPointNumber: '12 0000 0000 001' },
    ]);
    expect(await changes(SHEET)).toEqual([
      ['companies', 0, 1],
      ['entities', 1, 0],
      ['assets', 1, 1],
      ['accounts', 2, 1],
    ]);
    expect(await names('companies', '_id')).toEqual([company]);
  });

  it('looks for short serial numbers only within the site', async () => {
    const submeters =
      'Company,Site,Type,Serial number,Unit\nAcme,North,gas,1,m3\nAcme,North,gas,2,m3\nAcme,South,gas,1,m3\n';
    expect(await changes(submeters)).toContainEqual(['accounts', 3, 0]);
    expect(await changes(submeters)).toContainEqual(['accounts', 0, 0]);
    expect(await problems(submeters.replace('gas,2,m3', 'gas,1,kWh'))).toMatch(
      /:2: Serial number: is "1", but line 3 has other values for the same meter/,
    );
  });

  it('creates a new meter for a corrected meter point, and prints a note about the stored meter', async () => {
    const own = 'Company,Site,Type,MPAN,Meter name\nAcme,Hall,electricity,1012345678905,Main\n';
    await changes(own);
    const [one]: readonly { readonly _id: string }[] = await database.knex('accounts').select('_id');
    const id = one?._id ?? '';
    const { stderr } = await sheet(own.replace('8905', '8906'), '--dry-run');
    expect(stderr).toBe(
      `Note: New meters have the name or serial number of a stored meter, but another meter number: ${id} (line 2). To update a stored meter instead, give its identifier in a column "Account id".\n`,
    );
    const both = `${own}Acme,Hall,electricity,1012345678906,Main\n`;
    expect((await sheet(both, '--dry-run')).stderr).toBe('');
  });

  it('uses --company if it has no company column, and creates the company', async () => {
    const own = 'Site,Type,MPAN\nHall,electricity,1012345678905\n';
    expect(await problems(own)).toBe(
      'portfolio.csv:2: Company: is required: fill this column, or give the company with --company\n',
    );
    expect(await changes(own, '--company', 'Acme Ltd')).toEqual([
      ['companies', 1, 0],
      ['assets', 1, 0],
      ['accounts', 1, 0],
    ]);
    expect(await names('companies', 'name')).toEqual(['Acme Ltd']);
    expect(await changes(own, '--company', 'ACME ltd')).toEqual([
      ['companies', 0, 0],
      ['assets', 0, 0],
      ['accounts', 0, 0],
    ]);
    expect(await problems('Company,Site,Type,MPAN\nFoo,Hall,gas,76123\n', '--company', 'Acme Ltd')).toBe(
      'portfolio.csv:2: Company: is "Foo", but --company is "Acme Ltd"\n',
    );
    expect(await problems(own, '--company', 'f'.repeat(24))).toBe(
      `portfolio.csv:2: Company: is required, because the company ${'f'.repeat(24)} does not exist yet\n`,
    );
  });

  it('stores the identifiers in its columns', async () => {
    const ids = ['c7', 'e7', 'a7', 'b7'].map((id) => id.padEnd(24, '0'));
    const given = `Company,Company id,Entity,Entity id,Site,Site id,Type,Serial number,Account id\nAcme,${ids[0]},Retail,${ids[1]},Hall,${ids[2]},water,W1,${ids[3]}\n`;
    await changes(given);
    expect((await stored()).map((rows) => rows.map(({ _id }) => _id))).toEqual(ids.map((id) => [id]));
    expect(await changes(given.replace('Hall', 'Barn'))).toEqual([
      ['companies', 0, 0],
      ['entities', 0, 0],
      ['assets', 0, 1],
      ['accounts', 0, 0],
    ]);
  });

  it('creates a site without meters for a row without a meter', async () => {
    expect(await changes('Company,Site,Type,MPAN,Town\nAcme,Hall,,,Leeds\n')).toEqual([
      ['companies', 1, 0],
      ['assets', 1, 0],
    ]);
  });

  it.each([
    ['an unknown type', 'Electricity', 'elektro', /:2: Type: must be one of electricity, gas, .*got "elektro"/],
    [
      'an unknown country',
      'United Kingdom',
      'Untied Kingdom',
      /:2: Country: must be a country of two letters \(ISO 3166\) such as gb.*got "Untied Kingdom" \(did you mean gb\?\)/,
    ],
    [
      'a unit that does not fit the type',
      'E77,kWh',
      'E77,m3',
      /:4: Unit: is "m3", which is not a unit of electricity; allowed are kwh, wh/,
    ],
    [
      'an area that is no number',
      '12000',
      'big',
      /:4: Floor area \(m²\): must be a finite number such as 12.5, got "big"/,
    ],
    ['a negative area', '12000', '-5', /:4: Floor area \(m²\): must not be negative, got "-5"/],
    [
      'a number that a spreadsheet shortened',
      '1012345678905',
      '1.01235E+12',
      /:2: MPAN: has lost digits in a spreadsheet, got "1.01235E\+12": format the column as text/,
    ],
    ['an error of a formula', '1012345678905', '#REF!', /:2: MPAN: is "#REF!", a formula error: correct the formula/],
    [
      'a placeholder for a number',
      '1012345678905',
      'tbc',
      /:2: MPAN: is "tbc", which is not a number: leave the cell empty/,
    ],
    ['a German error of a formula', 'Warehouse', '#NV', /:4: Site: is "#NV", a formula error/],
    ['no site', 'Warehouse', '', /:4: Site: is required/],
    ['no type', 'electric,', ',', /:4: Type: is required for a meter/],
    ['no meter number', '1200000000001,E77', ',', /:4: MPAN or Serial number: is required: fill the name of the meter/],
    ['too few cells', 'E77,kWh,', 'E77', /:4: has 10 columns, the header 12/],
    [
      'two floor areas of one site',
      'Head office,,,,,',
      'Head office,,,,99,',
      /:2: Floor area \(m²\): is 4250, but line 3 has 99 for the same site\n.*:3: Floor area \(m²\): is 99, but line 2 has 4250 for the same site\n/,
    ],
    [
      'two entities of one site',
      'Acme Ltd,Acme Retail,Head office,,',
      'Acme Ltd,Acme Food,Head office,,',
      /:2: Entity: is "\w+", but line 3 has "\w+" for the same site/,
    ],
    [
      'two rows of one meter',
      '1200000000001,E77',
      '1012345678905,E12Z34567',
      /:2: MPAN: is "1012345678905", but line 4 has other values for the same meter/,
    ],
  ])('with %s has a bad row, and nothing is applied', async (_, from, to, message) => {
    expect(SHEET).toContain(from);
    expect(await problems(SHEET.replace(from, to))).toMatch(message);
  });

  it('has a bad row if one floor area has two units', async () => {
    const own =
      'Company,Site,Floor area (sq ft),Floor area unit,Type,MPAN\nAcme,HQ,4250,m2,electricity,1012345678905\n';
    expect(await problems(own)).toMatch(/:2: Floor area unit: is "m2", but another column of the row has "imperial"\n/);
  });

  const ADDITIONAL: readonly (readonly [string, RegExp])[] = [
    [
      'Notes',
      /the header has an unknown column: "Notes"; rename \(udg template shows the names\), or ignore with --ignore "Notes"/,
    ],
    ['Flor area', /"Flor area" \(did you mean "Floor area"\?\)/],
    [
      'Building',
      /the header has two columns for Site, "Site" and "Building": rename one \(udg template shows the names\), or ignore it with --ignore "Building"/,
    ],
    ['Name', /an unknown column: "Name" \(did you mean "Site" or "Meter name"\?\)/],
  ];
  const wider = (labels: readonly string[]): string =>
    SHEET.trim()
      .split('\n')
      .map((line, index) => `${[line, ...labels.map((label) => (index === 0 ? label : 'x'))].join(',')}\n`)
      .join('');

  it.each(ADDITIONAL)('with an additional column %s is rejected', async (label, message) => {
    expect(await problems(wider([label]))).toMatch(message);
  });

  it('is imported if --ignore names each additional column', async () => {
    const labels = ADDITIONAL.map(([label]) => label);
    const options = labels.flatMap((label) => ['--ignore', label]);
    expect(await changes(wider(labels), ...options)).toHaveLength(4);
    for (const [index, [label, message]] of ADDITIONAL.entries()) {
      const others = options.toSpliced(2 * index, 2);
      expect(await problems(wider(labels), ...others), label).toMatch(message);
    }
  });

  it.each([
    [['--account', 'x'], /the file is a portfolio sheet, so --account does not apply/],
    [['--unit', 'kwh'], /so --unit does not apply/],
    [['--timezone', 'Europe/London'], /so --timezone does not apply/],
  ])('is rejected with the options %j', async (args, message) => {
    expect(await problems(SHEET, ...args)).toMatch(message);
  });

  it('is rejected if the command names a resource', async () => {
    writeFileSync(join(folder, 'sites.csv'), SHEET);
    expect((await udg('import', 'assets', 'sites.csv')).stderr).toBe(
      'sites.csv: the file is a portfolio sheet, which holds companies, entities, assets and accounts: omit assets from the command.\n',
    );
  });

  it('is rejected with more than 20,000 rows', async () => {
    const rows = Array.from({ length: 20_001 }, (_, n) => `Acme,Hall,water,,W${n}\n`);
    expect(await problems(`Company,Site,Type,MPAN,Serial number\n${rows.join('')}`)).toBe(
      'portfolio.csv: the sheet has more than 20,000 rows: split it, for example by company.\n',
    );
  });

  it('from udg template has example rows, which the import skips, and can be imported once filled', async () => {
    expect(await udg('template')).toMatchObject({
      status: 0,
      stderr: '',
      stdout:
        'Wrote portfolio.xlsx. Replace the example rows, one row for each meter, and import it: udg import portfolio.xlsx\n',
    });
    const empty = await stored();
    expect(await udg('import', 'portfolio.xlsx')).toMatchObject({
      status: 1,
      stderr: 'Skipped: example row of the template: 3 rows\n',
      stdout: 'portfolio.xlsx: all of 3 rows are example rows of the template, so nothing was imported.\n',
    });
    expect(await stored()).toEqual(empty);
    expect(await udg('template')).toMatchObject({
      ...{ status: 1, stdout: '' },
      stderr: 'portfolio.xlsx exists; --force overwrites it.\n',
    });
    expect(await udg('template', '--force')).toMatchObject({ status: 0 });
    expect(await udg('template', '--csv', 'own.xlsx')).toMatchObject({
      status: 2,
      stderr:
        '--csv writes CSV, but "own.xlsx" is the name of a workbook: omit --csv, or give a name that ends with .csv.\n',
    });
    await udg('template', 'own.csv');
    const filled = readFileSync(join(folder, 'own.csv'), 'utf8').replaceAll('(example) ', '');
    expect(await changes(filled)).toEqual([
      ['companies', 1, 0],
      ['entities', 2, 0],
      ['assets', 2, 0],
      ['accounts', 3, 0],
    ]);
    expect((await stored())[0]).toMatchObject([{ name: 'Acme Ltd', currency: 'gbp' }]);
  });

  it.each([
    [['own.txt'], 2, /its name must end with \.xlsx, got "own\.txt"/],
    [['none/own.xlsx'], 1, /none\/own\.xlsx cannot be written: no such file or directory\./],
  ])('udg template rejects the arguments %j', async (args, status, message) => {
    const ran = await udg('template', ...args);
    expect(ran).toMatchObject({ status, stdout: '' });
    expect(ran.stderr).toMatch(message);
  });

  it('changes nothing with --dry-run and --preview', async () => {
    const empty = await stored();
    expect((await sheet(SHEET, '--dry-run')).stdout).toContain('accounts: 3 rows read');
    expect(await stored()).toEqual(empty);
    const { status, stdout } = await udg('import', 'portfolio.csv', '--preview');
    expect(status).toBe(0);
    expect(stdout).toContain('portfolio.csv: 3 rows with 1 company, 1 entity, 2 sites, 3 meters.');
    expect(stdout).toContain('Of 3 rows: 3 new.');
    expect(stdout).toContain('  udg import portfolio.csv\n');
    expect(await stored()).toEqual(empty);
  });

  describe('after an import', () => {
    let restore: () => Promise<void>;
    beforeAll(async () => {
      folder = base;
      await empty();
      await changes(SHEET);
      restore = await restorePoint(database, 'sheet');
    });
    beforeEach(() => restore());

    it('changes nothing the second time, also with columns and rows in another order, translated titles, or as a workbook', async () => {
      expect(await changes(SHEET)).toEqual(UNCHANGED);
      const cells = SHEET.trim()
        .split('\n')
        .map((line) => line.replace('"main,office"', 'main;office').split(','))
        .map((line) => line.map((cell) => cell.replace('main;office', 'main,office')));
      const [header = [], ...rows] = cells;
      const order = [9, 3, 0, 11, 7, 1, 8, 2, 4, 5, 6, 10];
      const german = ['Firma', 'Gesellschaft', 'Standort', 'Straße', 'PLZ', 'Land', 'Fläche (m²)', 'Sparte'];
      const others = [...german, 'Zählpunkt', 'Zählernummer', 'Einheit', 'Schlagwörter'];
      expect(header).toHaveLength(others.length);
      const permuted = [others, ...rows.toReversed()].map((line) => order.map((place) => line[place] ?? ''));
      expect(await changes(permuted.map(csvLine).join(''))).toEqual(UNCHANGED);
      const xlsx = workbook({
        sheets: {
          Meters: cells
            .map((line, index) =>
              row(
                index + 1,
                line.map((cell) => cell || null),
              ),
            )
            .join(''),
        },
      });
      expect(await changes(xlsx)).toEqual(UNCHANGED);
    });

    it('updates changed records; a missing column leaves fields unchanged, and an empty cell clears them', async () => {
      expect(await changes(SHEET.replace('4250', '4300').replace('E77', 'E78-new'))).toEqual([
        ['companies', 0, 0],
        ['entities', 0, 0],
        ['assets', 0, 1],
        ['accounts', 0, 1],
      ]);
      const few = 'Company,Site,Type,MPAN\nAcme Ltd,Head office,electricity,1012345678905\n';
      expect(await changes(few)).toEqual([
        ['companies', 0, 0],
        ['assets', 0, 0],
        ['accounts', 0, 0],
      ]);
      await changes(SHEET.replace(',4300,', ',,').replace(',4250,', ',,').replace('"main,office"', ''));
      const [, , assets = [], accounts = []] = await stored();
      expect(assets.find((one) => one.site_name === 'Head office')).toMatchObject({ floor_area: null });
      expect(accounts.map(({ tags }) => tags)).toEqual([[], [], []]);
    });

    it('finds a renamed site or meter by its meter numbers, and a new serial number by its meter point', async () => {
      const renamed = SHEET.replaceAll('Head office', 'HQ').replace('G4A00017', 'G4A00099');
      const { stderr } = await sheet(renamed);
      expect(stderr).toBe(
        'Note: The import renames the site "Head office" to "HQ", because its meters are the same.\n',
      );
      expect(await names('assets', 'site_name')).toEqual(['HQ', 'Warehouse']);
      expect(await names('accounts', 'meter_serial_number')).toEqual(['E12Z34567', 'E77', 'G4A00099']);
    });

    it('does not rename a site from which one meter moves to a new site', async () => {
      await changes('Company,Site,Type,MPAN\nAcme Ltd,Annex,gas,7612345678\n');
      expect(await names('assets', 'site_name')).toEqual(['Annex', 'Head office', 'Warehouse']);
    });

    it('prints a note if the name of a new company is similar to that of a stored one', async () => {
      const [one]: readonly { readonly _id: string }[] = await database.knex('companies').select('_id');
      const id = one?._id ?? '';
      const own = 'Site,Type,MPAN\nHall,electricity,1012345678905\n';
      for (const [text, ...options] of [
        [SHEET.replaceAll('Acme Ltd', 'Acme Lttd')],
        [own, '--company', 'Acme Lttd'],
      ] as const) {
        expect((await sheet(text, ...options, '--dry-run')).stderr).toBe(
          `Note: The company "Acme Lttd" is new. Companies with a similar name: ${id} (Acme Ltd).\n`,
        );
      }
      expect((await sheet(own, '--company', 'Zebra plc', '--dry-run')).stderr).toBe('');
    });

    it('treats names that differ in invisible characters as one name', async () => {
      await changes(SHEET.replaceAll('Acme Ltd', 'Acme\u{ad} Ltd\u{200b}'));
      expect(await names('companies', '_id')).toHaveLength(1);
    });

    it('changes nothing if a later resource contradicts stored records', async () => {
      const { meter_point_number: point, _id: account } = (await stored())[3]?.[0] ?? {};
      await importPlain(database, 'readings', [
        {
          accountId: account,
          submittedAt: '2024-01-01T00:00:00Z',
          value: 5,
          units: point === '7612345678' ? 'm3' : 'kWh',
        },
      ]);
      const line = SHEET.split('\n').find((one) => one.includes(String(point))) ?? '';
      const changed = line.replace(/,(?:Gas|Electricity|electric),/, ',waste,').replace(/,(?:kWh|m3),/, ',kg,');
      const before = SHEET.replace(line, changed).replaceAll('Acme Retail', 'Acme Stores');
      expect(await problems(before)).toMatch(/Type: does not fit stored records/);
    });

    it('applies good rows with --rejects, and does not change the fields of a site with a bad row', async () => {
      const bad = SHEET.replace('Electricity', 'elektro').replace('E77', 'E79');
      const { status, stdout } = await sheet(bad, '--rejects', 'bad.ndjson');
      expect(status).toBe(1);
      expect(stdout).toContain(
        'portfolio.csv: 3 rows with 1 company, 1 entity, 2 sites, 2 meters; 1 rejected to bad.ndjson.',
      );
      expect(JSON.parse(readFileSync(join(folder, 'bad.ndjson'), 'utf8'))).toMatchObject({
        ...{ file: 'portfolio.csv', line: 2, row: {}, text: bad.split('\n')[1] },
        errors: [{ field: 'Type' }],
      });
      expect(await names('accounts', 'meter_serial_number')).toEqual(['E12Z34567', 'E79', 'G4A00017']);
      expect(await names('assets', 'floor_area')).toEqual([4250, 12000]);
    });
  });
});

/** A portfolio of one company: sites with meters, each with distinct names and numbers. */
const word = fc.stringMatching(/^[A-Za-zÄöß]{1,6}( [A-Za-z&"',;]{1,5})?[a-z]$/);
const portfolio = fc.record({
  company: word,
  sites: fc.uniqueArray(
    fc.record({
      name: word,
      town: fc.option(word, { nil: '' }),
      area: fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: null }),
      meters: fc.array(
        fc.record({ type: fc.constantFrom('electricity', 'gas', 'water'), tags: fc.array(word, { maxLength: 2 }) }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { minLength: 1, maxLength: 4, selector: ({ name }) => name.toLowerCase() },
  ),
});

describe('a sheet of random portfolios', () => {
  it('is equal when read back from a sheet; importing it again, in any order, changes nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'udg-'));
    const database = await openTestDatabase('pglite');
    try {
      let companies = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(portfolio, { minLength: 2, maxLength: 4 }),
          fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
          async (made, dice) => {
            const rows = made.flatMap(({ company, sites }) => {
              companies += 1;
              const number = companies;
              return sites.flatMap((site, s) =>
                site.meters.map((meter, m) => ({
                  Company: `${company} ${number}`,
                  Site: site.name,
                  Town: site.town,
                  'Floor area': site.area,
                  Type: meter.type,
                  MPAN: `${number}${String(s).padStart(6, '0')}${String(m).padStart(4, '0')}`,
                  Tags: meter.tags,
                })),
              );
            });
            const shuffled = <T>(list: readonly T[]): readonly T[] =>
              list
                .map((item) => [dice.next().value ?? 0, item] as const)
                .toSorted(([a], [b]) => a - b)
                .map(([, item]) => item);
            const imported = async (): Promise<readonly Record<string, unknown>[]> => {
              const titles = shuffled(Object.keys(rows[0] ?? {}));
              const lines = shuffled(rows).map((one) => titles.map((title) => Reflect.get(one, title) as unknown));
              writeFileSync(join(folder, 'portfolio.csv'), [titles, ...lines].map(csvLine).join(''));
              const args = ['import', 'portfolio.csv', '--json', '--decimal', 'point'];
              const { status, stdout, stderr } = await runCommand(args, { database, cwd: folder });
              // Random names may be similar.
              const problems = stderr.replace(/^Note: The company .* is new\..*\n/gm, '');
              expect({ status, problems }).toEqual({ status: 0, problems: '' });
              return (JSON.parse(stdout) as readonly Record<string, unknown>[]).slice(1);
            };
            await imported();
            const read: readonly Record<string, unknown>[] = await database
              .knex('accounts')
              .join('assets', 'assets._id', 'accounts.asset_id')
              .join('companies', 'companies._id', 'accounts.company_id')
              .whereIn('companies.name', [...new Set(rows.map(({ Company }) => Company))])
              .orderBy('accounts.meter_point_number')
              .select({
                Company: 'companies.name',
                Site: 'assets.site_name',
                Town: 'assets.address_locality',
                'Floor area': 'assets.floor_area',
                Type: 'accounts.type',
                MPAN: 'accounts.meter_point_number',
                Tags: 'accounts.tags',
              });
            expect(read.map((one) => ({ ...one, Town: one.Town ?? '' }))).toEqual(
              rows.toSorted((a, b) => (a.MPAN < b.MPAN ? -1 : 1)),
            );
            for (const { inserted, updated } of await imported()) expect([inserted, updated]).toEqual([0, 0]);
          },
        ),
        { numRuns: timesOf('random portfolio sheets') },
      );
    } finally {
      await database.close();
      rmSync(folder, { recursive: true });
    }
  });
});
