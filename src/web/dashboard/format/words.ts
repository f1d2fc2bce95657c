import type { UtilityType } from '../generated/operations.js';

/** A text with a capital at its start. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** electricity, gas and water */
export function inWords(list: readonly string[], last = 'and'): string {
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} ${last} ${list.at(-1) ?? ''}`;
}

/** 1 building, 2 buildings. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${new Intl.NumberFormat('en-GB').format(number)} ${number === 1 ? one : many}`;
}

/** The unit of the rate of a unit: kW of kWh. */
export function rateUnit(unit: string): string {
  return unit === 'kWh' ? 'kW' : `${unit}/h`;
}

export const KG = 'kg CO₂e';

/** Sources of consumption as people call them. */
export const SOURCES = { hh: 'Intervals', reading: 'Readings', invoice: 'Invoices', custom: 'Custom' } as const;

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
