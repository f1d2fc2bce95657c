import { isProblem } from '../../values/scalars.js';
import { countIntervalColumns } from './intervalHeader.js';
import { type IntervalMap, readIntervalMap } from './intervalMap.js';
import { plainName } from './meterColumns.js';
import { readTableHead } from './tableHead.js';

/** AGL's names for the rates of consumption. Its other rates are of controlled loads and of generation. */
const USAGE = ['General', 'Peak', 'Offpeak', 'Off peak', 'Shoulder'];

/**
 * Built-in profiles for interval files of suppliers and networks, with the original column names. The import applies a
 * profile automatically if a header has its columns. The keys are those of a user's profile.
 */
export const PROFILES: Readonly<Record<string, Readonly<Record<string, unknown>> & { readonly about: string }>> = {
  'esb-networks': {
    about: 'ESB Networks (Ireland), harmonised downloadable file: half-hours in kW or kWh, by their ends, newest first',
    meter: 'MPRN',
    serial: 'Meter Serial Number',
    start: 'Read Date and End Time',
    value: 'Read Value',
    unit: 'Read Type',
    where: { 'Read Type': 'Active Import Interval' },
    stamps: 'end',
    minutes: 30,
    power: 'mean',
    dates: 'dmy',
    timezone: 'Europe/Dublin',
  },
  'octopus-energy': {
    about: 'Octopus Energy (United Kingdom), consumption download of one meter: give its --account',
    start: 'Start',
    end: 'End',
    value: 'Consumption (kwh)',
    ignore: ['Estimated Cost Inc. Tax (p)', 'Standing Charge Inc. Tax (p)'],
  },
  n3rgy: {
    about: 'n3rgy (United Kingdom), consumption of one meter in UTC: give its --account',
    start: 'timestamp (UTC)',
    value: 'energyConsumption (kWh)',
    timezone: 'UTC',
    ignore: [],
  },
  agl: {
    about: 'AGL (Australia), usage data: start and end of each interval; the import skips rate types other than usage',
    meter: 'NMI',
    serial: 'DeviceNumber',
    start: 'StartDate',
    end: 'EndDate',
    value: 'ProfileReadValue',
    estimated: 'QualityFlag',
    where: { RateTypeDescription: ['Usage', ...USAGE.flatMap((of) => [`${of}usage`, `${of} usage`])] },
    dates: 'dmy',
  },
  'pge-green-button': {
    about: 'Pacific Gas and Electric (United States), Green Button download as CSV of one meter: give its --account',
    date: 'DATE',
    start: 'START TIME',
    end: 'END TIME',
    value: 'USAGE',
    unit: 'UNITS',
    where: { TYPE: 'Electric usage' },
    timezone: 'America/Los_Angeles',
  },
};

/** Returns a built-in profile by name; undefined: no profile has the name. */
export function profileNamed(name: string): IntervalMap | undefined {
  const profile = PROFILES[name];
  if (profile === undefined) return undefined;
  const parsed = readIntervalMap(profile);
  if (isProblem(parsed)) throw new Error(`the profile ${name} ${parsed.problem}`);
  return parsed.value;
}

/** Merges a profile with a map that names no columns. The values of the map take precedence. */
export function withOverrides(profile: IntervalMap, overrides: IntervalMap | null): IntervalMap {
  if (overrides === null) return profile;
  const ignore = profile.ignore === null ? null : [...profile.ignore, ...(overrides.ignore ?? [])];
  return {
    ...profile,
    ...overrides,
    columns: profile.columns,
    where: { ...profile.where, ...overrides.where },
    ignore,
  };
}

/**
 * Returns the profile whose columns the header of a file has; null: none. A profile with a list of ignored columns
 * applies only if the file has no other columns. Otherwise, the import would lose a meter number or a flag.
 * @param head the beginning of the file
 */
export function profileOf(head: string): { readonly name: string; readonly map: IntervalMap } | null {
  for (const name of Object.keys(PROFILES)) {
    const map = profileNamed(name);
    if (map && readTableHead(head, (cells) => countProfileColumns(cells, map)).header !== null) return { name, map };
  }
  return null;
}

function countProfileColumns(cells: readonly string[], map: IntervalMap): number {
  const named = [...Object.values(map.columns), ...Object.keys(map.where), ...(map.ignore ?? [])].map(plainName);
  const isNamed = (cell: string): boolean => cell.trim() === '' || named.includes(plainName(cell.trim()));
  return map.ignore === null || cells.every(isNamed) ? countIntervalColumns(cells, map) : 0;
}
