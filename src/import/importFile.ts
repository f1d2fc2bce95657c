import { Readable } from 'node:stream';
import type { Database } from '../db/database.js';
import { quoted } from '../errors/suggest.js';
import { AMBIGUOUS, isChoosableUnit } from '../usage/ambiguousUnits.js';
import type { Zone } from '../values/zone.js';
import { billLookups, companyOf, idOf, metersOf } from './accountLookups.js';
import { importFields } from './fields.js';
import type { WritingOptions } from './formats/writtenCells.js';
import { BILL_ROLES, isBillKey, isBillMap } from './formats/bills/billNames.js';
import { readBills } from './formats/bills/bills.js';
import type { FormatContext, FormatReader } from './formats/context.js';
import { crosstab } from './formats/crosstab.js';
import { csvRows, refuseUnknownHeader } from './formats/csv.js';
import { d0010Rows } from './formats/d0010.js';
import { d0036Rows } from './formats/d0036.js';
import { decode } from './formats/decode.js';
import { detectFormat, type Format } from './formats/detect.js';
import { espiRows } from './formats/espi.js';
import { halfHourlyRows } from './formats/halfHourly.js';
import { halfHourlyForm } from './formats/halfHourlyHeader.js';
import { type IntervalMap, namesColumns, ROLES } from './formats/intervalMap.js';
import { profileOf, withOverrides } from './formats/intervalProfiles.js';
import { intervalRows } from './formats/intervals.js';
import { ndjsonRows, refuseForeignFields } from './formats/ndjson.js';
import { createMeters } from './formats/meters.js';
import type { MissingMeters } from './newMeters/missingMeters.js';
import { noNewMetersReason } from './newMeters/refusingFormats.js';
import { nem12Rows } from './formats/nem12.js';
import { nem13Rows } from './formats/nem13.js';
import { readTableHead } from './formats/tableHead.js';
import { concatTexts, readHead } from './formats/peek.js';
import { type PortfolioSheet, readSheet } from './portfolio/sheet.js';
import type { ImportName } from './importNames.js';
import type { SourceRow } from './sourceRow.js';
import { type SheetFacts, withNotice } from './workbook/sheetFacts.js';

/** Options that describe a file where its content does not. */
export interface FileOptions {
  /** Null: the content decides. */
  readonly format: Format | null;
  /** The identifier or name of the company whose meters a file of meter data names. */
  readonly company: string | null;
  /** The identifier or name of an account, or one of its meter numbers. */
  readonly account: string | null;
  readonly zone: Zone | null;
  readonly unit: string | null;
  /** Whether timestamps are the start or the end of an interval; null: not given. */
  readonly stamps: 'start' | 'end' | null;
  /** Columns and rules for a file with a row per interval; null: no map. */
  readonly map: IntervalMap | null;
  /** The columns to ignore. */
  readonly ignore: readonly string[];
  /** How a table writes numbers, and the order of its dates; null: the content decides. */
  readonly decimal: WritingOptions['decimal'];
  readonly dates: WritingOptions['dates'];
  /** The encoding, as `encodingOf` returns it; null: the byte order mark decides, else UTF-8. */
  readonly encoding: string | null;
  /** Collects the meters without an account if the import creates accounts for them; null: it does not. */
  readonly missing: MissingMeters | null;
  /** Whether the file belongs to a folder. An option then applies only to the formats that need it. */
  readonly isFolder: boolean;
}

/** No option is given. */
export const NO_FILE_OPTIONS: FileOptions = {
  ...{ format: null, company: null, account: null, zone: null, unit: null, stamps: null, isFolder: false },
  ...{ map: null, ignore: [], decimal: null, dates: null, encoding: null, missing: null },
};

interface OpenedPortfolio {
  readonly format: 'portfolio';
  readonly resource: null;
  readonly rows: null;
  readonly portfolio: PortfolioSheet;
  readonly recognised: ReadonlyMap<string, string>;
}

interface OpenedFile {
  readonly format: Exclude<Format, 'portfolio'>;
  readonly resource: ImportName;
  readonly rows: AsyncIterable<readonly SourceRow[]>;
  /** Properties that the reader recognised, by name, for a preview. Complete after the last row. */
  readonly recognised: ReadonlyMap<string, string>;
}

/** The formats that identify records by meter, with the resource of their records and their reader. */
const METER_FORMATS: Partial<Readonly<Record<Format, readonly [ImportName, FormatReader]>>> = {
  'half-hourly': ['non-cumulative', halfHourlyRows],
  intervals: ['non-cumulative', intervalRows],
  nem12: ['non-cumulative', nem12Rows],
  nem13: ['readings', nem13Rows],
  d0036: ['non-cumulative', d0036Rows],
  d0010: ['readings', d0010Rows],
  espi: ['non-cumulative', espiRows],
  bills: ['invoices', readBills],
};

/** Meter formats without a unit. The unit option applies to them, in a folder too. */
const WITHOUT_UNIT: readonly Format[] = ['half-hourly', 'intervals', 'd0010', 'bills', 'crosstab'];

/** Meter formats whose stamps may be starts or ends. The stamps option applies to them, in a folder too. */
const WITH_STAMPS: readonly Format[] = ['half-hourly', 'intervals', 'crosstab'];

/**
 * Opens a file of any supported format. The content decides the format unless an option names it.
 * @param resource the resource of the records; null: the format decides
 * @param sheet the sheet of a workbook; null: the file is not a workbook
 * @returns null if the file is empty
 * @throws Error that begins with "the" if the file cannot be read, or does not fit the options
 */
export async function openFile(
  database: Database,
  input: AsyncIterable<Uint8Array>,
  resource: ImportName | null,
  options: FileOptions,
  sheet: SheetFacts | null = null,
): Promise<OpenedFile | OpenedPortfolio | null> {
  if (sheet !== null && options.encoding !== null && !options.isFolder) {
    throw new Error('the file is a workbook, so --encoding does not apply');
  }
  const recognised = new Map<string, string>();
  const texts = decode(input, sheet === null ? options.encoding : null, (inWords) => {
    if (sheet === null) recognised.set('encoding', inWords);
    else recognised.set('sheet', sheet.inWords);
  });
  const head = await readHead(texts);
  if (head === null) return null;
  const content = concatTexts(head, texts);
  const format = options.format ?? formatOf(head, options.map, resource);
  recognised.set('format', format);
  const report = (what: string, as: string): void => void recognised.set(what, as);
  if (format === 'portfolio') {
    if (!options.isFolder) refuseForPortfolio(options);
    const portfolio = await readSheet(content, options, report);
    const ofSheet = sheet?.notice ?? null;
    const notices = [...(ofSheet === null ? [] : [ofSheet]), ...portfolio.notices];
    return { format, resource: null, rows: null, portfolio: { ...portfolio, notices }, recognised };
  }
  const meterFormat = format === 'crosstab' ? crosstab(head, resource, options.ignore) : METER_FORMATS[format];
  const holdsStamps = meterFormat !== undefined || resource === 'readings' || resource === 'non-cumulative';
  if (options.zone && holdsStamps) recognised.set('zone', options.zone.name);
  if (!['csv', 'half-hourly', 'intervals', 'bills', 'crosstab'].includes(format) && !options.isFolder)
    refuseWriting(format, options);
  if (!options.isFolder) refuseMap(format, options.map);
  if (!meterFormat) {
    if (format === 'csv') refuseUnknownHeader(head, resource);
    if (format === 'ndjson' && resource === null) refuseForeignFields(head);
    if (resource === null)
      throw new Error(
        `the format of the file is ${format}, which may hold any resource: give the resource, for example udg import assets <file>`,
      );
    if (!options.isFolder) refuseForRecords(options);
    const rows = format === 'ndjson' ? ndjsonRows(content) : csvRows(content, importFields(resource), options, report);
    return { format, resource, rows: withNotice(rows, sheet), recognised };
  }
  const noMeters = options.missing === null || options.isFolder ? null : noNewMetersReason(format);
  if (noMeters !== null) throw new Error(`${noMeters}: import the meters first`);
  const [holds, read] = meterFormat;
  if (resource !== null && resource !== holds) {
    const hint = format === 'bills' ? '; if each row is metered consumption, give --format intervals' : '';
    throw new Error(`the format of the file is ${format}, which holds ${holds}, not ${resource}${hint}`);
  }
  const profile = format === 'intervals' && !namesColumns(options.map) ? profileOf(head) : null;
  if (profile) report('profile', profile.name);
  const map = profile ? withOverrides(profile.map, options.map) : options.map;
  const context = await contextOf(database, format, { ...options, map }, resource !== null);
  const rows = read(content, { ...context, recognised: report });
  // Bills look up stored invoices. The embedded database has no second connection for that while an import runs.
  const ready = format === 'bills' ? await bufferRows(rows) : rows;
  return { format, resource: holds, rows: withNotice(ready, sheet), recognised };
}

/** Reads all rows of a file into memory. Its reader holds them anyway. */
async function bufferRows(rows: AsyncIterable<readonly SourceRow[]>): Promise<AsyncIterable<readonly SourceRow[]>> {
  const batches: (readonly SourceRow[])[] = [];
  for await (const batch of rows) batches.push(batch);
  return Readable.from(batches);
}

/** Returns the format of a file: that of the columns that a map names, or else of the content. */
function formatOf(head: string, map: IntervalMap | null, resource: ImportName | null): Format {
  if (isBillMap(map)) return 'bills';
  if (!namesColumns(map)) {
    const format = detectFormat(head);
    const mayBeBills = resource === null || resource === 'non-cumulative' || resource === 'invoices';
    return format === 'bills' && !mayBeBills ? 'csv' : format;
  }
  if (map.columns.first !== undefined) return 'half-hourly';
  const isWide = map.columns.value === undefined && readTableHead(head, halfHourlyForm(map).countNames).header !== null;
  return isWide ? 'half-hourly' : 'intervals';
}

/** Rejects options about numbers, dates and columns for formats that are not tables. */
function refuseWriting(format: Format, { decimal, dates, ignore }: FileOptions): void {
  const given = { decimal, dates, ignore: ignore[0] ?? null };
  const [name] = Object.entries(given).find(([, value]) => value !== null) ?? [];
  if (name !== undefined)
    throw new Error(`the format of the file is ${format}, which is not a table, so --${name} does not apply`);
}

/** Keys of a map for a file with a line per day. A file with a row per interval has them too, except `first`. */
const OF_DAYS: readonly string[] = ['date', 'meter', 'serial', 'unit', 'estimated', 'first'];

/** Keys of a map for a file with a row per interval. A table of bills has some of them too. */
const OF_INTERVALS: readonly string[] = ROLES;

/** Rejects keys of a map that do not apply to the format. Only tables of meter data have such rows and columns. */
function refuseMap(format: Format, map: IntervalMap | null): void {
  if (map === null) return;
  const keys = [
    ...Object.keys(map.columns),
    ...(Object.keys(map.where).length > 0 ? ['where'] : []),
    ...(map.minutes === undefined ? [] : ['minutes']),
    ...(map.power === undefined ? [] : ['power']),
    ...(map.lengths === undefined ? [] : ['lengths']),
    ...(map.ends === undefined ? [] : ['ends']),
  ];
  const isFor = (key: string): boolean => {
    if (format === 'bills') return BILL_ROLES.some((role) => role === key) || key === 'ends';
    if (key === 'ends' || (isBillKey(key) && !OF_INTERVALS.includes(key))) return false;
    if (format === 'intervals') return key !== 'first';
    return format === 'half-hourly' && (key === 'where' || key === 'power' || OF_DAYS.includes(key));
  };
  const wrong = keys.filter((key) => !isFor(key));
  if (wrong.length > 0)
    throw new Error(
      `the format of the file is ${format}, so ${wrong.join(', ')} in --map or the profile does not apply`,
    );
}

/** Rejects options that do not apply to a portfolio sheet, because it names its meters and their units. */
function refuseForPortfolio({ account, unit, stamps, map, zone }: FileOptions): void {
  const given = { account, unit, stamps, map, timezone: zone };
  const [name] = Object.entries(given).find(([, value]) => value !== null) ?? [];
  if (name !== undefined) throw new Error(`the file is a portfolio sheet, so --${name} does not apply`);
}

/** Rejects options for meter data if the rows are records of the contract, which name their accounts and units. */
function refuseForRecords({ company, account, unit, stamps, missing }: FileOptions): void {
  if (unit !== null && !isChoosableUnit(unit)) {
    throw new Error(
      `the rows state their units, so --unit applies only to rows with the ambiguous units ${AMBIGUOUS.join(', ')}: it must be an exact unit of volume or mass, such as imperial gallons, got ${quoted(unit)}`,
    );
  }
  if (missing !== null) {
    throw new Error(
      'the rows are not meter data, so --create-meters does not apply: import a file of accounts instead',
    );
  }
  const given = { company, account, stamps };
  const [name] = Object.entries(given).find(([, value]) => value !== null) ?? [];
  if (name !== undefined) throw new Error(`the rows state their accounts and periods, so --${name} does not apply`);
}

async function contextOf(
  database: Database,
  format: Format,
  options: FileOptions,
  isResourceGiven: boolean,
): Promise<Omit<FormatContext, 'recognised'>> {
  const { map, decimal, dates, isFolder } = options;
  const zone = options.zone ?? map?.timezone ?? null;
  const ignore = [...options.ignore, ...(map?.ignore ?? [])];
  const unit = isFolder && !WITHOUT_UNIT.includes(format) ? null : options.unit;
  const stamps = isFolder && !WITH_STAMPS.includes(format) ? null : (map?.stamps ?? options.stamps);
  const givenCompany = options.company === null ? null : await idOf(database, 'company', options.company, null);
  const account = options.account === null ? null : await idOf(database, 'account', options.account, givenCompany);
  const company = givenCompany ?? (account === null ? null : await companyOf(database, account));
  if (company === null) {
    throw new Error(
      'meter data needs the company of its meters: give it with --company, or give the account of a file for one meter with --account',
    );
  }
  const meters = createMeters(await metersOf(database, company), `company ${company}`);
  return {
    ...(format === 'bills' ? { bills: await billLookups(database, company) } : {}),
    // A wrong digit on a bill, or a misspelt name, must not become a meter.
    meters: noNewMetersReason(format) === null ? (options.missing?.wrap(meters, company) ?? meters) : meters,
    zone,
    unit,
    stamps,
    account,
    map,
    ignored: ignore,
    writing: { decimal: decimal ?? map?.decimal ?? null, dates: dates ?? map?.dates ?? null },
    isFormatGiven: options.format !== null,
    isResourceGiven,
    isFolder,
  };
}
