import { conversionOf } from './units.js';

/** The countries, as in `address.countryCode`, whose law or custom gives such a unit one meaning. */
const US = ['us', 'pr', 'gu', 'vi', 'as', 'mp'];
const UK = ['gb', 'im', 'je', 'gg', 'ie'];

/**
 * Names of units that have two meanings, and what they mean where: United States (NIST Handbook 44, appendix C), United
 * Kingdom and its islands (Weights and Measures Act 1985, schedule 1) and Ireland, which had the same units; Canada has
 * the imperial gallon and the ton of 2,000 pounds (Weights and Measures Act, schedule II). Elsewhere nothing is certain.
 */
const MEANINGS: readonly {
  readonly names: readonly string[];
  /** A type of account whose records may have it. */
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

/** The names that have two meanings, in lower case; a row may write them with other blanks. */
export const AMBIGUOUS: readonly string[] = MEANINGS.flatMap(({ names }) => names);

/** What an ambiguous name can mean, for a message. */
export function meaningsOf(name: string): readonly string[] {
  return meaningOf(name)?.by.map(({ unit }) => unit) ?? [];
}

/**
 * The exact unit that an ambiguous name stands for.
 * @param name in any case
 * @param country of the account's asset, in any case; null: not known
 * @param said the unit that was said for such names, which goes before the country's where it measures the same; null: none
 * @returns null where neither decides
 */
export function exactUnit(name: string, country: string | null, said: string | null): string | null {
  const meaning = meaningOf(name);
  if (!meaning) return null;
  if (said !== null && conversionOf(meaning.type, said, 1) !== null && meaningOf(said) === undefined) return said;
  return meaning.by.find(({ countries }) => countries.includes(country?.toLowerCase() ?? ''))?.unit ?? null;
}

/** Whether a unit can be said for ambiguous names: an exact one of a volume or a mass. */
export function canBeSaid(unit: string): boolean {
  return AMBIGUOUS.some((name) => exactUnit(name, null, unit) !== null);
}

function meaningOf(name: string): (typeof MEANINGS)[number] | undefined {
  const plain = withoutBlanks(name);
  return MEANINGS.find(({ names }) => names.some((one) => withoutBlanks(one) === plain));
}

function withoutBlanks(name: string): string {
  return name.replaceAll(/\s/g, '').toLowerCase();
}
