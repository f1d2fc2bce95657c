import { Command, InvalidArgumentError, Option } from 'commander';
import { suggest } from '../errors/suggest.js';
import { type Format, FORMATS } from '../import/formats/detect.js';
import { encodingOf, ENCODINGS } from '../import/formats/decode.js';
import { readFileSync } from 'node:fs';
import { type IntervalMap, parseIntervalMap, readIntervalMap } from '../import/formats/intervalMap.js';
import { profileNamed, PROFILES } from '../import/formats/intervalProfiles.js';
import type { FileOptions } from '../import/importFile.js';
import { IMPORT_NAMES, type ImportName } from '../import/importNames.js';
import { isProblem } from '../values/scalars.js';
import { parseZone, type Zone } from '../values/zone.js';
import type { PathOptions } from './importPath.js';
import { CommandError, print, table, count } from './output.js';
import type { CreateOptions } from './newMeters.js';
import { nameOption } from './values.js';
import { UTILITY_TYPES, type UtilityType } from '../data/utilityTypes.js';
import { readJournal, type JournalEntry } from '../import/journal.js';
import { withDatabase } from './withDatabase.js';

const HELP = `
A file has records or meter data. Records are NDJSON or CSV of the contract's objects (plus companyId), matched by _id.
Meter data is matched by meter: CSV with a row for each interval, half-hourly CSV (a line for each meter and day), a
crosstab of meters and dates or months, NEM12, NEM13, the industry flows D0036 and D0010, or Green Button XML (ESPI). A
sheet with a row for each meter creates companies, sites and meters by their names. The command detects the format from
the content.

Files may be compressed with gzip. From a folder or a ZIP archive, the command first imports the files that are named
after a resource, in order of dependency, then the files of meter data. From an Excel workbook (.xlsx), it imports the
first visible sheet; - is standard input. If a row is bad, the command applies no row of the file, unless you give
--rejects.

Examples:
  udg import portfolio.xlsx
  udg import portfolio/ --preview
  udg import portfolio/
  udg import assets assets.csv
  udg import non-cumulative meters.csv --company 5f0000000000000000000001 --timezone Europe/London --unit kwh
  udg import assets portfolio.xlsx --sheet Sites
  udg import nem12.csv.gz --company 5f0000000000000000000001
  udg import usage.csv --company 5f0000000000000000000001 --create-meters --site "Head office" --type electricity
  udg import readings readings.ndjson --rejects bad.ndjson`;

interface Options extends Omit<PathOptions, 'create'> {
  readonly listFormats?: boolean;
  readonly format?: FileOptions['format'];
  readonly company?: string;
  readonly account?: string;
  readonly timezone?: Zone;
  readonly unit?: string;
  readonly stamps?: FileOptions['stamps'];
  readonly map?: IntervalMap;
  readonly profile?: IntervalMap;
  readonly ignore?: readonly string[];
  readonly decimal?: NonNullable<FileOptions['decimal']>;
  readonly dates?: NonNullable<FileOptions['dates']>;
  readonly encoding?: string;
  readonly createMeters?: boolean;
  readonly site?: string;
  readonly type?: UtilityType;
}

/** Builds `udg import [resource] <path>`, which imports records from files. */
export function importCommand(): Command {
  const command = new Command('import')
    .description('import records from a file, standard input or a folder')
    .usage('[options] [resource] <path>')
    .argument('[names...]', `resource of the file (${IMPORT_NAMES.join(', ')}), then a file, a folder or -`);
  addFileOptions(command);
  addRunOptions(command);
  return command.addHelpText('after', HELP).action(runImport);
}

/** Adds the options that describe the format of a file. */
function addFileOptions(command: Command): void {
  command
    .addOption(new Option('--format <name>', 'format of the file; default: detected from its content').choices(FORMATS))
    .option('--company <id>', 'company of the meters in a file of meter data, by identifier or name', nameOption)
    .option('--account <id>', 'account of a file of meter data for one meter, by identifier, name or meter', nameOption)
    .option('--timezone <name>', 'time zone of timestamps without an offset, such as Europe/London', zoneOption)
    .option(
      '--unit <unit>',
      'unit of a table of meters or a D0010, or the exact unit of rows in gallons or tons; default: unit of each account',
    )
    .addOption(
      new Option('--stamps <which>', 'whether timestamps are starts or ends of intervals').choices(['start', 'end']),
    )
    .option(
      '--map <columns>',
      'columns of meter data: start=Date,value=kWh,meter=MPRN; for a row per day: date, meter and first',
      mapOption,
    )
    .option(
      '--profile <name or file>',
      `the same as --map, from a JSON file, or one of ${Object.keys(PROFILES).join(', ')}`,
      profileOption,
    )
    .option('--ignore <columns>', 'columns to ignore, separated by commas; may be repeated', namesOf)
    .addOption(
      new Option('--decimal <which>', 'decimal separator, if the table is ambiguous').choices(['point', 'comma']),
    )
    .addOption(
      new Option('--dates <order>', 'order of day and month, if the table is ambiguous').choices(['dmy', 'mdy']),
    )
    .option(
      '--encoding <name>',
      'text encoding, such as windows-1252; default: UTF-8, or the encoding of the byte order mark',
      encodingOption,
    )
    .option('--create-meters', 'create an account for each meter of meter data without one; needs --company and --site')
    .option(
      '--site <name>',
      'site of the new meters, by name or identifier; the import creates a site with a new name',
      nameOption,
    )
    .addOption(
      new Option('--type <type>', 'type of the new meters, if the file does not state it').choices(UTILITY_TYPES),
    )
    .option('--sheet <name>', 'sheet of a workbook, by name or number; default: the first visible sheet');
}

/** Adds the options that control how rows are applied. */
function addRunOptions(command: Command): void {
  command
    .option('--rejects <file>', 'apply the good rows, write the bad rows with reasons to this file, and exit with 1')
    .option(
      '--replace',
      'also replace stored records with a later update date, and stored actual values with estimates',
    )
    .option('--dry-run', 'run the import, then roll it back')
    .addOption(
      new Option('--preview', 'describe the contents of the file and any problems; import nothing').conflicts([
        'dryRun',
        'rejects',
      ]),
    )
    .option('--list-formats', 'list the supported formats and profiles')
    .option('--json', 'print the summary as JSON');
}

async function runImport(names: readonly string[], options: Options): Promise<void> {
  if (options.listFormats === true) {
    listFormats(options.json);
    return;
  }
  const [resource, path] = named(names);
  const { format = null, company = null, account = null, timezone = null, unit = null, stamps = null } = options;
  const { map = null, profile = null, ignore = [], decimal = null, dates = null, encoding = null } = options;
  const create = createOptionsOf(options);
  if (map && profile) throw new CommandError('Give --map or --profile, not both.', 2);
  const meters = { format, company, account, zone: timezone, unit, stamps, map: map ?? profile };
  const { importPath } = await import('./importPath.js');
  await importPath(
    resource,
    path,
    { ...meters, ignore, decimal, dates, encoding, missing: null, isFolder: false },
    { ...options, create },
  );
}

/** Returns the options for new meters; null without `--create-meters`. */
function createOptionsOf({ createMeters, site, type, company, account }: Options): CreateOptions | null {
  if (createMeters !== true) {
    const name = site === undefined ? (type === undefined ? null : '--type') : '--site';
    if (name !== null) throw new CommandError(`${name} describes new meters: use it together with --create-meters.`, 2);
    return null;
  }
  if (account !== undefined) {
    throw new CommandError('--account names an existing account, so --create-meters does not apply.', 2);
  }
  if (company === undefined) {
    throw new CommandError('--create-meters needs --company: give the company of the new meters.', 2);
  }
  if (site === undefined) {
    throw new CommandError(
      '--create-meters needs --site: give the site of the new meters, for example --site "Head office".',
      2,
    );
  }
  return { site, type: type ?? null };
}

/** Parses the arguments: a path, or a resource and a path. */
function named(names: readonly string[]): readonly [ImportName | null, string] {
  const [first, second, ...more] = names;
  if (first === undefined) throw new CommandError('Give a file or a folder, or - for standard input.', 2);
  if (more.length > 0)
    throw new CommandError(`Give at most a resource and one file or folder, got ${names.join(', ')}.`, 2);
  const resource = IMPORT_NAMES.find((name) => name === first);
  if (second === undefined) {
    if (resource) throw new CommandError(`Give the file: udg import ${resource} <path>.`, 2);
    return [null, first];
  }
  if (resource) return [resource, second];
  const meant = suggest(first, IMPORT_NAMES);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw new CommandError(`There is no resource ${first}. Allowed choices are ${IMPORT_NAMES.join(', ')}.${hint}`, 2);
}

function mapOption(text: string): IntervalMap {
  const map = parseIntervalMap(text);
  if (isProblem(map)) throw new InvalidArgumentError(`It ${map.problem}.`);
  return map.value;
}

/** Parses the name of a built-in profile, or reads a profile from the user's JSON file. */
function profileOption(text: string): IntervalMap {
  const profile = profileNamed(text);
  if (profile) return profile;
  const meant = suggest(text, Object.keys(PROFILES));
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(text, 'utf8'));
  } catch (error) {
    const isThere = error instanceof SyntaxError;
    throw new InvalidArgumentError(isThere ? 'The file is not JSON.' : `There is no such profile or file.${hint}`);
  }
  const map = readIntervalMap(given);
  if (isProblem(map)) throw new InvalidArgumentError(`It ${map.problem}.`);
  return map.value;
}

function namesOf(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((name) => name.trim())];
}

function zoneOption(text: string): Zone {
  const zone = parseZone(text);
  if (isProblem(zone)) throw new InvalidArgumentError(`It ${zone.problem}.`);
  return zone.value;
}

function encodingOption(text: string): string {
  const encoding = encodingOf(text);
  if (encoding === null) {
    throw new InvalidArgumentError(
      `There is no encoding ${text}; supported encodings include ${ENCODINGS.join(', ')}.`,
    );
  }
  return encoding;
}

/** How the import recognises each format, and the data that the format holds. */
const FORMAT_TEXTS: Readonly<Record<Format, readonly [toldBy: string, holds: string]>> = {
  ndjson: ['a line that begins with {', 'objects of any resource, as the API returns them'],
  csv: ['a header of fields', 'the same, with dotted columns'],
  'half-hourly': ['a meter, a date and 24, 48 or 96 columns', 'a line for each meter and day'],
  intervals: ['a start, end or date, and a value', 'a row for each interval of a meter'],
  nem12: ['record 100,NEM12', 'Australian interval data'],
  nem13: ['record 100,NEM13', 'Australian register readings'],
  d0036: ['header ZHV of flow D0036001', 'British half-hours'],
  d0010: ['header ZHV of flow D0010002', 'British register readings'],
  portfolio: ['a site, a type and a number of the meter', 'a row for each meter, with its company and site'],
  espi: ['XML of Atom and ESPI', 'Green Button: intervals of energy, gas or water'],
  crosstab: ['dates and meters, or meters and months', 'readings or monthly use, dates down or across'],
  bills: ['invoice numbers, or costs of periods', "a supplier's table of bills"],
};

/** Prints the supported formats, and the profiles for files with a row per interval. */
function listFormats(json: boolean | undefined): void {
  const formats = Object.entries(FORMAT_TEXTS).map(([format, [toldBy, holds]]) => ({ format, toldBy, holds }));
  const profiles = Object.entries(PROFILES).map(([profile, { about }]) => ({ profile, about }));
  const lines = [
    ...table(
      ['format', 'recognised by', 'holds'],
      formats.map(({ format, toldBy, holds }) => [format, toldBy, holds]),
    ),
    '',
    ...table(
      ['profile', 'of'],
      profiles.map(({ profile, about }) => [profile, about]),
    ),
    '',
    'All formats may be compressed with gzip or ZIP, or be a sheet of a workbook (.xlsx).',
  ];
  print(json, { formats, profiles }, lines);
}

const MAX_LISTED = 20;

/** Builds `udg imports`, which lists the latest entries of the import journal. */
export function importsCommand(): Command {
  return new Command('imports')
    .description(`list the last ${MAX_LISTED} imports and deletions, and how they ended`)
    .option('--json', 'print the list as JSON')
    .addHelpText('after', '\nExample:\n  udg imports')
    .action(async ({ json }: { json?: boolean }) => {
      const entries = await withDatabase((database) => readJournal(database, MAX_LISTED));
      const lines = table(
        ['import', 'started', 'resource', 'file', 'state', 'read', 'inserted', 'updated', 'deleted'],
        entries.map((entry) => [
          ...[String(entry.id), entry.startedAt, entry.resource, entry.file, stateOf(entry)],
          ...[entry.summary?.read, entry.summary?.inserted, entry.summary?.updated, entry.summary?.deleted].map(
            (value) => (value === undefined ? '' : count(value)),
          ),
        ]),
      );
      print(json, entries, entries.length === 0 ? ['No imports yet.'] : lines);
    });
}

function stateOf({ state, parts, partsDone }: JournalEntry): string {
  if (state === 'done' || state === 'refused') return state;
  return parts > 0 ? `${state} (${partsDone} of ${parts} parts applied)` : state;
}
