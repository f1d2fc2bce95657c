import { AMBIGUOUS } from '../../usage/ambiguousUnits.js';
import { conversionOf } from '../../usage/units.js';

/** The name of a column, split into the unit and the rest. */
interface HeaderUnit {
  /**
   * The name without the unit. If the unit is not certain, the name without brackets. Without a unit, the complete
   * name.
   */
  readonly name: string;
  /** The unit as written; kWh per hour becomes kW. Null: no certain unit. */
  readonly unit: string | null;
  /** A clause that says why the unit is not certain; null: the unit is certain, or the name has no unit. */
  readonly ambiguity: string | null;
}

/** Kilowatts of each unit of power. */
const POWER: ReadonlyMap<string, number> = new Map([
  ['w', 0.001],
  ['watt', 0.001],
  ['watts', 0.001],
  ['kw', 1],
  ['kilowatt', 1],
  ['kilowatts', 1],
  ['mw', 1_000],
  ['megawatt', 1_000],
  ['megawatts', 1_000],
]);

/** Units of other quantities, or without a conversion: apparent and reactive power, normal volumes, money. */
const OTHERS = new Set(
  [
    'va kva mva vah kvah mvah var kvar mvar varh kvarh mvarh amp amps ampere amperes volt volts hz',
    'nm3 nm³ sm3 sm³ smc scm scf pulse pulses impulse impulses ticks co2 co2e kgco2 kgco2e gco2 gco2e',
    '€ £ $ ¢ % percent pct eur gbp usd aud chf pence cent cents',
  ].flatMap((names) => names.split(' ')),
);

/** Words for power: a column with such a name and no unit rarely holds energy. */
const POWER_WORDS =
  /^(?:power|demand|load|leistung|wirkleistung|lastgang|puissance|potenza|potencia|potência|vermogen|effekt)$/i;
/** Words that multiply a unit: `kWh (thousands)`, `Tsd. kWh`, `kWh x1000`, `'000 kWh`, `100 cf`. */
const MULTIPLIER =
  /^(?:thousands?|millions?|tausend|tsd\.?|milliers?|miles|migliaia|duizend|mio\.?|[x×*](?:1?0*\.?\d*)|'?000'?s?|10{2,9}|10\^\d)$/i;
/** Words in brackets that are not units. */
const NO_UNIT =
  /^(?:in|en|total|net|gross|actual|estimated|active|import|imported|export|exported|delivered|received|consumption|usage|interval|reading|read|metered|measured|day|daily|night|peak|off|hourly|half|hour|average|avg|mean|sum|incl?\.?|excl?\.?|tax|vat|optional|utc|gmt|local|time|a[+-]|[+-]a|[\d.:*]+)$/i;
/** A word before a unit, as in `Verbrauch in kWh`. */
const IN = /^(?:in|en|di|em)$/i;
const PER = /^(?:per|pro|par|por|je)$/i;
/** The most tokens of a unit, such as `thousand imperial gallons`. */
const MAX_WORDS = 4;

/**
 * Finds the unit at any position in the name of a column: `Usage (kWh)`, `Valeur (en kW)`, `Active energy Wh (A)`,
 * `consumptionKWh`, `kW average`, `kWh/30min`. If the name consists of the unit, the rest is ''.
 */
export function headerUnit(label: string): HeaderUnit {
  const tokens = labelTokens(label).flatMap(splitToken);
  const matches = unitsIn(tokens);
  const rest = tokens.filter((_, at) => !matches.some(({ from, to }) => at >= from && at < to));
  const ambiguous = (why: string): HeaderUnit => ({ name: withoutBrackets(label), unit: null, ambiguity: why });

  const other = rest.find(({ text }) => isOther(text));
  const [first, ...others] = matches;
  if (other !== undefined) return ambiguous(`has ${other.text}, which is not a unit of consumption`);
  if (first === undefined) return withoutUnit(label, rest);
  const different = others.find(({ unit }) => !isSameUnit(unit, first.unit));
  if (different !== undefined) return ambiguous(`has two units, ${first.unit} and ${different.unit}`);
  const multiplier = rest.find(({ text }) => MULTIPLIER.test(text));
  if (multiplier !== undefined) return ambiguous(`has ${multiplier.text} and ${first.unit}`);
  const before = tokens[first.from - 1]?.text ?? '';
  if (first.kind === 'other' || PER.test(before)) return ambiguous(`has ${first.unit} in a fraction`);
  const unit = first.kind === 'rate' || isPerHour(tokens, first.to) ? powerByHour(first.unit) : first.unit;
  if (unit === null) return ambiguous(`has ${first.unit} per unit of time, which is a flow`);
  const bracket = tokens[first.from]?.bracket ?? null;
  const names = rest.filter((token) => {
    if (bracket !== null && token.bracket === bracket) return false;
    if (token === tokens[first.from - 1] && IN.test(token.text)) return false;
    return !isTimeOf(token, tokens, first.to);
  });
  return { name: names.map(({ text }) => text).join(' '), unit, ambiguity: null };
}

/** Returns the result for a name without a known unit. Brackets may hold an unknown one. */
function withoutUnit(label: string, tokens: readonly Token[]): HeaderUnit {
  const unknown = tokens.find(({ text, bracket }) => bracket !== null && !NO_UNIT.test(text));
  const power = tokens.find(({ text }) => POWER_WORDS.test(text));
  const ambiguity =
    unknown !== undefined
      ? `has ${JSON.stringify(unknown.text)} in brackets, which is not a known unit`
      : power !== undefined
        ? `has ${power.text} but no unit`
        : null;
  return { name: ambiguity === null ? label : withoutBrackets(label), unit: null, ambiguity };
}

function withoutBrackets(label: string): string {
  return label.replace(/[([{][^()[\]{}]*[)\]}]/g, '').trim();
}

/** Patterns of a unit that is joined to a word without a space. */
const GLUED: readonly RegExp[] = [
  /^(\p{L}{3,})([kKmMgG][wW][hH])$/u,
  /^([kKmMgG][wW][hH])(\p{L}{4,})$/u,
  /^(\p{L}{2,}3?)\d+$/u,
];

/** The German VAT, which begins like megawatts. */
const TAX = /^mwst/i;

/** Splits a word from its unit: `consumptionKWh`, `kWhDelivered`, `usagekwh`, `kWh1`. */
function splitToken(token: Token): readonly Token[] {
  const { text } = token;
  if (isUnit(text) || text.includes('/') || TAX.test(text)) return [token];
  const caseSplits = [...text.matchAll(/(?<=\p{Ll})(?=\p{Lu})/gu)].map(({ index }) => [
    text.slice(0, index),
    text.slice(index),
  ]);
  const glued = GLUED.map((pattern) => pattern.exec(text)?.slice(1) ?? []);
  const parts = [...caseSplits, ...glued].find((all) => all.some((part) => part.length > 1 && isUnit(part)));
  return parts === undefined ? [token] : parts.map((part) => ({ ...token, text: part }));
}

interface UnitMatch {
  readonly unit: string;
  /** The range of its tokens, `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** The effect of a fraction bar: `p/kWh` and `kWh/m2` are not quantities, `kWh/h` is a rate. */
  readonly kind: 'quantity' | 'rate' | 'other';
}

/** Returns the units of a name. At each token, the longest unit counts. */
function unitsIn(tokens: readonly Token[]): readonly UnitMatch[] {
  const matches: UnitMatch[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const one = unitAt(tokens, from);
    if (one === null) continue;
    matches.push(one);
    from = one.to - 1;
  }
  return matches;
}

function unitAt(tokens: readonly Token[], from: number): UnitMatch | null {
  for (let to = Math.min(from + MAX_WORDS, tokens.length); to > from; to -= 1) {
    const words = tokens.slice(from, to);
    const unit = words.map(({ text }) => text).join(' ');
    if (words.some(({ bracket }) => bracket !== words[0]?.bracket)) continue;
    if (isUnit(unit) && (unit.length > 1 || isLetterUnit(tokens, from))) return { unit, from, to, kind: 'quantity' };
  }
  const [above = '', below] = (tokens[from]?.text ?? '').split('/');
  if (below === undefined) return null;
  const one = { from, to: from + 1 };
  if (isUnit(above)) {
    return { unit: above, ...one, kind: !isTimeWord(below) ? 'other' : isRate(below) ? 'rate' : 'quantity' };
  }
  return isUnit(below) ? { unit: below, ...one, kind: 'other' } : null;
}

/**
 * Whether a single letter is a unit: W, a letter at the end of a name, or a letter alone in brackets. `L` in `Phase L
 * average` is not a unit.
 */
function isLetterUnit(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  if (/^w$/i.test(token.text) || token.isAlone || IN.test(tokens[at - 1]?.text ?? '')) return true;
  return token.bracket === null && at === tokens.length - 1 && !/^[cf]$/i.test(token.text);
}

/** Whether the words after a unit make it a quantity per hour: `kWh per hour`. */
function isPerHour(tokens: readonly Token[], after: number): boolean {
  return PER.test(tokens[after]?.text ?? '') && isRate(tokens[after + 1]?.text ?? '');
}

/** Whether a token belongs to the time after `per`, as in `per half hour`. */
function isTimeOf({ text }: Token, tokens: readonly Token[], after: number): boolean {
  return PER.test(tokens[after]?.text ?? '') && (PER.test(text) || isTimeWord(text) || /^half$/i.test(text));
}

/** Returns the unit of power for a unit of energy per hour; null: the unit is not one of energy. */
function powerByHour(unit: string): string | null {
  const plain = unit.toLowerCase();
  return (
    new Map([
      ['wh', 'W'],
      ['kwh', 'kW'],
      ['mwh', 'MW'],
    ]).get(plain) ?? null
  );
}

function isOther(text: string): boolean {
  const plain = text.toLowerCase();
  return OTHERS.has(plain) || OTHERS.has(plain.split('/')[0] ?? '') || /^[€£$]|[€£$]$/.test(plain);
}

const TYPES = ['electricity', 'water', 'waste', 'temperature'];

/** Whether two units convert the same way. */
export function isSameUnit(a: string, b: string): boolean {
  if (a.toLowerCase() === b.toLowerCase()) return true;
  if (powerOf(a) !== null || powerOf(b) !== null) return powerOf(a) === powerOf(b);
  return TYPES.some((type) => {
    const [one, two] = [conversionOf(type, a, 1), conversionOf(type, b, 1)];
    return one !== null && two !== null && one.factor === two.factor && one.offset === two.offset;
  });
}

/** Whether a text is a unit of a quantity that meters measure, or of power. Includes ambiguous units such as `gallons`. */
export function isUnit(text: string): boolean {
  const plain = text.trim().toLowerCase();
  if (plain === '') return false;
  return POWER.has(plain) || AMBIGUOUS.includes(plain) || TYPES.some((type) => conversionOf(type, plain, 1) !== null);
}

/** Returns the kilowatts of a unit of power; null: the unit is not one of power. */
export function powerOf(unit: string): number | null {
  return POWER.get(unit.trim().toLowerCase()) ?? null;
}

/** Times that make a quantity a rate, whatever the length of the intervals. */
const RATE = /^(?:h|hr|hrs|hour|stunde|std|heure|hora|ora|uur|min|minute|s|sec|second)$/i;
/** Times that are lengths of intervals: a quantity per such a time is that of an interval. */
const INTERVAL =
  /^(?:\d+(?:\.\d+)?(?:m|min|mins|minutes?|h|hr|hrs|hours?)|hh|qh|half|halfhour|half-hour|quarter|interval|period|int|reading|day|d|tag|jour|dia|día|giorno|dag|week|month)$/i;

/** Whether the denominator of a unit is a time: `kWh/30min`, `m3/h`, `kWh/day`. */
function isTimeWord(text: string): boolean {
  return RATE.test(text) || INTERVAL.test(text);
}

/** Whether a quantity per this time is a rate: `kWh/h` is kW. */
function isRate(text: string): boolean {
  return RATE.test(text);
}

/** A word of the name of a column. */
interface Token {
  readonly text: string;
  /** The number of its brackets in the name; null: the word is outside brackets. */
  readonly bracket: number | null;
  /** Whether it is the only word in its brackets or in the name. */
  readonly isAlone: boolean;
}

const BRACKETS = /[([{]([^()[\]{}]*)[)\]}]/g;
/** Joins a fraction, and a number with its unit, to one word: `kWh / 30 min`. */
const JOINED: readonly (readonly [RegExp, string])[] = [
  [/\s+/g, ' '],
  [/ ?\/ ?/g, '/'],
  [/\/(\d+) (?=(?:m|min|mins|minutes?|h|hrs?|hours?)\b)/gi, '/$1'],
];

/** Splits the name of a column into words, and marks those in brackets. Spaces, underscores and dashes separate words. */
function labelTokens(label: string): readonly Token[] {
  const tokens: Token[] = [];
  let from = 0;
  let count = 0;
  for (const match of label.matchAll(BRACKETS)) {
    tokens.push(...wordsOf(label.slice(from, match.index), null));
    tokens.push(...wordsOf(match[1] ?? '', count));
    from = match.index + match[0].length;
    count += 1;
  }
  tokens.push(...wordsOf(label.slice(from), null));
  return tokens.length === 1 ? tokens.map((token) => ({ ...token, isAlone: true })) : tokens;
}

function wordsOf(text: string, bracket: number | null): readonly Token[] {
  const joined = JOINED.reduce((all, [pattern, by]) => all.replace(pattern, by), text);
  const words = joined.split(/[\s_,;:|"()[\]{}]+|(?<=\p{L})-(?=\p{L})|(?<=\p{L}{2})\.(?=\p{L}{2}|$)/u);
  const all = words.filter((word) => word !== '' && word !== '-' && word !== '–');
  const isAlone = bracket !== null && all.length === 1;
  return all.map((word) => ({ text: word, bracket, isAlone }));
}
