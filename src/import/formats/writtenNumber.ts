/**
 * The value of a text, first read with a decimal point, then with a decimal comma; null: the text cannot be read that
 * way.
 */
export type Readings = readonly [string | null, string | null];

/**
 * Classifies a text that needs no conversion if points are decimal. Most cells are such. `whole`: only digits.
 * `pointed`: digits and points. A minus may precede both. Null: any other text. Leading zeros need conversion, because
 * JSON does not allow them.
 */
export function classifyNumber(text: string): 'whole' | 'pointed' | null {
  const from = text.charCodeAt(0) === MINUS ? 1 : 0;
  const first = text.charCodeAt(from);
  if (!(first >= ZERO && first <= NINE)) return null;
  let kind: 'whole' | 'pointed' = 'whole';
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === FULL_STOP) kind = 'pointed';
    else if (!(code >= ZERO && code <= NINE) || (first === ZERO && at === from + 1)) return null;
  }
  return kind;
}

const [MINUS, FULL_STOP, ZERO, NINE] = [45, 46, 48, 57];

/** Longer texts are not numbers. */
const MAX_CHARACTERS = 60;
const SPACES = /[\s\u00a0\u2007\u2009\u202f]+/g;

const numberPattern = (point: string, comma: string): RegExp =>
  new RegExp(`^(?:(\\d*)|([1-9]\\d{0,2}(?:([${comma}'’ ])\\d{3})(?:\\3\\d{3})*))(?:\\${point}(\\d+))?$`);
const POINT = numberPattern('.', ',');
const COMMA = numberPattern(',', '.');

/** A sign and a currency before or after the number, brackets around it: `-£5.00`, `(1.234,50 €)`, `AUD 5-`. */
const WRITTEN =
  /^(\()? ?([+\-−])? ?([A-Z]{3}|[A-Z]{0,2}\p{Sc})? ?([+\-−])? ?([\d.,'’ ]*\d)([eE][+-]?\d+)? ?([A-Z]{3}|\p{Sc})? ?([-−])? ?(\))?$/u;
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/**
 * Reads a number in usual forms. The decimal sign is a point or a comma. The other one, spaces or apostrophes separate
 * thousands. A sign precedes or follows the number, and brackets make it negative. A percentage is not a number.
 * @param isMoney whether it may have a currency sign or an ISO 4217 code
 * @returns the number in JSON form with its digits unchanged, first read with a decimal point, then with a decimal
 * comma
 */
export function readWrittenNumber(text: string, isMoney: boolean): Readings {
  if (text.length > MAX_CHARACTERS) return [null, null];
  const [match, open, before, currency, between, digits = '', exponent = '', after, behind, close] =
    WRITTEN.exec(text.replace(SPACES, ' ')) ?? [];
  const signs = [open, before, between, behind].filter((sign) => sign !== undefined);
  if (match === undefined || signs.length > 1 || (open === undefined) !== (close === undefined)) return [null, null];
  const named = [currency, after].filter((name) => name !== undefined);
  if (named.length > 1 || (named.length === 1 && !isMoney) || !named.every(isCurrency)) return [null, null];
  const isNegative = signs.length === 1 && signs[0] !== '+';
  return [toJsonNumber(POINT, digits, isNegative, exponent), toJsonNumber(COMMA, digits, isNegative, exponent)];
}

function isCurrency(name: string): boolean {
  return !/^[A-Z]{3}$/.test(name) || CURRENCIES.has(name);
}

function toJsonNumber(pattern: RegExp, digits: string, isNegative: boolean, exponent: string): string | null {
  const [match, plainDigits, grouped, , fraction] = pattern.exec(digits) ?? [];
  if (match === undefined) return null;
  const units = (plainDigits ?? grouped ?? '').replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  return `${isNegative ? '-' : ''}${units === '' ? '0' : units}${fraction === undefined ? '' : `.${fraction}`}${exponent}`;
}
