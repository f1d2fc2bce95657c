/** The types of accounts: the enum `UtilityType` of the schema (contract 4, /consumption, accountType). */
export const UTILITY_TYPES = [
  'electricity',
  'gas',
  'water',
  'waste',
  'solar',
  'heating',
  'flow',
  'cooling',
  'temperature',
] as const;
export type UtilityType = (typeof UTILITY_TYPES)[number];

/** Flow and temperature have no emissions, and are never missing (figures 6). */
const WITHOUT_EMISSIONS: readonly string[] = ['flow', 'temperature'] satisfies UtilityType[];

/** Returns whether a utility type has emissions. */
export function hasEmissions(type: string): boolean {
  return !WITHOUT_EMISSIONS.includes(type);
}
