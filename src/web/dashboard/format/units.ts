/** Units in the spelling of the SI and of the trade. */
const SPELLINGS = ['kWh', 'MWh', 'GWh', 'MJ', 'GJ', 'kW', 'MW', 'kVA', 'kvar', 'kvarh', 'kg', 'm³'] as const;
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...SPELLINGS.map((unit) => [unit.toLowerCase(), unit] as const),
  ['m3', 'm³'],
  ['m^3', 'm³'],
  ['ft3', 'ft³'],
]);

/** Returns a unit in its usual spelling: `kWh` for the `kwh` or `KWH` of a bill. Other units stay as imported. */
export function formatUnit(unit: string): string {
  return BY_NAME.get(unit.trim().toLowerCase()) ?? unit;
}
