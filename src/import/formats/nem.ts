import { parseZone, type Zone } from '../../values/zone.js';
import { isProblem } from '../../values/scalars.js';
import { conversionOf } from '../../usage/units.js';
import { csvRecords } from './csvRecords.js';
import { readDate } from './daySpans.js';

/** A record of a NEM file, with trimmed cells. */
export interface NemRecord {
  readonly line: number;
  readonly cells: readonly string[];
  /** The text of the record in the file. */
  readonly text: string;
  readonly problem?: string;
  /** A notice about the file. Then this is not a record. */
  readonly notice?: string;
}

/** Returns the version of a NEM file by the cells of its first line; null: another kind of file. */
export function isNem(firstLineCells: readonly string[]): 'NEM12' | 'NEM13' | null {
  const [record = '', version = ''] = firstLineCells.map((cell) => cell.trim());
  if (record.replace(/^\uFEFF/, '') !== '100') return null;
  return version === 'NEM12' || version === 'NEM13' ? version : null;
}

/**
 * Reads the records between the 100 and the 900 record of a NEM file (AEMO Meter Data File Format Specification NEM12 &
 * NEM13), in one batch per chunk.
 * @param isBare whether the 100 and the 900 record may be missing. A notice then reports a missing 900 record
 * @throws Error if the first record is not a 100 record of the version, or the 900 record is missing
 */
export async function* nemRecords(
  texts: AsyncIterable<string>,
  version: 'NEM12' | 'NEM13',
  isBare = false,
): AsyncGenerator<readonly NemRecord[]> {
  let isOpen = false;
  let isComplete = false;
  for await (const records of csvRecords(texts)) {
    const read: NemRecord[] = [];
    for (const { line, cells: given, text, problem } of records) {
      const cells = given.map((cell) => cell.trim());
      if (!isOpen) {
        const isHeader = isNem(cells) === version;
        if (!isHeader && !(isBare && cells[0]?.replace(/^\uFEFF/, '') === '200')) {
          const hint =
            version === 'NEM12' && !isBare ? '; if it is NEM12 without this record, give --format nem12' : '';
          throw new Error(`the file does not begin with a record 100,${version}${hint}`);
        }
        isOpen = true;
        if (!isHeader) read.push({ line, cells: ['200', ...cells.slice(1)], text });
      } else if (problem !== undefined) read.push({ line, cells, text, problem });
      else if (isComplete)
        read.push({ line, cells, text, problem: 'comes after the 900 record, which must be the last record' });
      else if (cells[0] === '900') isComplete = true;
      else read.push({ line, cells, text });
    }
    if (read.length > 0) yield read;
  }
  if (isComplete) return;
  if (!isBare) {
    const hint = version === 'NEM12' ? '; if it never had this record, give --format nem12' : '';
    throw new Error(`the file ends without a 900 record: it is incomplete${hint}`);
  }
  const notice = 'The file has no 900 record at its end, so the import cannot check whether it is complete.';
  yield [{ line: 0, cells: [], text: '', notice }];
}

/**
 * Returns the zone of timestamps: that of the option, else Australian Eastern Standard Time, which is UTC+10 all year
 * (specification, date and time).
 */
export function nemZone(zone: Zone | null): Zone {
  if (zone !== null) return zone;
  const standard = parseZone('+10:00');
  if (isProblem(standard)) throw new Error(standard.problem);
  return standard.value;
}

const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Reads a number in the forms of NEM files, including `.005` and `006342.8`; undefined: the text is not a number. */
export function nemNumber(text: string): number | undefined {
  return NUMBER.test(text) ? Number(text) : undefined;
}

/** The meaning of a quality method: A is actual; E, F and S are estimates with a method of two digits; N is no data. */
export type Quality = 'actual' | 'estimated' | 'none' | 'variable';

/** Reads a quality method such as `A`, `E52` or `V`; null: the text is not one. */
export function nemQuality(text: string): Quality | null {
  if (/^[EFS](?:\d\d)?$/.test(text)) return 'estimated';
  return text === 'A' ? 'actual' : text === 'N' ? 'none' : text === 'V' ? 'variable' : null;
}

/**
 * Returns the types of account that a unit fits. Electricity takes precedence. Null: the unit is not one of
 * consumption.
 */
export function nemTypes(unit: string): readonly string[] | null {
  if (unit === '') return null;
  if (conversionOf('electricity', unit, 1) !== null) return ['electricity'];
  return conversionOf('water', unit, 1) !== null ? ['gas', 'water', 'flow'] : null;
}

/** Returns the name of a channel in lists: `NMI NDDD001888 channel K2 (VArh)`. */
export function channelText(nmi: string, suffix: string, unit: string): string {
  return `NMI ${nmi} channel ${suffix || 'without suffix'} (${unit || 'no unit'})`;
}

/** Reads `20240131093000` as ISO 8601 UTC. A time that clocks show twice means the first. Null: no such time exists. */
export function readMoment(text: string, zone: Zone): string | null {
  const [, date = '', hours = '', minutes = '', seconds = ''] = /^(\d{8})(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const day = readDate(date);
  if (day === null || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const [instant] = zone.instantsOf(day + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000);
  return instant === undefined ? null : new Date(instant).toISOString();
}
