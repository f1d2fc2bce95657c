import { quoted } from '../../errors/suggest.js';
import { isUnit } from './headerUnit.js';

/** The columns of the periods of a day. */
export interface PeriodColumns {
  /** Indexes of the columns, in order. */
  readonly columns: readonly number[];
  /** Minutes of a period. */
  readonly length: number;
  /** The starts of periods in minutes after midnight, if labels are local times; null: the labels are numbers. */
  readonly starts: readonly number[] | null;
  /** Whether the labels are ends of periods. */
  readonly isOfEnds: boolean;
  /** The unit in the labels, as in `kWh_1`; null: none. */
  readonly unit: string | null;
}

/** A column whose label states its period of the day. */
export interface LabelledColumn {
  readonly label: string;
  readonly index: number;
}

/** The number of periods of a normal day, by the number of columns. A header for days of 25 hours has more columns. */
const NORMAL: Readonly<Record<number, number>> = { 24: 24, 48: 48, 96: 96, 25: 24, 50: 48, 100: 96 };
const DAY_MINUTES = 24 * 60;

/** Whether a label names a period: `00:30`, `12:30 AM`, `00:00-00:30`, `HH0030`, `1`, `HH01`, `SP1`, `kWh_1`, `period 1`. */
export function isPeriod(label: string): boolean {
  return readPeriodLabel(label) !== null;
}

/**
 * Returns a key of the period that a label names: minutes after midnight, or `#1` for a number; null: the label names
 * no period.
 */
export function periodKey(label: string): string | null {
  const read = readPeriodLabel(label);
  if (read === null) return null;
  return read.kind === 'count' ? `#${read.count}` : String(read.kind === 'time' ? read.at : read.from);
}

/**
 * Reads the period columns of a header: 24, 48 or 96 of them, or 25, 50 or 100 with those of the longest day. Numbers
 * count from 1 or from 0.
 * @param stamps whether a clock label is the start or the end of its period; null: the first label decides
 * @throws Error if they are not all periods of a day in order, or do not fit `stamps`
 */
export function readPeriodColumns(labelled: readonly LabelledColumn[], stamps: 'start' | 'end' | null): PeriodColumns {
  const labels = labelled.map(({ label }) => label);
  const normal = NORMAL[labels.length];
  if (normal === undefined) {
    throw new Error(
      `the header must have 24, 48 or 96 period columns (25, 50 or 100 for a long day), got ${labels.length}`,
    );
  }
  const length = DAY_MINUTES / normal;
  const columns = labelled.map(({ index }) => index);
  const [first = ''] = labels;
  const common = { columns, length, unit: readPeriodLabel(first)?.unit ?? null };
  if (rangeOf(first) !== null) {
    refuseEnd(stamps, 'names the start of each period');
    return { ...common, isOfEnds: false, starts: evenStarts(labels, (label) => rangeOf(label, length), length) };
  }
  if (minutesOf(first) === null) {
    refuseEnd(stamps, 'numbers its periods');
    const from = countOf(first) === 0 ? 0 : 1;
    const wrong = labels.find((label, index) => countOf(label) !== index + from);
    if (wrong !== undefined) {
      throw new Error(`the header must number its periods consecutively from 1, got ${quoted(wrong)}`);
    }
    return { ...common, isOfEnds: false, starts: null };
  }
  if (labels.some((label) => (minutesOf(label) ?? 0) > DAY_MINUTES))
    return { ...common, ...longDay(labels, length, stamps) };
  return { ...common, ...clockStarts(labels, length, stamps) };
}

/**
 * Reads labels beyond 24:00, such as `H2430` and `H2500` of a day of 25 hours. They are not local times, but number the
 * periods of a day.
 * @throws Error if they are not all periods in order
 */
function longDay(
  labels: readonly string[],
  length: number,
  stamps: 'start' | 'end' | null,
): Pick<PeriodColumns, 'starts' | 'isOfEnds'> {
  const isOfEnds = stamps === 'end' || (stamps === null && minutesOf(labels[0] ?? '') === length);
  for (const [index, label] of labels.entries()) {
    if (minutesOf(label) === (index + (isOfEnds ? 1 : 0)) * length) continue;
    throw new Error(`the header must have a period every ${length} minutes from midnight on, got ${quoted(label)}`);
  }
  return { isOfEnds, starts: null };
}

function clockStarts(
  labels: readonly string[],
  length: number,
  stamps: 'start' | 'end' | null,
): Pick<PeriodColumns, 'starts' | 'isOfEnds'> {
  const [label = ''] = labels;
  const first = minutesOf(label);
  // A period with the end 00:29 ends at 00:30.
  const isLastMinute = first === length - 1 && length > 1;
  const isEnd = first === length || isLastMinute;
  if (isEnd && stamps === 'start') {
    throw new Error(`the header begins at ${label}, so its times look like the ends of periods: give --stamps end`);
  }
  if (first === 0 && stamps === 'end') {
    throw new Error(`the header begins at ${label}, so its times are the starts of periods: omit --stamps end`);
  }
  if (stamps !== 'end' && !isEnd) return { isOfEnds: false, starts: evenStarts(labels, minutesOf, length) };
  const last = labels.length - 1;
  const startOf = (text: string, index: number): number | null => {
    const written = minutesOf(text);
    if (written === null) return null;
    const minutes = isLastMinute || (written === DAY_MINUTES - 1 && index === last) ? written + 1 : written;
    // The last period of a date ends at midnight, written as 24:00, 23:59 or 00:00.
    return (minutes === 0 && index === last ? DAY_MINUTES : minutes) - length;
  };
  return { isOfEnds: true, starts: evenStarts(labels, startOf, length) };
}

/**
 * Returns the starts, and checks that they are at equal distances from midnight. A header for the longest day may go
 * back one hour once.
 */
function evenStarts(
  labels: readonly string[],
  startOf: (label: string, index: number) => number | null,
  length: number,
): readonly number[] {
  let expected = 0;
  let mayRepeat = labels.length > DAY_MINUTES / length;
  return labels.map((label, index) => {
    const start = startOf(label, index);
    if (start !== expected && mayRepeat && start === expected - 60) {
      mayRepeat = false;
      expected = start;
    }
    if (start !== expected) {
      throw new Error(`the header must have a period every ${length} minutes from midnight on, got ${quoted(label)}`);
    }
    expected += length;
    return start;
  });
}

function refuseEnd(stamps: 'start' | 'end' | null, why: string): void {
  if (stamps === 'end') throw new Error(`the header ${why}, so --stamps does not apply`);
}

/** Returns the start of a label that is a range; null: it is not a range, or does not have the given length. */
function rangeOf(label: string, length?: number): number | null {
  const read = readPeriodLabel(label);
  if (read?.kind !== 'range') return null;
  const size = (read.to - read.from + DAY_MINUTES) % DAY_MINUTES;
  return length === undefined || size === length || size === length - 1 ? read.from : null;
}

function minutesOf(label: string): number | null {
  const read = readPeriodLabel(label);
  return read?.kind === 'time' ? read.at : null;
}

function countOf(label: string): number | null {
  const read = readPeriodLabel(label);
  return read?.kind === 'count' ? read.count : null;
}

/**
 * Finds the columns of a day's periods from the first one, whatever their names. These are the columns whose labels
 * differ only in their numbers or times, such as `Cost 1`, `Cost 2`. If the first label has no number, these are all
 * columns with the same label, or all that follow.
 * @returns the columns by index, each with a label that states its period
 */
export function periodsFrom(labels: readonly string[], first: number): ReadonlyMap<number, LabelledColumn> {
  const family = familyOf(labels[first] ?? '');
  const rest = labels.flatMap((label, index) => (index < first ? [] : [{ label, index }]));
  const same = rest.filter(({ label }) => familyOf(label) === family);
  const all = same.length > 1 ? same : rest.filter(({ label }) => label !== '');
  const hasNumbers = same.length > 1 && all.every(({ label }) => /\d/.test(label));
  return new Map(
    all.map(({ label, index }, at) => [index, { label: hasNumbers ? periodIn(label) : String(at + 1), index }]),
  );
}

/** Returns a label without its numbers and without AM or PM. */
function familyOf(label: string): string {
  return label
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/[ap]\.?m\.?$/, '')
    .trim();
}

/** Returns the part of a label that names a period, between unknown words. */
function periodIn(label: string): string {
  const bare = label.replace(/^\D+/, '');
  const texts = [label, bare, bare.replace(/\D+$/, '')];
  return texts.find((text) => readPeriodLabel(text) !== null) ?? label;
}

/** The period of the day that the label of a column states. */
type PeriodLabel = (
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
function readPeriodLabel(label: string): PeriodLabel | null {
  // The digit of a cubic metre or foot is not part of the period.
  const text = label.trim().replace(/(m|ft)3(?=[\s_)\]-])/i, '$1³');
  const [, rangePrefix, first, second, rangeSuffix] = RANGE.exec(text) ?? [];
  if (rangePrefix !== undefined) {
    const around = aroundPeriod(rangePrefix, rangeSuffix);
    const [from, to] = [clockMinutes(first), clockMinutes(second)];
    return around && from !== null && to !== null ? { kind: 'range', from, to, ...around } : null;
  }
  const [, clockPrefix, time, clockSuffix] = CLOCK.exec(text) ?? [];
  if (clockPrefix !== undefined) {
    const around = aroundPeriod(clockPrefix, clockSuffix);
    const at = clockMinutes(time);
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
function clockMinutes(text = ''): number | null {
  const [, hours, minutes = '00', seconds = '00', half] = PARTS.exec(text.trim()) ?? [];
  if (hours === undefined || seconds !== '00' || Number(minutes) > 59) return null;
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const all = hour * 60 + Number(minutes);
  return all <= MAX_MINUTES ? all : null;
}
