import { quoted } from '../../errors/suggest.js';

/** Usual names of the columns for the meter, the unit and the estimate of a line, as {@link plainName} gives them. */
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
  /** Of two such columns the first of this list names the meter. */
  either: names('meternumber meterid meter meterno meterref meterreference meterreferencenumber metername'),
  unit: names('unit units uom unitofmeasure meterunits reportingunit unitofmeasurement einheit unite unidad unita'),
  estimated: names(
    'estimated isestimated quality qualityflag flag actualestimated actualorestimate actualorestimated ae estimatedactual colstatus colstatuskwh',
  ),
};

/** Usual names of a day. */
export const DATE_NAMES = names(
  'date readdate readingdate meterreadingdate rdate readdateuk settlementdate settdate consumptiondate usagedate intervaldate day localdate',
  'datum fecha dia giorno jour dag data',
);
/** Usual names of a date with a time. */
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

/** Whether a flag says that a value is an estimate; undefined when it says neither. */
export function readFlag(text: string): boolean | undefined {
  return FLAGS[text.toLowerCase()] ?? WORDS.get(plainName(text));
}

/** Words of networks for values that were read, as {@link plainName} gives them. */
const READ = names(
  'read actualread measured metered validated valid final real leida leido medida reel reelle lu mesure mesuree',
  'gemessen abgelesen uitgelezen gelezen gemeten letta effettiva effettivo',
);
/** And for estimates. */
const ESTIMATES = names(
  'estimatedread estimation substituted substitute interpolated estimada estimado estime estimee',
  'geschatzt ersatzwert geschat stimata stimato',
);
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...READ.map((word) => [word, false] as const),
  ...ESTIMATES.map((word) => [word, true] as const),
]);

/** A name of a column without case, accents, spaces and signs such as `_`, `-`, `/` and `&`. */
export function plainName(label: string): string {
  return label
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\s_./&@?:'’º°-]|\p{Mn}/gu, '');
}

/**
 * The places of the columns that a map or an option can mean by a name: of that name, the second of that name
 * (`Usage#2`), or the sixth column (`#6`). A column that is called so itself comes first.
 * @returns none where the header has no such column
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
 * The place of the column that is meant.
 * @param by what names it, as messages say it: `--map or the profile names as start`
 * @throws Error that begins with "the header" when there is no such column, or more than one
 */
export function columnIndex(labels: readonly string[], requested: string, by: string): number {
  const [first, ...others] = columnIndexes(labels, requested);
  if (first === undefined) throw new Error(`the header has no column ${quoted(requested)}, which ${by}`);
  if (others.length === 0) return first;
  const names = [first, ...others].map((_, index) => quoted(`${requested}#${index + 1}`));
  throw new Error(`the header names ${quoted(requested)} ${names.length} times: say which, as ${names.join(' or ')}`);
}
