import { locale, perLocale } from '../../shared/language.js';
import type { UtilityType } from '../generated/operations.js';
import { formatNumber } from './numbers.js';

const listFormat = perLocale((locale) => ({
  and: new Intl.ListFormat(locale, { type: 'conjunction' }),
  or: new Intl.ListFormat(locale, { type: 'disjunction' }),
}));
const plurals = perLocale((locale) => new Intl.PluralRules(locale));

/** Capitalises the first letter of a text. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}

/** Joins words to a list: electricity, gas and water. */
export function formatList(list: readonly string[], last: 'and' | 'or' = 'and'): string {
  return listFormat()[last].format(list);
}

/** Formats a number with its noun: 1 building, 2 buildings. */
export function counted(number: number, one: string, other: string): string {
  return `${formatNumber(number)} ${plurals().select(number) === 'one' ? one : other}`;
}

/** Returns the unit of a rate: kW for kWh. */
export function rateUnit(unit: string): string {
  return unit === 'kWh' ? 'kW' : `${unit}/h`;
}

export const KG = 'kg CO₂e';

/** All utility types in display order. */
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
