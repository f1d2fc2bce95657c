import type { UtilityType } from './records.js';

const CANONICAL: Readonly<Record<UtilityType, string>> = {
  electricity: 'kWh',
  gas: 'kWh',
  heating: 'kWh',
  cooling: 'kWh',
  solar: 'kWh',
  water: 'm³',
  flow: 'm³',
  waste: 'kg',
  temperature: '°C',
};

const THERM = 29.30710833;
const GJ = 277.777777778;

const ENERGY: Readonly<Record<string, number>> = {
  kwh: 1,
  wh: 0.001,
  mwh: 1000,
  gj: GJ,
  mj: 0.2777777777777778,
  therm: THERM,
  therms: THERM,
  btu: 0.00029307107,
  kbtu: 0.29307107,
  mmbtu: 293.07107,
  dth: 293.07107,
  toe: 11630,
};

const VOLUME: Readonly<Record<string, number>> = {
  m3: 1,
  'm³': 1,
  kl: 1,
  l: 0.001,
  litre: 0.001,
  litres: 0.001,
  ml: 1000,
  ft3: 0.028316846592,
  'cubic feet': 0.028316846592,
  'cubic metres': 1,
  mcf: 28.316846592,
  mmcf: 28316.846592,
  hcf: 2.8316846592,
  ccf: 2.8316846592,
  gal: 0.003785411784,
  impgal: 0.00454609,
  'us gallons': 0.003785411784,
  'imperial gallons': 0.00454609,
  kgal: 3.785411784,
  bbl: 0.158987294928,
};

const MASS: Readonly<Record<string, number>> = {
  kg: 1,
  t: 1000,
  tonne: 1000,
  tonnes: 1000,
  'metric tons': 1000,
  'short tons': 907.18474,
  'long tons': 1016.0469088,
  lb: 0.45359237,
};

const FAHRENHEIT = ['f', '°f', 'degf'];
const CELSIUS = ['c', '°c', 'degc'];

export const canonicalUnit = (type: UtilityType): string => CANONICAL[type];

export const isEnergyType = (type: UtilityType): boolean => CANONICAL[type] === 'kWh';

/** A unit of energy, volume or mass. */
export function isQuantityUnit(unit: string): boolean {
  const name = unit.toLowerCase();
  return name in ENERGY || name in VOLUME || name in MASS;
}

/** A value in the canonical unit of its type; the caller must not pass a unit that is impossible for the type. */
export function toCanonical(value: number, unit: string, type: UtilityType, calorificValue: number): number {
  const name = unit.toLowerCase();
  const canonical = CANONICAL[type];
  if (canonical === '°C') {
    if (CELSIUS.includes(name)) return value;
    if (FAHRENHEIT.includes(name)) return ((value - 32) * 5) / 9;
  }
  const volume = VOLUME[name];
  if (type === 'gas' && volume !== undefined) return (value * volume * 1.02264 * calorificValue) / 3.6;
  const table = canonical === 'kWh' ? ENERGY : canonical === 'm³' ? VOLUME : canonical === 'kg' ? MASS : {};
  const factor = table[name];
  if (factor === undefined) throw new Error(`${unit} is no unit of ${type}`);
  return value * factor;
}
