import { conversionOf } from './units.js';

/** The countries (`address.countryCode`) in which an ambiguous unit has one meaning, by law or custom. */
const US = ['us', 'pr', 'gu', 'vi', 'as', 'mp'];
const UK = ['gb', 'im', 'je', 'gg', 'ie'];

/**
 * The meanings of ambiguous unit names by country. Sources: United States, NIST Handbook 44, appendix C; United Kingdom
 * with its islands, Weights and Measures Act 1985, schedule 1. Ireland had the same units. Canada uses the imperial
 * gallon and the ton of 2,000 pounds (Weights and Measures Act, schedule II). Elsewhere the meaning is uncertain.
 */
const MEANINGS: readonly {
  readonly names: readonly string[];
  /** A type of account whose records may use the names. */
  readonly type: string;
  readonly by: readonly { readonly unit: string; readonly countries: readonly string[] }[];
}[] = [
  {
    names: ['gallon', 'gallons'],
    type: 'water',
    by: [
      { unit: 'us gallons', countries: US },
      { unit: 'imperial gallons', countries: [...UK, 'ca'] },
    ],
  },
  {
    names: ['thousand gallons'],
    type: 'water',
    by: [
      { unit: 'thousand us gallons', countries: US },
      { unit: 'thousand imperial gallons', countries: [...UK, 'ca'] },
    ],
  },
  {
    names: ['ton', 'tons'],
    type: 'waste',
    by: [
      { unit: 'short tons', countries: [...US, 'ca'] },
      { unit: 'long tons', countries: UK },
    ],
  },
];

/** The ambiguous names in lower case. Rows may contain other blanks. */
export const AMBIGUOUS: readonly string[] = MEANINGS.flatMap(({ names }) => names);

/** Returns the possible units of an ambiguous name, for a message. */
export function meaningsOf(name: string): readonly string[] {
  return meaningOf(name)?.by.map(({ unit }) => unit) ?? [];
}

/**
 * Returns the exact unit of an ambiguous name.
 * @param name the name in any case
 * @param country the country of the account's asset in any case, or null
 * @param chosen the unit that the user chose for ambiguous names, or null. It overrides the country if the dimension is
 *   the same
 * @returns null if neither decides
 */
export function exactUnit(name: string, country: string | null, chosen: string | null): string | null {
  const meaning = meaningOf(name);
  if (!meaning) return null;
  if (chosen !== null && conversionOf(meaning.type, chosen, 1) !== null && meaningOf(chosen) === undefined)
    return chosen;
  return meaning.by.find(({ countries }) => countries.includes(country?.toLowerCase() ?? ''))?.unit ?? null;
}

/** Whether a user can choose a unit for ambiguous names: an exact unit of volume or mass. */
export function isChoosableUnit(unit: string): boolean {
  return AMBIGUOUS.some((name) => exactUnit(name, null, unit) !== null);
}

function meaningOf(name: string): (typeof MEANINGS)[number] | undefined {
  const plain = withoutBlanks(name);
  return MEANINGS.find(({ names }) => names.some((one) => withoutBlanks(one) === plain));
}

function withoutBlanks(name: string): string {
  return name.replaceAll(/\s/g, '').toLowerCase();
}
