import { quoted } from '../../errors/suggest.js';
import { textOfCell } from '../../values/csv.js';
import type { MeterName } from './meters.js';
import { cellAt } from './csvRecords.js';

/** Usual names of columns for the meter, the unit and the estimate, as {@link plainName} returns them. */
export const METER_COLUMNS = {
  point: names(
    'mpan mpancore mpannumber mprn mpr mpxn mpanmprn mpanmprnspid spid meterpoint meterpointid meterpointnumber',
    'meterpointreference nmi icp esiid servicepointid usagepointid meteringpoint meteringpointid gsrn',
    'zahlpunkt zahlpunktbezeichnung zahlpunktnummer messlokation malo maloid eancode codiceean pod codicepod pdr codicepdr cups prm pdl',
  ),
  serial: names(
    'msn serial serialno serialnum serialnumber meterserialnumber meterserialno meterserial metersn devicenumber',
    'zahlernummer matricola numeroserie',
  ),
  /** If a file has two such columns, the first in this list names the meter. */
  either: names('meternumber meterid meter meterno meterref meterreference meterreferencenumber metername'),
  unit: names('unit units uom unitofmeasure meterunits reportingunit unitofmeasurement einheit unite unidad unita'),
  estimated: names(
    'estimated isestimated quality qualityflag flag actualestimated actualorestimate actualorestimated ae estimatedactual colstatus colstatuskwh',
  ),
};

/** Usual names of date columns. */
export const DATE_NAMES = names(
  'date readdate readingdate meterreadingdate rdate readdateuk settlementdate settdate consumptiondate usagedate intervaldate day localdate',
  'datum fecha dia giorno jour dag data',
);
/** Usual names of columns with a date and a time. */
export const STAMP_NAMES = names(
  'readdateandtime readingdateandtime readtimestamp readingtimestamp usagedatetime timestamp datetime dateandtime datetimestamp',
  'readdatetime readingdatetime intervaldatetime settlementdatetime localdatetime timedate timestamplocal',
);

function names(...lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split(' '));
}

const FLAGS: Readonly<Record<string, boolean>> = {
  '': false,
  a: false,
  actual: false,
  false: false,
  n: false,
  no: false,
  e: true,
  est: true,
  estimate: true,
  estimated: true,
  true: true,
  y: true,
  yes: true,
};

/** Whether a flag marks a value as an estimate; undefined: the flag is unknown. */
export function readFlag(text: string): boolean | undefined {
  return FLAGS[text.toLowerCase()] ?? WORDS.get(plainName(text));
}

/** Words of networks for measured values, as {@link plainName} returns them. */
const READ = names(
  'read actualread measured metered validated valid final real leida leido medida reel reelle lu mesure mesuree',
  'gemessen abgelesen uitgelezen gelezen gemeten letta effettiva effettivo',
);
/** Words of networks for estimates. */
const ESTIMATES = names(
  'estimatedread estimation substituted substitute interpolated estimada estimado estime estimee',
  'geschatzt ersatzwert geschat stimata stimato',
);
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...READ.map((word) => [word, false] as const),
  ...ESTIMATES.map((word) => [word, true] as const),
]);

/** Returns a column name without case, accents, spaces and signs such as `_`, `-`, `/` and `&`. */
export function plainName(label: string): string {
  return label
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\s_./&@?:'’º°-]|\p{Mn}/gu, '');
}

/**
 * Returns the indexes of the columns that a map or an option can mean by a name: the columns with that name, the second
 * of them (`Usage#2`), or the sixth column (`#6`). A column with exactly that name takes precedence.
 * @returns an empty list if the header has no such column
 */
export function columnIndexes(labels: readonly string[], requested: string): readonly number[] {
  const named = (name: string): readonly number[] =>
    labels.flatMap((label, index) => (plainName(label) === plainName(name) ? [index] : []));
  const exact = named(requested);
  const [, name, number] = /^(.*?)\s*#(\d{1,4})$/s.exec(requested.trim()) ?? [];
  if (exact.length > 0 || name === undefined) return exact;
  if (name === '') return Number(number) >= 1 && Number(number) <= labels.length ? [Number(number) - 1] : [];
  return named(name).slice(Number(number) - 1, Number(number));
}

/**
 * Returns the index of the requested column.
 * @param by the source of the name, for messages: `--map or the profile names as start`
 * @throws Error that begins with "the header" if it has no such column, or several
 */
export function columnIndex(labels: readonly string[], requested: string, by: string): number {
  const [first, ...others] = columnIndexes(labels, requested);
  if (first === undefined) throw new Error(`the header has no column ${quoted(requested)}, which ${by}`);
  if (others.length === 0) return first;
  const names = [first, ...others].map((_, index) => quoted(`${requested}#${index + 1}`));
  throw new Error(`the header has ${names.length} columns ${quoted(requested)}: choose one, as ${names.join(' or ')}`);
}

/** A header with the indexes of the columns that name the meter of a row. */
interface MeterHeader {
  readonly labels: readonly string[];
  readonly point?: number | null | undefined;
  readonly serial?: number | null | undefined;
  readonly either?: number | null | undefined;
}

/**
 * Returns the meter that a row names. A number that may be of the point or the meter is ignored if the header has a
 * column of points. Otherwise it counts as the point if the header has a column of serial numbers.
 */
export function meterOf(cells: readonly string[], { labels, point, serial, either }: MeterHeader): MeterName {
  const text = (index: number | null | undefined): string | undefined =>
    index === null || index === undefined ? undefined : textOfCell(cellAt(cells, index));
  const column = labels[point ?? either ?? serial ?? -1];
  return (point ?? serial ?? null) === null
    ? { either: text(either), column }
    : { point: text(point ?? either), serial: text(serial), column };
}
