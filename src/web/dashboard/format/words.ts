import { locale, perLocale } from '../../shared/language.js';
import type { UtilityType } from '../generated/operations.js';
import { formatNumber } from './numbers.js';

const listFormat = perLocale((own) => ({
  and: new Intl.ListFormat(own, { type: 'conjunction' }),
  or: new Intl.ListFormat(own, { type: 'disjunction' }),
}));
const plurals = perLocale((own) => new Intl.PluralRules(own));

/** A text with a capital at its start. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}

/** electricity, gas and water */
export function inWords(list: readonly string[], last: 'and' | 'or' = 'and'): string {
  return listFormat()[last].format(list);
}

/** 1 building, 2 buildings. */
export function counted(number: number, one: string, other: string): string {
  return `${formatNumber(number)} ${plurals().select(number) === 'one' ? one : other}`;
}

/** The unit of the rate of a unit: kW of kWh. */
export function rateUnit(unit: string): string {
  return unit === 'kWh' ? 'kW' : `${unit}/h`;
}

export const KG = 'kg CO₂e';

/** Every type, in the order in which they are shown. */
export const TYPES: readonly UtilityType[] = [
  'electricity',
  'gas',
  'heating',
  'cooling',
  'solar',
  'water',
  'waste',
  'flow',
  'temperature',
];
