import type { UtilityType } from '../data/utilityTypes.js';

/** The physical dimension of a unit. */
type Dimension = 'energy' | 'volume' | 'mass' | 'temperature';

/**
 * The spellings of units, with the factor to kWh, m³ or kg (SI; DESNZ 2025 Conversions sheet). Exact by definition are
 * the foot of 0.3048 m, the US gallon of 3.785411784 l (231 cubic inches), the imperial gallon of 4.54609 l and the
 * pound of
 * 0.45359237 kg. A short ton has 2,000 pounds, a long ton 2,240 (NIST Handbook 44, appendix C). A dekatherm is 10 therms
 * or a million Btu; M is a thousand in Mcf, and MM a million. `gallons` equals `gal` for records stored before imports
 * made them exact (src/import/stagedUnits.ts). The list omits units with two meanings that are both billed, such as
 * MBtu.
 */
const UNITS: readonly (readonly [Dimension, number, string])[] = [
  [
    'energy',
    1,
    'kwh kilowatt-hour kilowatt-hours kilowatthours kwhr kw.h kw-h kwhs kilowattstunde kilowattstunden kilowattheure kilowattheures kilovatio-hora kilovatios-hora kilowattora kilowattuur',
  ],
  ['energy', 0.001, 'wh'],
  ['energy', 1_000, 'mwh'],
  ['energy', 1_000_000, 'gwh'],
  ['energy', 277.777777778, 'gj'],
  ['energy', 0.2777777777777778, 'mj'],
  ['energy', 29.30710833, 'therm therms thm'],
  ['energy', 0.00029307107, 'btu btus'],
  ['energy', 0.29307107, 'kbtu'],
  ['energy', 293.07107, 'mmbtu dth dekatherm dekatherms decatherm decatherms'],
  ['energy', 11_630, 'toe'],
  [
    'volume',
    1,
    'm3 m³ m^3 cbm cubic-metre cubic-metres cubic-meter cubic-meters kl kilolitre kilolitres kiloliter kiloliters kubikmeter mètre-cube mètres-cubes metro-cubo metri-cubi metros-cúbicos metros-cubicos kubieke-meter',
  ],
  ['volume', 0.1, 'hl hectolitre hectolitres hectoliter hectoliters'],
  ['volume', 0.001, 'l litre litres liter liters dm3 dm³ litro litros litri'],
  ['volume', 0.0001, 'dl decilitre decilitres deciliter deciliters'],
  ['volume', 1_000, 'megalitre ml megalitres megaliter megaliters'],
  ['volume', 0.028316846592, 'ft3 ft³ ft^3 cf cuft cu-ft cubic-foot cubic-feet'],
  ['volume', 2.8316846592, 'hcf ccf hundred-cubic-feet'],
  ['volume', 28.316846592, 'mcf thousand-cubic-feet'],
  ['volume', 28_316.846592, 'mmcf million-cubic-feet'],
  ['volume', 0.003785411784, 'gal gallon gallons usgal us-gallon us-gallons'],
  ['volume', 3.785411784, 'kgal thousand-us-gallons'],
  ['volume', 0.00454609, 'impgal imperial-gallon imperial-gallons uk-gallon uk-gallons'],
  ['volume', 4.54609, 'thousand-imperial-gallons thousand-uk-gallons'],
  ['volume', 0.158987294928, 'bbl barrel barrels'],
  ['mass', 1, 'kg kgs kilogram kilograms'],
  ['mass', 0.001, 'g'],
  ['mass', 1_000, 't tonne tonnes metric-ton metric-tons'],
  ['mass', 0.45359237, 'lb lbs pound pounds'],
  ['mass', 907.18474, 'short-ton short-tons us-ton us-tons'],
  ['mass', 1_016.0469088, 'long-ton long-tons imperial-ton imperial-tons uk-ton uk-tons'],
  ['temperature', 1, 'c °c degc celsius'],
  ['temperature', 5 / 9, 'f °f degf fahrenheit'],
];

const BY_NAME = new Map(
  UNITS.flatMap(([dimension, factor, names]) => names.split(' ').map((name) => [name, { dimension, factor }] as const)),
);

/** Finds a unit by its name in any case, with blanks, hyphens or neither; undefined if unknown. */
function unitNamed(name: string): { readonly dimension: Dimension; readonly factor: number } | undefined {
  const plain = name.trim().toLowerCase();
  return BY_NAME.get(plain.replaceAll(' ', '-')) ?? BY_NAME.get(plain.replaceAll(' ', ''));
}

interface CanonicalUnit {
  readonly unit: string;
  readonly of: readonly Dimension[];
}

/** The canonical unit of each utility type, as printed, and the dimensions that convert to it (figures 3). */
const TYPES: Readonly<Record<string, CanonicalUnit>> = {
  electricity: { unit: 'kWh', of: ['energy'] },
  gas: { unit: 'kWh', of: ['energy', 'volume'] },
  heating: { unit: 'kWh', of: ['energy'] },
  cooling: { unit: 'kWh', of: ['energy'] },
  solar: { unit: 'kWh', of: ['energy'] },
  water: { unit: 'm³', of: ['volume'] },
  flow: { unit: 'm³', of: ['volume'] },
  waste: { unit: 'kg', of: ['mass'] },
  temperature: { unit: '°C', of: ['temperature'] },
} satisfies Record<UtilityType, CanonicalUnit>;

/** Returns the canonical unit of a utility type, as printed: `kWh`, `m³`, `kg` or `°C`. */
export function canonicalUnit(type: string): string {
  return TYPES[type]?.unit ?? 'kWh';
}

/** The conversion of a unit to the canonical one: `value × factor + offset`. */
export interface Conversion {
  readonly factor: number;
  readonly offset: number;
}

/**
 * Returns the conversion of a unit for a utility type. Gas by volume: kWh = m³ × 1.02264 × calorific value ÷ 3.6.
 * @param unit the unit in any case; null or empty for the canonical one
 * @param calorificValue the calorific value of gas in MJ/m³
 * @returns null if the unit is unknown or impossible for the type
 */
export function conversionOf(type: string, unit: string | null, calorificValue: number): Conversion | null {
  const name = (unit ?? '').trim().toLowerCase();
  if (name === '') return { factor: 1, offset: 0 };
  const match = unitNamed(name);
  if (!match || TYPES[type]?.of.includes(match.dimension) !== true) return null;
  const perCubicMetre = type === 'gas' && match.dimension === 'volume' ? (1.02264 * calorificValue) / 3.6 : 1;
  const fahrenheit = match.dimension === 'temperature' && match.factor !== 1;
  return { factor: match.factor * perCubicMetre, offset: fahrenheit ? -32 * match.factor : 0 };
}

/** Returns the unit names allowed for a utility type. */
export function unitsOf(type: string): readonly string[] {
  return UNITS.filter(([dimension]) => TYPES[type]?.of.includes(dimension)).map(
    ([, , names]) => names.split(' ')[0] ?? '',
  );
}

/** Returns the kind of charge of a rate line's unit (figures 5). */
export function chargeOf(unit: string | null): 'energy' | 'standing' | 'capacity' | 'other' {
  const name = (unit ?? '').trim().toLowerCase();
  if (['day', 'days', 'month', 'months'].includes(name)) return 'standing';
  if (['kva', 'kw'].includes(name)) return 'capacity';
  const match = unitNamed(name);
  return match && match.dimension !== 'temperature' ? 'energy' : 'other';
}
