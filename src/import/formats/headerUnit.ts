import { conversionOf } from '../../usage/units.js';

/** A name and the unit behind it: `Usage (kWh)`, `usage_kwh`, `Consumption [m3]`; a name that is a unit has no name. */
export function unitBehind(label: string): { readonly name: string; readonly unit: string | null } {
  const [, name = '', text = ''] =
    /^(.*?)[\s_]*[([]([^()[\]]+)[)\]]$/.exec(label) ?? /^(.*?)[\s_]+(\S+)$/.exec(label) ?? [];
  if (text !== '' && isUnit(text)) return { name, unit: text };
  return isUnit(label) ? { name: '', unit: label } : { name: label, unit: null };
}

const POWER = ['w', 'kw', 'mw'];

/** Whether a text is a unit of something that meters measure, or of power. */
export function isUnit(text: string): boolean {
  const types = ['electricity', 'water', 'waste'];
  const plain = text.trim().toLowerCase();
  return plain !== '' && (POWER.includes(plain) || types.some((type) => conversionOf(type, plain, 1) !== null));
}

/** Kilowatts of a unit of power; null: it is none. */
export function powerOf(unit: string): number | null {
  const place = POWER.indexOf(unit.trim().toLowerCase());
  return [0.001, 1, 1000][place] ?? null;
}
