import fc from 'fast-check';
import { PORTFOLIO } from './portfolio.js';

export const ACCOUNT_ID = String(PORTFOLIO.accounts[0]?._id);

/** Numbers that JSON, PostgreSQL or a column cannot hold, and ordinary ones. */
const NUMBERS = [
  ...[0, -0, 1, -1, 0.5, 1e-7, 5e-324, 1e21, 1e308, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 53)],
  ...[9_000_000_000_000_000, 9.2e18, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
];
export const anyNumber = fc.oneof(fc.constantFrom(...NUMBERS), fc.double(), fc.integer(), fc.maxSafeInteger());

const TEXTS = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\uD83C',
    '\uDFE2\uD83C',
    '\uFFFF',
    '"',
    "'",
    '\\',
    '%',
    '_',
    ',',
    '{}',
    '[]',
    'null',
    '*',
  ],
  ...['x'.repeat(101), 'x'.repeat(3_000), '1e400', '9'.repeat(400), 'true', 'asc', ':asc', 'name:asc', '_id:desc'],
  ...['0001-01-01', '0100-01-01', '2024-01-31', '2024-02-30', '9999-12-31T23:59:59.999-14:00', '+275760-09-13'],
  ...['1900-01-01', '2200-12-31', 'infinity', 'Europe/London', 'Asia/Kathmandu', 'electricity', 'A', 'accounts'],
  ...[ACCOUNT_ID, 'f'.repeat(24), `${'f'.repeat(23)}\0`, 'F'.repeat(24)],
];
/** Texts of any 16-bit units, including NUL and unpaired surrogates. */
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units));
export const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: anyUnits },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: anyNumber.map(String) },
);

/** Any JSON value. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  anyText,
  anyNumber,
  fc.constantFrom(null, true, false, [], {}),
  fc.array(anyText, { maxLength: 3 }),
);

/** Encodes a text for a query string. An unpaired surrogate becomes the bytes that UTF-8 would give it. */
export function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return Array.from(text, (part) => (/^[\uD800-\uDFFF]$/.test(part) ? '%ED%A0%BC' : encodeURIComponent(part))).join(
      '',
    );
  }
}
