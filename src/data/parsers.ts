/**
 * How both engines hand values over, by type id of PostgreSQL's catalogue (pg_type.oid). What is not listed keeps the
 * drivers' defaults, which agree: numbers, booleans, texts and lists of texts.
 */
export const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  /** bytea: identifiers and digests, in hexadecimal. PostgreSQL prints `\x…`. */
  17: (text) => text.slice(2),
  /** int8: counts. */
  20: Number,
  /** timestamptz: ISO 8601 UTC with milliseconds; sessions are in UTC, so PostgreSQL prints `… 13:30:00[.123]+00`. */
  1184: (text) => `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction(text)}Z`,
};

function fraction(text: string): string {
  return text.charAt(19) === '.' ? text.slice(20, text.indexOf('+', 20)).padEnd(3, '0') : '000';
}

/** An identifier as both engines take it as a parameter of type bytea. */
export function idParameter(hex: string): string {
  return `\\x${hex}`;
}
