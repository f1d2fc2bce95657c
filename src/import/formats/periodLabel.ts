import { isUnit } from './headerUnit.js';

/** The period of the day that the label of a column states. */
export type PeriodLabel = (
  | { readonly kind: 'count'; readonly count: number }
  /** Minutes after midnight. */
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
) & {
  /** A unit that the label states, as in `kWh_1`; null: none. */
  readonly unit: string | null;
};

/** The longest day has 25 hours: `H2430`, `H2500`. */
const MAX_MINUTES = 25 * 60;

/** `00:30`, `0.30`, `00h30`, `00_30_00`, `12:30 AM`, `1 PM`. */
const TIME = String.raw`(\d{1,2}(?:[:.h_]\d\d(?:[:._]\d\d)?)?\s*(?:[ap]\.?m\.?)|\d{1,2}[:.h_]\d\d(?:[:._]\d\d)?|\d{4})`;
const TO = String.raw`\s*(?:-|–|—|/|\bto\b|\bbis\b|\btot\b|\bà\b|\ba\b)\s*`;
const RANGE = new RegExp(`^(\\D*)${TIME}${TO}${TIME}(\\D*)$`, 'i');
const CLOCK = new RegExp(`^(\\D*?)${TIME}(\\D*)$`, 'i');
const COUNTED = /^(\D*?)0{0,2}(\d{1,3})(\D*)$/;
const PARTS = /^(\d{1,2})[:.h_]?(\d\d)?(?:[:._](\d\d))?\s*(?:([ap])\.?m\.?)?$/i;

/**
 * Words around the time or the number of a period. Units are allowed too. A label with any other word is not a period:
 * `Cost 1` and `Export 1` are other quantities.
 */
const WORDS: ReadonlySet<string> = new Set(
  [
    'h hh hr hrs hour hours half halfhour halfhourly he ending end beginning starting start time t at',
    'p per period periods sp settlement slot i id int intvl interval q qh quarter quarterhour',
    'v val value values read reading reads consumption cons usage use energy import active',
    'from stunde std viertelstunde periode von uhr heure heures de ora ore hora horas uur kwartier van',
  ]
    .join(' ')
    .split(' '),
);

/** Reads the label of a column as a period of the day; null: the label is not a period. */
export function readPeriodLabel(label: string): PeriodLabel | null {
  // The digit of a cubic metre or foot is not part of the period.
  const text = label.trim().replace(/(m|ft)3(?=[\s_)\]-])/i, '$1³');
  const [, rangePrefix, first, second, rangeSuffix] = RANGE.exec(text) ?? [];
  if (rangePrefix !== undefined) {
    const around = aroundPeriod(rangePrefix, rangeSuffix);
    const [from, to] = [minutesOf(first), minutesOf(second)];
    return around && from !== null && to !== null ? { kind: 'range', from, to, ...around } : null;
  }
  const [, clockPrefix, time, clockSuffix] = CLOCK.exec(text) ?? [];
  if (clockPrefix !== undefined) {
    const around = aroundPeriod(clockPrefix, clockSuffix);
    const at = minutesOf(time);
    return around && at !== null ? { kind: 'time', at, ...around } : null;
  }
  const [, countPrefix, count, countSuffix] = COUNTED.exec(text) ?? [];
  const around = countPrefix === undefined ? null : aroundPeriod(countPrefix, countSuffix);
  return around && { kind: 'count', count: Number(count), ...around };
}

/** Returns the unit in the words around a period; null: a word does not belong to a period. */
function aroundPeriod(prefix = '', suffix = ''): { readonly unit: string | null } | null {
  let unit: string | null = null;
  for (const word of `${prefix} ${suffix}`.split(/[^\p{L}³]+/u)) {
    if (word === '' || splitWords(word).every(isOfWords)) continue;
    // A single letter is ambiguous.
    if (word.length < 2 || !isUnit(word)) return null;
    unit = word;
  }
  return { unit };
}

/** Splits `consumptionHH` or `ReadingAt` into words in lower case. */
function splitWords(text: string): readonly string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu}{2}|\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(' ');
}

/** Whether a text is one of {@link WORDS} or consists of several, such as `consumptionhh`. */
function isOfWords(word: string): boolean {
  if (WORDS.has(word)) return true;
  for (let end = word.length - 1; end > 1; end -= 1) {
    if (WORDS.has(word.slice(0, end)) && isOfWords(word.slice(end))) return true;
  }
  return false;
}

/** Returns minutes after midnight, up to 25:00; null: the text is not a time in full minutes. */
function minutesOf(text = ''): number | null {
  const [, hours, minutes = '00', seconds = '00', half] = PARTS.exec(text.trim()) ?? [];
  if (hours === undefined || seconds !== '00' || Number(minutes) > 59) return null;
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const all = hour * 60 + Number(minutes);
  return all <= MAX_MINUTES ? all : null;
}
