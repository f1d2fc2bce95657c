import type { Format } from '../import/formats/detect.js';
import { PROFILES } from '../import/formats/intervalProfiles.js';
import { print, table } from './output.js';

/** What a file can be: how it is told, and what it holds. */
const FORMAT_TEXTS: Readonly<Record<Format, readonly [toldBy: string, holds: string]>> = {
  ndjson: ['a line that begins with {', 'objects of any resource, as the API returns them'],
  csv: ['a header of fields', 'the same, with dotted columns'],
  'half-hourly': ['a meter, a date and 24, 48 or 96 columns', 'a line for each meter and day'],
  intervals: ['a start, end or date, and a value', 'a row for each interval of a meter'],
  nem12: ['record 100,NEM12', 'Australian interval data'],
  nem13: ['record 100,NEM13', 'Australian register readings'],
  d0036: ['header ZHV of flow D0036001', 'British half-hours'],
  d0010: ['header ZHV of flow D0010002', 'British register readings'],
  espi: ['XML of Atom and ESPI', 'Green Button: intervals of energy, gas or water'],
};

/** `udg import --list-formats`: the formats that are read, and the profiles of files with a row for each interval. */
export function listFormats(json: boolean | undefined): void {
  const formats = Object.entries(FORMAT_TEXTS).map(([format, [toldBy, holds]]) => ({ format, toldBy, holds }));
  const profiles = Object.entries(PROFILES).map(([profile, { about }]) => ({ profile, about }));
  const lines = [
    ...table(
      ['format', 'told by', 'holds'],
      formats.map(({ format, toldBy, holds }) => [format, toldBy, holds]),
    ),
    '',
    ...table(
      ['profile', 'of'],
      profiles.map(({ profile, about }) => [profile, about]),
    ),
    '',
    'Packed in gzip or ZIP, and as the sheet of a workbook (.xlsx), too.',
  ];
  print(json, { formats, profiles }, lines);
}
