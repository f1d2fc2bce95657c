import { quoted, suggest } from '../errors/suggest.js';
import { UTC } from './offsets.js';
import type { Parsed } from './scalars.js';

const ALIASES_OF_UTC = /^(?:Etc\/)?(?:UTC|UCT|GMT|GMT[+-]?0|Greenwich|Universal|Zulu)$/i;
/** Zones that are an offset, which Intl knows and does not list. */
const FIXED = /^Etc\/GMT[+-]\d+$/;

/** The names of zones that IANA has renamed (its file `backward`), as Intl has them: by the names of CLDR. */
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
 * Reads the name of a time zone of the IANA database, in any case.
 * @returns its canonical name, `UTC` for all that are UTC; else a clause that names what was got and what is near
 */
export function parseTimeZone(text: string): Parsed<string> {
  const trimmed = text.trim();
  if (ALIASES_OF_UTC.test(trimmed)) return { value: UTC };
  const key = trimmed.toLowerCase();
  const name = known.get(key) ?? resolvedName(trimmed);
  if (name !== null && (FIXED.test(name) || zoneNames().includes(name))) {
    known.set(key, name);
    return { value: name };
  }
  return {
    problem: `must be a time zone of the IANA database such as Europe/London, got ${quoted(text)}${hint(text)}`,
  };
}

/** A clause that says which zone may be meant; empty where none is near. */
export function hint(text: string): string {
  const meant = suggest(text.trim(), zoneNames());
  return meant === undefined ? '' : ` (did you mean ${meant}?)`;
}

/**
 * The zone of a country that has one (CLDR's regions of IANA's zones).
 * @param country ISO 3166-1 alpha-2, in any case
 * @returns null where there are several, or no such country
 */
export function zoneOfCountry(country: string): string | null {
  if (!/^[a-z]{2}$/i.test(country)) return null;
  const [name, ...others] = regionZones(new Intl.Locale(`und-${country}`));
  return name === undefined || others.length > 0 ? null : canonical(name);
}

/** A method in newer versions of ECMA-402, a property in older ones; TypeScript knows neither yet. */
function regionZones(locale: Intl.Locale & { getTimeZones?(): unknown; timeZones?: unknown }): readonly string[] {
  const found = locale.getTimeZones?.() ?? locale.timeZones;
  return Array.isArray(found) ? found.map(String) : [];
}

/** What Intl says of zones, which it is slow to say: as many as there are names. */
const known = new Map<string, string>();
let names: readonly string[] | undefined;

function zoneNames(): readonly string[] {
  return (names ??= [UTC, ...Intl.supportedValuesOf('timeZone').map(canonical)]);
}

function canonical(name: string): string {
  return RENAMED.get(name) ?? name;
}

/** The canonical name; null: Intl knows no such zone. */
function resolvedName(text: string): string | null {
  // Newer ones take offsets too.
  if (!/^[a-z]/i.test(text)) return null;
  try {
    return canonical(new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
