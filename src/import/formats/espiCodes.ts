/** The properties of a ReadingType of consumption. */
export interface EspiKind {
  /** The unit of the records, such as `wh`, `therm` or `m3`. */
  readonly unit: string;
  /** The power of ten by which to multiply values. */
  readonly power: number;
  /** Types of account that the data fits; undefined: not stated. */
  readonly types: readonly string[] | undefined;
  /** The default length of an interval, in seconds; null: none. */
  readonly length: string | null;
  /** The default quality of readings; null: none. */
  readonly quality: string | null;
}

/** UomType: the codes of quantities of consumption. */
const UNITS: Readonly<Record<string, string>> = {
  '42': 'm3',
  '72': 'wh',
  '119': 'ft3',
  '128': 'gal',
  '130': 'impgal',
  '132': 'btu',
  '134': 'l',
  '169': 'therm',
};

/** CommodityType, which is more precise than the service of the usage point. */
const COMMODITIES: Readonly<Record<string, string>> = {
  '1': 'electricity',
  '2': 'electricity',
  '7': 'gas',
  '9': 'water',
  '10': 'heating',
  '12': 'heating',
  '13': 'cooling',
};

/** ServiceKind. */
const SERVICES: Readonly<Record<string, string>> = { '0': 'electricity', '1': 'gas', '2': 'water', '5': 'heating' };

/** FlowDirectionType: 1 is delivered to the site; 0 is not stated. */
const DELIVERED = ['0', '1'];
/** AccumulationKind: 4 is the quantity used in the interval; 0 is not stated. */
const DELTA = ['0', '4'];
/** DataQualifierType: 12 is normal; others are averages, extremes and the like. 0 is not stated. */
const NORMAL = ['0', '12'];

/**
 * QualityOfReading: 8 estimated by a reference day, 9 by linear interpolation, 12 projected. A derived reading (11) is
 * calculated from measured ones and counts as measured. A questionable reading (10) counts as measured too.
 */
const ESTIMATED = ['8', '9', '12'];

/** Whether any quality of a reading marks it as an estimate. */
export function isEspiEstimate(qualities: readonly string[]): boolean {
  return qualities.some((quality) => ESTIMATED.includes(quality));
}

/**
 * Reads the kind of readings from a ReadingType (NAESB ESPI, Green Button).
 * @param fields the texts of its elements
 * @param service the kind of the usage point's ServiceCategory
 * @returns a clause in `skipped` if the readings are not consumption in intervals; one in `problem` if the ReadingType
 * is unreadable
 */
export function readEspiKind(
  fields: ReadonlyMap<string, string>,
  service: string | null,
): EspiKind | { readonly skipped: string } | { readonly problem: string } {
  const code = (name: string): string => fields.get(name) ?? '0';
  const unit = UNITS[code('uom')];
  if (unit === undefined) return { skipped: `uom ${code('uom')} is not a unit of consumption` };
  if (!DELIVERED.includes(code('flowDirection'))) {
    return { skipped: `flowDirection ${code('flowDirection')} is not energy or water delivered to the site` };
  }
  if (!DELTA.includes(code('accumulationBehaviour'))) {
    return { skipped: `accumulationBehaviour ${code('accumulationBehaviour')} is not consumption per interval` };
  }
  if (!NORMAL.includes(code('dataQualifier'))) {
    return { skipped: `dataQualifier ${code('dataQualifier')} is not consumption per interval` };
  }
  const power = code('powerOfTenMultiplier');
  if (!/^[+-]?\d{1,2}$/.test(power))
    return { problem: 'has a ReadingType whose powerOfTenMultiplier is not a whole number' };
  const type = COMMODITIES[code('commodity')] ?? SERVICES[service ?? ''];
  return {
    unit,
    power: Number(power),
    types: type === undefined ? undefined : [type],
    length: fields.get('intervalLength') ?? null,
    quality: fields.get('defaultQuality') ?? null,
  };
}
