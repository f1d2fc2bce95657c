import { Command, InvalidArgumentError, Option } from 'commander';
import { suggest } from '../errors/suggest.js';
import { FORMATS } from '../import/formats/detect.js';
import { encodingOf, ENCODINGS } from '../import/formats/encoding.js';
import { readFileSync } from 'node:fs';
import { type IntervalMap, parseIntervalMap, readIntervalMap } from '../import/formats/intervalMap.js';
import { profileNamed, PROFILES } from '../import/formats/intervalProfiles.js';
import type { FileOptions } from '../import/importFile.js';
import { IMPORT_NAMES, type ImportName } from '../import/importNames.js';
import { isProblem } from '../values/scalars.js';
import { parseZone, type Zone } from '../values/zone.js';
import { listFormats } from './importFormats.js';
import type { PathOptions } from './importPath.js';
import { CommandError } from './output.js';
import { idOption } from './values.js';

const HELP = `
A file is NDJSON or CSV of the contract's objects (plus companyId), matched by _id; or of meter data, which names meters:
CSV with a row for each interval, half-hourly CSV (a line for each meter and day), NEM12, NEM13, the industry flows D0036
and D0010, or Green Button XML (ESPI). What it is, its content tells; gzip is read as it is; - is standard input. A folder
or a ZIP archive imports every file that is named after its resource, in order of dependency, then its files of meter
data. An Excel workbook (.xlsx) is a table: its first sheet that is shown. A bad row means that nothing of its file is
applied, unless --rejects is given.

Examples:
  udg import portfolio/ --preview
  udg import portfolio/
  udg import assets assets.csv
  udg import non-cumulative meters.csv --company 5f0000000000000000000001 --timezone Europe/London --unit kwh
  udg import assets portfolio.xlsx --sheet Sites
  udg import nem12.csv.gz --company 5f0000000000000000000001
  udg import readings readings.ndjson --rejects bad.ndjson`;

interface Options extends PathOptions {
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
}

/** `udg import [resource] <path>`: records from files. */
export function importCommand(): Command {
  const command = new Command('import')
    .description('import records from a file, standard input or a folder')
    .usage('[options] [resource] <path>')
    .argument('[names...]', `what a file holds (${IMPORT_NAMES.join(', ')}), then a file, a folder or -`);
  addFileOptions(command);
  addRunOptions(command);
  return command.addHelpText('after', HELP).action(runImport);
}

/** Adds the options that say how a file is written. */
function addFileOptions(command: Command): void {
  command
    .addOption(new Option('--format <name>', 'what the file is, rather than as its content tells').choices(FORMATS))
    .option('--company <id>', 'whose meters a file of meter data names', idOption)
    .option('--account <id>', 'the account of a file of meter data that names one meter', idOption)
    .option('--timezone <name>', 'the zone of time stamps that carry none, as in Europe/London', zoneOption)
    .option(
      '--unit <unit>',
      'the unit of a table of meters or a D0010, otherwise that of each account; of rows, what gallons or tons are',
    )
    .addOption(new Option('--stamps <which>', 'whether stamps are of starts or ends').choices(['start', 'end']))
    .option(
      '--map <columns>',
      'which column of meter data is what: start=Date,value=kWh,meter=MPRN; of a row for each day date, meter and first',
      mapOption,
    )
    .option(
      '--profile <name or file>',
      `the same as a JSON file, or one of ${Object.keys(PROFILES).join(', ')}`,
      profileOption,
    )
    .option('--ignore <columns>', 'columns to leave aside, with commas; may be repeated', namesOf)
    .addOption(
      new Option('--decimal <which>', 'what is decimal in numbers, where a table does not tell').choices([
        'point',
        'comma',
      ]),
    )
    .addOption(
      new Option('--dates <order>', 'whether days or months come first, where a table does not tell').choices([
        'dmy',
        'mdy',
      ]),
    )
    .option(
      '--encoding <name>',
      'how the text is encoded, as in windows-1252; otherwise UTF-8, or as a mark tells',
      encodingOption,
    )
    .option('--sheet <name>', 'the sheet of a workbook, by name or number; otherwise the first that is shown');
}

/** Adds the options that say what the import does with the rows. */
function addRunOptions(command: Command): void {
  command
    .option('--rejects <file>', 'apply the good rows, write the bad ones with reasons to this file, and end with 1')
    .option('--replace', 'replace records that their source changed later, and actual values by estimates')
    .option('--dry-run', 'do everything, keep nothing of it')
    .addOption(
      new Option('--preview', 'say what a file holds and what is to be known of it; import nothing').conflicts([
        'dryRun',
        'rejects',
      ]),
    )
    .option('--list-formats', 'list the formats and profiles of files that are read')
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
  if (map && profile) throw new CommandError('Give --map or --profile, not both.', 2);
  const meters = { format, company, account, zone: timezone, unit, stamps, map: map ?? profile };
  const { importPath } = await import('./importPath.js');
  await importPath(resource, path, { ...meters, ignore, decimal, dates, encoding, isFolder: false }, options);
}

/** A path, or a resource and a path. */
function named(names: readonly string[]): readonly [ImportName | null, string] {
  const [first, second, ...more] = names;
  if (first === undefined) throw new CommandError('Name a file or a folder, or - for standard input.', 2);
  if (more.length > 0) throw new CommandError(`Name one file or folder, got ${names.slice(1).join(', ')}.`, 2);
  const resource = IMPORT_NAMES.find((name) => name === first);
  if (second === undefined) {
    if (resource) throw new CommandError(`Name the file: udg import ${resource} <path>.`, 2);
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

/** A profile that comes along, by its name, or one of the user's own, in a file. */
function profileOption(text: string): IntervalMap {
  const known = profileNamed(text);
  if (known) return known;
  const meant = suggest(text, Object.keys(PROFILES));
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(text, 'utf8'));
  } catch (error) {
    const isThere = error instanceof SyntaxError;
    throw new InvalidArgumentError(
      isThere ? 'The file is not JSON.' : `There is no such profile, nor such a file.${hint}`,
    );
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
    throw new InvalidArgumentError(`There is no encoding ${text}; among those there are: ${ENCODINGS.join(', ')}.`);
  }
  return encoding;
}
