import { quoted } from '../../errors/suggest.js';
import { isProblem } from '../../values/scalars.js';
import { parseZone, type Zone } from '../../values/zone.js';
import { noticeRow, type SourceRow } from '../sourceRow.js';

/** The name of a timestamp column, split into the zone and the rest. */
export interface HeaderZone {
  /** The name without the zone. */
  readonly name: string;
  /** The zone; null: the name states none. */
  readonly zone: Zone | null;
}

/** `UTC`, `(UTC)`, `_UTC`, `UTC time`, `GMT`, `timestampUtc`, `UTC+10`, `GMT-05:00`; `UTC offset` names another column. */
const ZONED =
  /(?:(?<![a-z])|(?<=[a-z])(?=U)|(?<=(?:date|time|stamp|start|end)))[([]?\s*(?:utc|gmt|zulu)\s*(?:([+-])\s*(\d{1,2})(?::?(\d\d))?)?\s*[)\]]?(?![a-z])/i;
const OFFSET_COLUMN = /\boffset\b/i;

/** Finds the zone in the name of a date or time column: UTC, GMT, or an offset from these. */
export function headerZone(label: string): HeaderZone {
  const plain = label.replace(/\s+/g, ' ');
  const match = OFFSET_COLUMN.test(plain) ? null : ZONED.exec(plain);
  if (match === null) return { name: label, zone: null };
  const [text, sign, hours = '', minutes = '00'] = match;
  const parsed = parseZone(sign === undefined ? 'UTC' : `${sign}${hours.padStart(2, '0')}:${minutes}`);
  if (isProblem(parsed)) return { name: label, zone: null };
  const name = `${plain.slice(0, match.index)} ${plain.slice(match.index + text.length)}`
    .replace(/[\s_-]+/g, ' ')
    .trim();
  return { name, zone: parsed.value };
}

/**
 * Returns the zone in the names of timestamp columns; null: none.
 * @param labels the names of the columns
 * @throws Error that begins with "the header" if they state different zones
 */
export function zoneOfLabels(labels: readonly string[]): { readonly label: string; readonly zone: Zone } | null {
  const zones = labels.flatMap((label) => {
    const { zone } = headerZone(label);
    return zone === null ? [] : [{ label, zone }];
  });
  const [first] = zones;
  const other = zones.find(({ zone }) => zone.name !== first?.zone.name);
  if (first && other) {
    throw new Error(
      `the header names two zones, ${first.zone.name} in ${quoted(first.label)} and ${other.zone.name} in ${quoted(other.label)}; use only one of these columns with --map`,
    );
  }
  return first ?? null;
}

/** Returns the notice that the zone in the header overrides a different option. */
export function zoneNotice(label: string, zone: Zone, option: Zone): readonly SourceRow[] {
  if (zone.name === option.name) return [];
  const notice = `The column ${quoted(label)} states the time zone ${zone.name}, so --timezone ${option.name} does not apply to its timestamps.`;
  return [noticeRow(1, notice)];
}
