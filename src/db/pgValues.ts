import pg from 'pg';

/**
 * The parsers of values for both engines, by type id of PostgreSQL's catalogue (pg_type.oid). Other types have the
 * drivers' defaults, which agree: numbers, booleans, texts and lists of texts.
 */
export const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  /** bytea: identifiers and digests, in hexadecimal. PostgreSQL prints `\x…`. */
  17: (text) => text.slice(2),
  /** int8: counts. */
  20: Number,
  /**
   * timestamptz: ISO 8601 UTC with milliseconds. Sessions are in UTC, so PostgreSQL prints `… 13:30:00[.123]+00`. Other
   * forms, such as `infinity`, stay unchanged.
   */
  1184: (text) =>
    text.charAt(10) === ' ' && text.endsWith('+00')
      ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction(text)}Z`
      : text,
};

function fraction(text: string): string {
  return text.charAt(19) === '.' ? text.slice(20, text.indexOf('+', 20)).padEnd(3, '0') : '000';
}

/** Returns the function that parses a text from PostgreSQL, by the value's type id. */
export function parserOf(typeId: number): (text: string) => unknown {
  const parser = PARSERS[typeId];
  if (parser) return parser;
  const parse: unknown = pg.types.getTypeParser(typeId);
  if (typeof parse !== 'function') throw new Error(`pg has no parser of type ${typeId}`);
  return (text) => Reflect.apply(parse, null, [text]) as unknown;
}

/** Types whose values are numbers: int8, int2, int4, float8. */
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 701]);

/** Reads a value from the bytes of its text. */
export type Reader = (bytes: Buffer, from: number, to: number) => unknown;

/** Returns the function that reads the values of a type of PostgreSQL. */
export function readerOf(typeId: number): Reader {
  if (NUMBERS.has(typeId)) return readNumber;
  const parse = parserOf(typeId);
  return (bytes, from, to) => parse(bytes.toString('utf8', from, to));
}

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
/** A float8 holds a whole number of up to this many digits exactly. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/**
 * Reads a number. The quotient of two exact whole numbers is the number nearest to the decimal: JavaScript's parser
 * returns the same. For more digits, an exponent or other forms it calls JavaScript.
 */
export function readNumber(bytes: Buffer, from: number, to: number): number {
  const isNegative = bytes[from] === MINUS;
  const first = isNegative ? from + 1 : from;
  let integer = 0;
  let point = to;
  let isPlain = to > first && to - first <= EXACT_DIGITS;
  for (let index = first; index < to && isPlain; index += 1) {
    const digit = (bytes[index] ?? 0) - ZERO;
    if (digit >= 0 && digit <= 9) integer = integer * 10 + digit;
    else if (bytes[index] === POINT && point === to) point = index;
    else isPlain = false;
  }
  if (!isPlain) return Number(bytes.toString('latin1', from, to));
  const amount = point === to ? integer : integer / (POWERS[to - point - 1] ?? 1);
  return isNegative ? -amount : amount;
}
