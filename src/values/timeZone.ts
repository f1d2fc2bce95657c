import { quoted, suggest } from '../errors/suggest.js';
import { UTC } from './offsets.js';
import type { Parsed } from './scalars.js';

const ALIASES_OF_UTC = /^(?:Etc\/)?(?:UTC|UCT|GMT|GMT[+-]?0|Greenwich|Universal|Zulu)$/i;
/** Zones with a fixed offset. Intl knows them, but does not list them. */
const FIXED = /^Etc\/GMT[+-]\d+$/;

/** New names of renamed zones (IANA's file `backward`), by the CLDR names that Intl still uses. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

/**
 * Parses the name of a time zone of the IANA database, in any case.
 * @returns its canonical name, which is `UTC` for every alias of UTC; otherwise a clause with the received name and a
 * similar one
 */
export function parseTimeZone(text: string): Parsed<string> {
  const trimmed = text.trim();
  if (ALIASES_OF_UTC.test(trimmed)) return { value: UTC };
  const key = trimmed.toLowerCase();
  const name = canonicalNames.get(key) ?? resolvedName(trimmed);
  if (name !== null && (FIXED.test(name) || zoneNames().includes(name))) {
    canonicalNames.set(key, name);
    return { value: name };
  }
  return {
    problem: `must be a time zone of the IANA database such as Europe/London, got ${quoted(text)}${hint(text)}`,
  };
}

/** Returns a clause that suggests a similar zone; '' if no zone has a similar name. */
export function hint(text: string): string {
  const nearest = suggest(text.trim(), zoneNames());
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
}

/**
 * Returns the time zone of a country that has only one (CLDR's regions of IANA's zones).
 * @param country ISO 3166-1 alpha-2, in any case
 * @returns null if the country has several zones or does not exist
 */
export function zoneOfCountry(country: string): string | null {
  if (!/^[a-z]{2}$/i.test(country)) return null;
  const [name, ...others] = regionZones(new Intl.Locale(`und-${country}`));
  return name === undefined || others.length > 0 ? null : canonical(name);
}

/** Newer versions of ECMA-402 have a method, older ones a property. TypeScript has neither yet. */
function regionZones(locale: Intl.Locale & { getTimeZones?(): unknown; timeZones?: unknown }): readonly string[] {
  const regions = locale.getTimeZones?.() ?? locale.timeZones;
  return Array.isArray(regions) ? regions.map(String) : [];
}

/** The canonical names by the received names in lower case. It is a cache, because Intl resolves names slowly. */
const canonicalNames = new Map<string, string>();
let cachedZoneNames: readonly string[] | undefined;

function zoneNames(): readonly string[] {
  return (cachedZoneNames ??= [UTC, ...Intl.supportedValuesOf('timeZone').map(canonical)]);
}

function canonical(name: string): string {
  return RENAMED.get(name) ?? name;
}

/** Returns the canonical name; null: Intl has no such zone. */
function resolvedName(text: string): string | null {
  // Newer versions of Intl also accept offsets.
  if (!/^[a-z]/i.test(text)) return null;
  try {
    return canonical(new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
