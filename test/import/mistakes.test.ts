import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { openPostgres } from '../../src/db/postgres.js';
import type { FileOptions } from '../../src/import/importFile.js';
import type { ImportName, ImportSummary } from '../../src/import/importRecords.js';
import { readJournal } from '../../src/import/journal.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { importText } from '../support/importText.js';
import { administer, databaseUrl } from '../support/postgres.js';
import { runCommand, type Ran } from '../support/runCommand.js';
import { templateOf } from '../support/templates.js';
import { fixture, zone } from './formats/support.js';
import { USAGE_SUM } from '../support/amounts.js';

const COMPANY = 'c00000000000000000000001';
const NOBODY = 'c00000000000000000000099';
const ACCOUNT = 'b00000000000000000000001';
const MPAN = '1200000000001';
const NEM12 = fixture('nem/Example_NEM12_actual_interval.csv');
const TABLES = [
  ...['companies', 'entities', 'assets', 'accounts', 'asset_groups', 'contracts', 'invoices', 'readings', 'intervals'],
  ...['usage_days', 'usage_runs', 'usage_months'],
];

type Content = string | Uint8Array;
interface Mistake {
  readonly what: string;
  readonly name: ImportName | null;
  /** The file, for a record with a new identifier. */
  readonly wrong: (id: string) => Content;
  /** The message for the whole file, or for each bad row. */
  readonly said: string | ((id: string) => readonly string[]);
  readonly right: (id: string) => Content;
  readonly file?: Partial<FileOptions>;
  /** The message for the right file, if it differs. */
  readonly rightFile?: Partial<FileOptions>;
}

const HEADER = '_id,companyId,siteName,floorArea';
const asset = (id: string, rest = 'Hall,12.5'): string => `${HEADER}\n${id},${COMPANY},${rest}\n`;
const json = (record: object): string => `${JSON.stringify(record)}\n`;
const assetJson = (id: string, floorArea: string): string =>
  `{"_id":"${id}","companyId":"${COMPANY}","floorArea":${floorArea}}\n`;
const interval = (id: string, more: object = {}): string =>
  json({
    ...{ _id: id, accountId: ACCOUNT, type: 'electricity', unit: 'kWh', value: 1 },
    ...{ startTimestamp: '2024-01-01T00:00:00Z', endTimestamp: '2024-01-01T00:30:00Z' },
    ...more,
  });
const hours = (date: string, values: readonly string[] = new Array<string>(24).fill('1')): string =>
  `MPAN,Date,${values.map((_, index) => index + 1).join(',')}\n${MPAN},${date},${values.join(',')}\n`;
const METERS = { company: COMPANY, zone: zone('Europe/London') };
const PACKED = (id: string): Buffer => gzipSync(asset(id));

const MISTAKES: readonly Mistake[] = [
  {
    what: 'a PDF document',
    name: 'assets',
    wrong: () => '%PDF-1.7\n',
    said: 'the file is a PDF document',
    right: asset,
  },
  ...['<!DOCTYPE html>\n<title>Log in</title>', '<html lang="en"><body>', '\n<HTML>'].map((page): Mistake => ({
    what: `a web page that begins ${JSON.stringify(page)}`,
    name: 'assets',
    wrong: () => page,
    said: 'the file is a web page (HTML), such as a login page: download the data again',
    right: asset,
  })),
  {
    what: 'an archive within what is read',
    name: 'assets',
    wrong: () => Buffer.from('PK\x03\x04\x14\0\x06\0'),
    said: 'the file is a ZIP archive',
    right: asset,
  },
  {
    what: 'UTF-16 without a byte order mark',
    name: 'assets',
    wrong: (id) => Buffer.from(asset(id), 'utf16le'),
    said: 'the file looks like UTF-16 without a byte order mark: if this is right, give --encoding utf-16le',
    right: (id) => Buffer.from(`\uFEFF${asset(id)}`, 'utf16le'),
  },
  {
    what: 'a JSON array',
    name: 'assets',
    wrong: (id) => `[${assetJson(id, '1')}]`,
    said: 'the file is a JSON array; write one object per line (NDJSON), for example with jq -c ".[]"',
    right: (id) => assetJson(id, '1'),
  },
  {
    what: 'lines and no header',
    name: 'assets',
    wrong: (id) => `Assets of 2024\nBy A.\nBy B.\n${id};${COMPANY};Hall;12.5\n`,
    said:
      'the file has no header of assets (fields such as _id, companyId), or of half-hourly periods ' +
      '(a meter such as mpan, a date, and 24, 48 or 96 periods of the day), or of a row for each interval ' +
      '(columns such as start, kWh and MPAN): it begins "Assets of 2024", "By A.", "By B." and 1 more',
    right: (id) => `Assets of 2024\n${asset(id)}`.replaceAll(',', ';'),
  },
  {
    what: 'a header of another format, with what is said of that format',
    name: null,
    wrong: () => hours('2024-01-15').replace('MPAN', 'Point').replaceAll(',', ';'),
    said: 'the header has a column "Point" that is not a meter, date, unit or period; "Point" may name the meter: give --map meter="Point", or --account if the file is for one meter',
    right: () => hours('2024-01-15').replaceAll(',', ';'),
    file: METERS,
  },
  {
    what: 'a CSV that no resource is named for',
    name: null,
    wrong: asset,
    said: 'the format of the file is csv, which may hold any resource: give the resource, for example udg import assets <file>',
    right: () => hours('2024-01-16'),
    rightFile: METERS,
  },
  {
    what: 'a file of meters as another resource',
    name: 'readings',
    wrong: () => NEM12,
    said: 'the format of the file is nem12, which holds non-cumulative, not readings',
    right: (id) => json({ _id: id, accountId: ACCOUNT, submittedAt: '2024-01-01T00:00:00Z', value: 1 }),
  },
  {
    what: 'the records of another resource',
    name: 'assets',
    wrong: (id) => `_id,companyId,meterSerialNumber\n${id},${COMPANY},E1\n`,
    said: () => ['file:2: meterSerialNumber: is not a field of assets'],
    right: asset,
  },
  {
    what: 'an unknown column misspelt',
    name: 'assets',
    wrong: (id) => asset(id).replace('siteName', 'siteNmae'),
    said: () => ['file:2: siteNmae: is not a field of assets (did you mean siteName?)'],
    right: asset,
  },
  {
    what: 'Latin-1',
    name: 'assets',
    wrong: (id) => Buffer.from(asset(id, 'Café,1'), 'latin1'),
    said: 'the file is not UTF-8 (line 2); if it has another encoding, give the encoding, for example --encoding windows-1252',
    right: (id) => asset(id, 'Café,1'),
  },
  {
    what: 'truncated gzip',
    name: 'assets',
    wrong: (id) => PACKED(id).subarray(0, -9),
    said: 'the gzip data ends too early: the file is truncated',
    right: PACKED,
  },
  {
    what: 'damaged gzip',
    name: 'assets',
    wrong: (id) => PACKED(id).fill(0xff, 12, 40),
    said: 'the gzip data is damaged',
    right: PACKED,
  },
  {
    what: 'NEM12 that is truncated',
    name: null,
    wrong: () => NEM12.replace(/900\s*$/, ''),
    said: 'the file ends without a 900 record: it is incomplete; if it never had this record, give --format nem12',
    right: () => hours('2024-01-17'),
    file: { company: COMPANY },
    rightFile: METERS,
  },
  {
    what: 'Green Button that is truncated',
    name: null,
    wrong: () => '<feed xmlns="http://www.w3.org/2005/Atom">\n<entry>\n<title>x</title>\n',
    said: 'the XML ends before it is complete (line 4)',
    right: () => hours('2024-01-18'),
    file: { company: COMPANY },
    rightFile: METERS,
  },
  {
    what: 'a quote that is never closed',
    name: 'assets',
    wrong: (id) => asset(id, '"Hall,12.5'),
    said: () => ['file:2: : opens a quote that is never closed'],
    right: (id) => asset(id, '"Hall",12.5'),
  },
  {
    what: 'a decimal comma, which is another column',
    name: 'assets',
    wrong: (id) => asset(id, 'Hall,12,5'),
    said: () => ['file:2: : has 5 columns, the header 4'],
    right: asset,
  },
  {
    what: 'an unknown column named twice',
    name: 'assets',
    wrong: (id) => `_id,companyId,siteName,siteName\n${id},${COMPANY},a,b\n`,
    said: 'the header names "siteName" twice',
    right: asset,
  },
  {
    what: '1e309 in CSV',
    name: 'assets',
    wrong: (id) => asset(id, 'Hall,1e309'),
    said: () => ['file:2: floorArea: must be a finite number such as 12.5, got "1e309"'],
    right: (id) => asset(id, 'Hall,1e15'),
  },
  {
    what: '1e309 in NDJSON',
    name: 'assets',
    wrong: (id) => assetJson(id, '1e309'),
    said: () => ['file:1: floorArea: must be a finite number, got Infinity'],
    right: (id) => assetJson(id, '1e15'),
  },
  {
    what: '1e309 in a file of meters',
    name: null,
    wrong: () => hours('2024-01-19').replace(',1,1,', ',1,1e309,'),
    said: () => ['file:2: 2: must be a number, got "1e309"'],
    right: () => hours('2024-01-19'),
    file: METERS,
  },
  {
    what: 'a number that is too large to be true',
    name: 'assets',
    wrong: (id) => asset(id, 'Hall,1e300'),
    said: () => ['file:2: floorArea: must be between -1e+30 and 1e+30, got 1e+300'],
    right: asset,
  },
  {
    what: 'NaN in CSV',
    name: 'assets',
    wrong: (id) => asset(id, 'Hall,NaN'),
    said: () => ['file:2: floorArea: must be a finite number such as 12.5, got "NaN"'],
    right: asset,
  },
  {
    what: 'NaN in NDJSON',
    name: 'assets',
    wrong: (id) => assetJson(id, 'NaN'),
    said: (id) => [`file:1: : is not a JSON object: ${jsonProblem(assetJson(id, 'NaN').trim())}`],
    right: (id) => assetJson(id, '1'),
  },
  {
    what: 'NaN in a file of meters',
    name: null,
    wrong: () => hours('2024-01-20').replace(',1,1,', ',1,NaN,'),
    said: () => ['file:2: 2: must be a number, got "NaN"'],
    right: () => hours('2024-01-20'),
    file: METERS,
  },
  {
    what: 'dd/mm dates',
    name: 'contracts',
    wrong: (id) => json({ _id: id, accountId: ACCOUNT, startDate: '31/01/2024' }),
    said: () => [
      'file:1: startDate: must be an ISO 8601 date or date-time such as 2024-01-31T13:30:00Z, got "31/01/2024"',
    ],
    right: (id) => json({ _id: id, accountId: ACCOUNT, startDate: '2024-01-31' }),
  },
  {
    what: 'dates whose day may be the month',
    name: null,
    wrong: () => hours('03/04/2024'),
    said:
      'the file does not state whether day or month comes first: give --dates dmy or --dates mdy; ' +
      'the first is "03/04/2024" (line 2, Date)',
    right: () => hours('03/04/2024'),
    file: METERS,
    rightFile: { ...METERS, dates: 'dmy' },
  },
  {
    what: 'dates and numbers that contradict each other',
    name: 'assets',
    wrong: (id) => `${HEADER}\n${id},${COMPANY},Hall,12.5\n${COMPANY},${COMPANY},Hall,"12,5"\n`,
    said:
      'the numbers of the file are inconsistent: "12.5" (line 2, floorArea) has the decimal point, but ' +
      '"12,5" (line 3, floorArea) has the decimal comma',
    right: (id) => `${HEADER}\n${id};${COMPANY};Hall;12,5\n`.replaceAll(',', ';').replace('12;5', '12,5'),
  },
  {
    what: 'a wrong unit',
    name: 'non-cumulative',
    wrong: (id) => interval(id, { unit: 'kg' }),
    said: () => [
      'file:1: unit: is "kg", which is not a unit of electricity; allowed are kwh, wh, mwh, gwh, gj, mj, therm, btu, kbtu, mmbtu, toe or another spelling of these',
    ],
    right: (id) => interval(id, { unit: 'kWh' }),
  },
  {
    what: 'a wrong --unit',
    name: null,
    wrong: () =>
      hours('2024-01-22')
        .split('\n', 2)
        .join('\n')
        .replace(/(,1)+$/, `,1${','.repeat(23)}`),
    said: () => [
      'file:2: unit: is "m3", which is not a unit of electricity; allowed are kwh, wh, mwh, gwh, gj, mj, therm, btu, kbtu, mmbtu, toe or another spelling of these',
    ],
    right: () => hours('2024-01-22'),
    file: { ...METERS, unit: 'm3' },
    rightFile: { ...METERS, unit: 'kWh' },
  },
  {
    what: 'stamps without a zone',
    name: 'non-cumulative',
    wrong: (id) => interval(id, { startTimestamp: '2024-01-01T00:00:00' }),
    said: () => [
      'file:1: startTimestamp: has no time zone, got "2024-01-01T00:00:00": end the time with Z or an offset such as +01:00, or give the time zone with --timezone',
    ],
    right: (id) => interval(id, { startTimestamp: '2024-01-01T00:00:00' }),
    rightFile: { zone: zone('Europe/London') },
  },
  {
    what: 'a file of meters without a zone',
    name: null,
    wrong: () => hours('2024-01-23'),
    said: 'the timestamps have no time zone: give it with --timezone, for example --timezone Europe/London',
    right: () => hours('2024-01-23'),
    file: { company: COMPANY },
    rightFile: METERS,
  },
  {
    what: 'a zone in which the time is skipped',
    name: 'non-cumulative',
    wrong: (id) => interval(id, { startTimestamp: '2024-03-31T01:30:00', endTimestamp: '2024-03-31T02:00:00' }),
    said: () => [
      'file:1: startTimestamp: does not exist in Europe/London: clocks skip this time, got "2024-03-31T01:30:00"',
    ],
    right: (id) => interval(id, { startTimestamp: '2024-03-31T01:30:00', endTimestamp: '2024-03-31T02:00:00' }),
    file: { zone: zone('Europe/London') },
    rightFile: { zone: zone('+00:00') },
  },
  {
    what: 'a wrong company',
    name: null,
    wrong: () => hours('2024-01-24'),
    said: `the company ${NOBODY} does not exist; companies include ${COMPANY} (Acme), c00000000000000000000002`,
    right: () => hours('2024-01-24'),
    file: { ...METERS, company: NOBODY },
    rightFile: METERS,
  },
  {
    what: 'no company',
    name: null,
    wrong: () => hours('2024-01-25'),
    said: 'meter data needs the company of its meters: give it with --company, or give the account of a file for one meter with --account',
    right: () => hours('2024-01-25'),
    file: { zone: zone('Europe/London') },
    rightFile: METERS,
  },
  {
    what: 'an account of another company',
    name: 'non-cumulative',
    wrong: (id) => interval(id, { companyId: 'c00000000000000000000002' }),
    said: () => [`file:1: companyId: is c00000000000000000000002, but the account has ${COMPANY}`],
    right: (id) => interval(id, { companyId: COMPANY }),
  },
  {
    what: 'an account that does not exist',
    name: 'non-cumulative',
    wrong: (id) => interval(id, { accountId: 'b00000000000000000000099' }),
    said: () => ['file:1: accountId: there is no account b00000000000000000000099'],
    right: interval,
  },
  {
    what: 'an end before the start',
    name: 'non-cumulative',
    wrong: (id) => interval(id, { endTimestamp: '2023-12-31T23:30:00Z' }),
    said: () => [
      'file:1: endTimestamp: must be after startTimestamp 2024-01-01T00:00:00.000Z, got 2023-12-31T23:30:00.000Z',
    ],
    right: interval,
  },
  {
    what: 'a record twice, with other values',
    name: 'assets',
    wrong: (id) => `${asset(id)}${id},${COMPANY},Barn,1\n`,
    said: (id) => [`file:3: _id: is ${id}, which is also in line 2, with other values`],
    right: (id) => `${asset(id)}${id},${COMPANY},Hall,12.5\n`,
  },
];

function jsonProblem(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

describe.each(ENGINES)('a mistake in a file, on %s', (engine) => {
  let database: Database;
  let made = 0;
  const newId = (): string => `d${String((made += 1)).padStart(23, '0')}`;
  const load = (name: ImportName | null, content: Content, file: Partial<FileOptions> = {}): Promise<ImportSummary> =>
    importText(database, name, content, file);
  const counts = async (): Promise<unknown> => {
    const each = TABLES.map((name) => `select '${name}' as name, count(*) as n from ${name}`).join(' union all ');
    const { rows }: { readonly rows: unknown } = await database.knex.raw(`${each} order by 1`);
    return rows;
  };
  const left = async (): Promise<unknown> => {
    const { rows }: { readonly rows: unknown } = await database.knex.raw(
      `select table_name from information_schema.tables where table_schema like 'udg_import%'`,
    );
    return rows;
  };
  const errorsOf = ({ errors }: ImportSummary): string[] =>
    errors.map(({ file, line, field, reason }) => `${file}:${line}: ${field ?? ''}: ${reason}`);

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'companies', [{ _id: COMPANY, name: 'Acme' }, { _id: 'c00000000000000000000002' }]);
    await importPlain(database, 'accounts', [
      { _id: ACCOUNT, companyId: COMPANY, type: 'electricity', meterPointNumber: MPAN, meterUnits: 'kWh' },
    ]);
  });
  afterAll(() => database.close());

  // What is wrong with a file as a whole is found before anything of it is applied, whatever the engine.
  const mistakes = MISTAKES.filter(({ said }) => typeof said !== 'string' || engine === ENGINES.at(-1));

  it.each(mistakes)(
    '$what: the import reports it and applies nothing, and then applies the corrected file',
    async (mistake) => {
      const { name, wrong, said, right, file = {}, rightFile = file } = mistake;
      const id = newId();
      const before = await counts();
      if (typeof said === 'string') {
        await expect(load(name, wrong(id), file)).rejects.toMatchObject({ message: said });
      } else {
        const summary = await load(name, wrong(id), file);
        expect(errorsOf(summary)).toEqual(said(id));
        expect(summary).toMatchObject({ rejected: said(id).length, inserted: 0, updated: 0, deleted: 0, unchanged: 0 });
      }
      expect(await counts()).toEqual(before);
      expect(await left()).toEqual([]);
      const mended = await load(name, right(id), rightFile);
      expect([mended.rejected, mended.inserted > 0]).toEqual([0, true]);
      expect(await counts()).not.toEqual(before);
    },
  );

  it.each([
    ['company', { company: COMPANY }],
    ['account', { account: ACCOUNT }],
    ['stamps', { stamps: 'end' }],
  ] as const)(
    '--%s for rows that state it themselves: the import rejects the option and applies nothing',
    async (option, file) => {
      const [id, before] = [newId(), await counts()];
      await expect(load('non-cumulative', interval(id), file)).rejects.toMatchObject({
        message: `the rows state their accounts and periods, so --${option} does not apply`,
      });
      expect(await counts()).toEqual(before);
    },
  );

  it.each([
    ['empty', ''],
    ['blank', '\n  \r\n'],
    ['a byte order mark', '\uFEFF'],
    ['a header alone', `${HEADER}\n`],
    ['gzip of nothing', gzipSync('')],
  ])('an empty file (%s): the import reads no rows and changes nothing', async (_, content) => {
    const before = await counts();
    expect(await load('assets', content)).toMatchObject({
      read: 0,
      inserted: 0,
      updated: 0,
      unchanged: 0,
      rejected: 0,
    });
    expect(await counts()).toEqual(before);
  });

  it.each([
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['no end of the last line', (text: string) => text.trimEnd()],
    ['blank lines', (text: string) => `\n${text.replaceAll('\n', '\n\n')}`],
    ['gzip in two members', (text: string) => Buffer.concat([gzipSync(text.slice(0, 20)), gzipSync(text.slice(20))])],
  ])('%s: the import accepts it in any format', async (_, change) => {
    const [csv, ndjson, day] = [newId(), newId(), `2024-02-${String((made % 28) + 1).padStart(2, '0')}`];
    expect(await load('assets', change(asset(csv)))).toMatchObject({ inserted: 1, rejected: 0 });
    expect(await load('assets', change(asset(csv)))).toMatchObject({ unchanged: 1, rejected: 0 });
    expect(await load('assets', change(assetJson(ndjson, '1')))).toMatchObject({ inserted: 1, rejected: 0 });
    expect(await load(null, change(hours(day)), METERS)).toMatchObject({ inserted: 24, rejected: 0 });
  });

  it('one bad row of many: the import applies no row, or with onReject all other rows', async () => {
    const [one, two, three] = [newId(), newId(), newId()];
    const file = `${asset(one)}${two},${COMPANY},Barn,wide\n${three},${COMPANY},Shed,3\n`;
    const before = await counts();
    const refused = await load('assets', file);
    expect(errorsOf(refused)).toEqual(['file:3: floorArea: must be a finite number such as 12.5, got "wide"']);
    expect(refused).toMatchObject({ read: 3, rejected: 1, inserted: 0 });
    expect(await counts()).toEqual(before);
    const rejected: unknown[] = [];
    const applied = await importText(
      database,
      'assets',
      file,
      {},
      {
        onReject: (row) => Promise.resolve(void rejected.push(row)),
      },
    );
    expect(applied).toMatchObject({ read: 3, rejected: 1, inserted: 2 });
    expect(rejected).toEqual([
      {
        line: 3,
        errors: [{ field: 'floorArea', reason: 'must be a finite number such as 12.5, got "wide"' }],
        row: { _id: two, companyId: COMPANY, siteName: 'Barn', floorArea: 'wide' },
      },
    ]);
  });

  it('a quote that is never closed: the error names the lines inside it, and the import neither applies nor rejects them', async () => {
    const [one, two, three, four] = [newId(), newId(), newId(), newId()];
    const file = `${asset(one)}${two},${COMPANY},"Barn,1\n${three},${COMPANY},Shed,3\n${four},${COMPANY},Mill,3\n`;
    const summary = await importText(database, 'assets', file, {}, { onReject: () => Promise.resolve() });
    expect(summary).toMatchObject({ inserted: 1 });
    expect(errorsOf(summary)).toEqual([
      'file:3: : opens a quote that is never closed, so that lines 3 to 5 could not be read',
    ]);
  });
});

const SERVER = process.env.TEST_DATABASE_URL ?? '';
const DAYS = 210;
const PER_ACCOUNT = DAYS * 48;
const METERED = ['b00000000000000000000011', 'b00000000000000000000012', 'b00000000000000000000013'] as const;

/** A value of 0.5 in each half-hour of each meter. */
function manyDays(): string {
  const periods = Array.from({ length: 48 }, (_, index) => index + 1).join(',');
  const values = new Array<string>(48).fill('0.5').join(',');
  const lines = METERED.flatMap((_, meter) =>
    Array.from(
      { length: DAYS },
      (_, day) => `M${meter + 1},${new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10)},${values}`,
    ),
  );
  return [`MPAN,Date,${periods}`, ...lines, ''].join('\n');
}

describe.runIf(SERVER !== '')('udg import with a failing PostgreSQL', () => {
  let name: string;
  let folder: string;
  let file: string;
  let database: Database;
  const role = `udg_test_${randomBytes(6).toString('hex')}`;

  const udg = (args: readonly string[], user?: string): Promise<Ran> => {
    const url = new URL(databaseUrl(SERVER, name));
    if (user !== undefined) [url.username, url.password] = [user, 'secret'];
    return runCommand(args, { env: { DATABASE_URL: url.toString() } });
  };
  const importMeters = (user?: string): Promise<Ran> =>
    udg(['import', file, '--company', COMPANY, '--timezone', 'UTC', '--unit', 'kWh'], user);
  const stored = async (): Promise<unknown> => {
    const { rows }: { readonly rows: unknown } = await database.knex.raw(
      `select encode(a._id, 'hex') as id, count(i.*) as n, coalesce(sum(i.value), 0) as value,
         (select coalesce(${USAGE_SUM}, 0) from usage_months m where m.account_key = a.account_key and source = 1)
         as computed from accounts a left join intervals i using (account_key) group by a.account_key, a._id order by 1`,
    );
    return rows;
  };
  const whole = (id: string): object => ({ id, n: PER_ACCOUNT, value: PER_ACCOUNT / 2, computed: PER_ACCOUNT / 2 });
  const none = (id: string): object => ({ id, n: 0, value: 0, computed: 0 });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'udg-'));
    file = join(folder, 'meters.csv');
    writeFileSync(file, manyDays());
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    name = `udg_test_${randomBytes(8).toString('hex')}`;
    await administer(SERVER, `create database ${name} template ${await templateOf('postgres')}`);
    database = openPostgres({ url: databaseUrl(SERVER, name), poolMax: 2, statementTimeoutMs: 30_000 });
    await importPlain(
      database,
      'accounts',
      METERED.map((_id, index) => ({
        ...{ _id, companyId: COMPANY, type: 'electricity', meterPointNumber: `M${index + 1}` },
      })),
    );
  });
  afterEach(async () => {
    await database.close();
    await administer(SERVER, `drop database if exists ${name} with (force)`);
    await administer(SERVER, `drop role if exists ${role}`);
  });

  it('reports a full disk; applied accounts are complete, and the next run applies the others', async () => {
    const { knex } = database;
    await knex.raw(`
      create function fill_disk() returns trigger language plpgsql as $$ begin
        raise disk_full using message = 'could not extend file "base/1/2": No space left on device',
          hint = 'Check free disk space.';
      end $$`);
    const last = `(select account_key from accounts where _id = '\\x${METERED[2]}')`;
    const { rows }: { readonly rows: readonly { readonly account_key: number }[] } = await knex.raw(last);
    await knex.raw(
      `create trigger full_disk before insert on intervals for each row
       when (new.account_key = ${rows[0]?.account_key ?? 0}) execute function fill_disk()`,
    );
    expect(await importMeters()).toMatchObject({
      status: 1,
      stdout: '',
      stderr:
        'The disk of the database is full. Applied parts are complete; free some space and run the command again.\n',
    });
    expect(await stored()).toEqual([whole(METERED[0]), whole(METERED[1]), none(METERED[2])]);
    expect((await readJournal(database, 1))[0]).toMatchObject({ state: 'failed', parts: 3, partsDone: 2 });
    expect((await udg(['imports'])).stdout).toContain('failed (2 of 3 parts applied)');

    await knex.raw('drop trigger full_disk on intervals');
    const again = await importMeters();
    expect(again).toMatchObject({ status: 0, stderr: '' });
    expect(again.stdout).toMatch(
      /^non-cumulative: 30,240 rows read in \d+\.\d s: 10,080 inserted, 0 updated, 20,160 unchanged\. Recalculated 210 account-days\.\n$/,
    );
    expect(await stored()).toEqual(METERED.map(whole));
  });

  /** Runs something with a role that may do all but create tables of imports. */
  const withRole = async (run: () => Promise<void>): Promise<void> => {
    const { knex } = database;
    await knex.raw(`create role ${role} login password 'secret'`);
    try {
      await knex.raw('revoke create on schema public from public');
      await knex.raw(`grant select, insert, update, delete on all tables in schema public to ${role}`);
      await run();
    } finally {
      await knex.raw(`drop owned by ${role}`);
    }
  };
  const lacking = (what: string): object => ({
    status: 1,
    stdout: '',
    stderr: `The database role lacks a privilege: permission denied for ${what}.\n`,
  });

  it('reports the missing right of the role, and applies nothing', async () => {
    const { knex } = database;
    await withRole(async () => {
      expect(await importMeters(role)).toMatchObject(lacking('schema udg_import'));
      await knex.raw(`grant usage on schema udg_import to ${role}`);
      expect(await importMeters(role)).toMatchObject(lacking('schema udg_import'));
      await knex.raw(`grant create on schema udg_import to ${role}`);
      await knex.raw(`revoke insert on intervals from ${role}`);
      expect(await importMeters(role)).toMatchObject(lacking('table intervals'));
      expect(await stored()).toEqual(METERED.map(none));
      expect((await readJournal(database, 1))[0]).toMatchObject({ state: 'failed', partsDone: 0 });
      await knex.raw(`grant insert on intervals to ${role}`);
      expect(await importMeters(role)).toMatchObject({ status: 0, stderr: '' });
      expect(await stored()).toEqual(METERED.map(whole));
    });
  });

  it('does not list a failed import as running if it lacks rights to its journal', async () => {
    await withRole(async () => {
      expect(await importMeters(role)).toMatchObject(lacking('schema udg_import'));
      expect((await readJournal(database, 1))[0]).toMatchObject({ state: 'failed' });
    });
  });
});
