/** Usual names of the columns that say whose data a line is and what it is, as {@link plainName} gives them. */
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
