import { headerUnit, powerOf } from '../headerUnit.js';
import { plainName } from '../meterColumns.js';

/** The part of a rate line that a column holds. */
export type LinePart = 'consumption' | 'unitRate' | 'cost';

/** A column that holds a part of a rate line, such as `Night rate (p/kWh)`. */
export interface RateColumn {
  /** The name of the line: `Night`, `Standing charge`. */
  readonly rateName: string;
  readonly part: LinePart;
  /** The unit of the quantity in the column name; null: none. */
  readonly unit: string | null;
  readonly isStanding: boolean;
}

/** Names of times of day or year, and of numbered registers, with separate prices. */
const RATE_NAME =
  /^(?:day|night|any ?time|controlled load|all units|economy|peak|off[- ]?peak|shoulder|evening|weekend|weekday|summer|winter|single|standard|all day|rate ?\d|register ?\d|tariff ?\d|t ?\d|tag|nacht|ht|nt|hochtarif|niedertarif|hauptzeit|nebenzeit|hp|hc|heures pleines|heures creuses|punta|llano|valle|piek|dal|f[123])(?![\p{L}\d])/iu;
const STANDING =
  /standing|daily charge|fixed charge|service charge|grundpreis|grundgeb(?:ü|ue)hr|abonnement|termine? fij|quota fissa|vastrecht/i;
/** Names of other charges: each becomes a line with a cost. */
const CHARGE =
  /charge|levy|fees?\b|capacity|availability|duos|tnuos|entgelt|umlage|geb(?:ü|ue)hr|konzessionsabgabe|stromsteuer|energiesteuer|acheminement|taxe|canon|peaje|oneri|accise|heffing/i;
const PRICE = /rate|price|\/ ?(?:kwh|mwh|day|m3|m³|tag|jour|d)\b|preis|tarif|prix|precio|prezzo|prijs/i;
const DAYS = /\bdays?\b|\btage\b|\bjours\b/i;
const PART_WORDS =
  /\b(?:units?|usage|consumption|kwh|p|ct|pence|cents?|rate|unit rate|price|cost|costs|charge|charges|amount|total|net|days?|verbrauch|menge|preis|kosten|betrag|arbeitspreis|in|per)\b|\(.*?\)|\[.*?\]|[£€$]|\bp\/kwh\b/giu;
/** Words of sums and taxes, which are not charge lines: `VAT on charges`, `Total charges`. */
const NO_LINE = /total|vat|tax\b|mwst|gross|brutto|net\b|%/i;

/** Names of readings and their dates, which are not amounts: `Day Present Read`. */
const READING = /\b(?:reads?|readings?|date|datum)\b|stand\b/i;
/** Names of power without a charge: `Available Capacity (kVA)`. */
const POWER = /\bk?va\b|\bk?var\b/i;
const MONEY = /charge|fees?\b|cost|entgelt|[£€$]|\/|\bper\b/i;
/** Names of a tax on a charge. Excludes names that say that a charge includes or excludes tax. */
const TAX_ON = /^(?!.*\b(?:ex|excl|excluding|inc|incl|including|before|ohne|zzgl|inkl)\b).*\b(?:vat|gst|tax|mwst)\b/i;

/** Whether the name of a line is that of a rate by time of day or year, or of a register. */
export function isRateName(name: string): boolean {
  return RATE_NAME.test(name);
}

/** Reads a column name as a part of a rate line; null: the column holds no such part. */
export function rateColumn(label: string): RateColumn | null {
  const text = label.trim().replace(/_/g, ' ');
  const { unit } = headerUnit(text);
  if ((READING.test(text) || POWER.test(text)) && !MONEY.test(text)) return null;
  if ((unit !== null && powerOf(unit) !== null) || TAX_ON.test(text)) return null;
  if (STANDING.test(text)) {
    const part = PRICE.test(withoutStanding(text))
      ? 'unitRate'
      : DAYS.test(withoutStanding(text))
        ? 'consumption'
        : 'cost';
    return { rateName: 'Standing charge', part, unit: part === 'consumption' ? 'day' : null, isStanding: true };
  }
  const [named] = RATE_NAME.exec(text) ?? [];
  if (named !== undefined) {
    const rest = text.slice(named.length);
    // In `Rate 1 kWh`, `Rate 1` is the name of the line and the rest is the part.
    const part = PRICE.test(rest)
      ? 'unitRate'
      : unit !== null || /units?|usage|consumption|verbrauch|menge/i.test(rest)
        ? 'consumption'
        : 'cost';
    return rest.trim() === ''
      ? null
      : { rateName: nameOf(text, named), part, unit: part === 'consumption' ? unit : null, isStanding: false };
  }
  if (!CHARGE.test(text) || NO_LINE.test(text) || unit !== null) return null;
  const part = /\b(?:unit )?rate\b|price|\/ ?(?:kwh|kva|day|month)/i.test(text) ? 'unitRate' : 'cost';
  return {
    rateName: text
      .replace(/\(.*?\)|[£€$]/g, '')
      .replace(part === 'unitRate' ? /\s*\b(?:unit )?rate\b|\s*price/i : /\s+(?:cost|amount)$/i, '')
      .trim(),
    part,
    unit: null,
    isStanding: false,
  };
}

/** Returns the name of a line, including a second word: `Winter day kWh` gives `Winter day`. */
function nameOf(text: string, named: string): string {
  const rest = text
    .slice(named.length)
    .replace(PART_WORDS, ' ')
    .replace(/\/.*$/, '')
    .replace(/[\s,:-]+/g, ' ')
    .trim();
  const all = rest === '' ? named.trim() : `${named.trim()} ${rest}`;
  return all.charAt(0).toUpperCase() + all.slice(1);
}

function withoutStanding(text: string): string {
  return text.replace(STANDING, ' ');
}

/** Returns a key that is equal for the same rate in any case. */
export function rateKey(name: string): string {
  return plainName(name);
}
