import { MAX_MILLIONTHS, millionthsOf, roundFigure } from '../plan/scalars.js';
import { PADDING, TextWords } from '../values/textWords.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/** The most bytes of a number in JSON. */
const NUMBER_BYTES = 32;
/** The most UTF-8 bytes of one UTF-16 code unit. */
const CHARACTER_BYTES = 3;
/** {@link JsonBytes} writes numbers with at most this many decimals itself. The slower `JSON.stringify` writes the others. */
const DECIMALS = 6;
const MILLION = 1_000_000;

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;
/** Characters of an instant after its date. */
const TIME_LENGTH = 'Thh:mm:ss.sssZ'.length;

/** The text after the date of an instant, for each half-hour of a day. All instants of figures begin a half-hour. */
const HALF_HOURS = Array.from(
  { length: DAY_MS / HALF_HOUR_MS },
  (_, slot) => new TextWords(`${new Date(slot * HALF_HOUR_MS).toISOString().slice(-TIME_LENGTH)}"`),
);

/** Dates by day since 1970-01-01, with the quotation mark before them. Answers repeat the same days. */
const dates = new Map<number, TextWords>();
const MAX_DATES = 1_000;

/** @throws RangeError for a day outside the range of `Date` */
function dateText(day: number): TextWords {
  let date = dates.get(day);
  if (!date) {
    date = new TextWords(`"${new Date(day * DAY_MS).toISOString().slice(0, -TIME_LENGTH)}`);
    if (dates.size >= MAX_DATES) dates.clear();
    dates.set(day, date);
  }
  return date;
}

/** Writes JSON as UTF-8 bytes, equal to those of `JSON.stringify`. */
export class JsonBytes {
  #bytes: Buffer;
  #view: DataView;
  #at = 0;
  /** The day of the last instant, and its date. */
  #day = NaN;
  #date = new TextWords('');

  /** @param size the initial capacity in bytes */
  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafeSlow(size);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** The number of written bytes. */
  get length(): number {
    return this.#at;
  }

  /** Drops all bytes after the first `length`. */
  truncate(length: number): void {
    this.#at = length;
  }

  /** Returns a copy of the bytes. */
  copy(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#at));
  }

  /** Returns the text. */
  text(): string {
    return this.#bytes.toString('utf8', 0, this.#at);
  }

  /** Writes a text unchanged. */
  raw(text: TextWords): void {
    this.#roomFor(text.length + PADDING);
    this.#at = text.copy(this.#view, this.#at);
  }

  /** Writes a text in quotation marks. */
  string(text: string): void {
    const { length } = text;
    const bytes = this.#roomFor(length + 2);
    let at = this.#at;
    bytes[at++] = QUOTE;
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index);
      if (code < SPACE || code >= DELETE || code === QUOTE || code === BACKSLASH) {
        this.#json(JSON.stringify(text));
        return;
      }
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    this.#at = at;
  }

  /** Writes a figure like {@link roundFigure}. */
  figure(value: number): void {
    const millionths = millionthsOf(value);
    if (Number.isNaN(millionths)) this.number(roundFigure(value));
    else this.#decimal(millionths);
  }

  /** Writes a number. JSON has no NaN and no infinity: they become null. */
  number(value: number): void {
    const millionths = Math.round(value * MILLION);
    // Then the shortest decimal form of the number has the digits of `millionths`.
    if (Math.abs(millionths) < MAX_MILLIONTHS && millionths / MILLION === value) this.#decimal(millionths);
    else this.#json(JSON.stringify(value));
  }

  /**
   * Writes an instant, in milliseconds, as ISO 8601.
   * @throws RangeError for an instant outside the range of `Date`
   */
  instant(ms: number): void {
    const day = Math.floor(ms / DAY_MS);
    const time = HALF_HOURS[(ms - day * DAY_MS) / HALF_HOUR_MS];
    if (!time) {
      this.string(new Date(ms).toISOString());
      return;
    }
    if (day !== this.#day) {
      this.#date = dateText(day);
      this.#day = day;
    }
    this.raw(this.#date);
    this.raw(time);
  }

  /**
   * Writes a number given in millionths, up to {@link MAX_MILLIONTHS}, without trailing zeros. Its parts fit in 32 bits.
   * `| 0` tells V8 so, which then computes with integers: `%` of two doubles is a call.
   */
  #decimal(millionths: number): void {
    const bytes = this.#roomFor(NUMBER_BYTES);
    if (millionths < 0) bytes[this.#at++] = MINUS;
    const amount = Math.abs(millionths);
    const integer = (amount / MILLION) | 0;
    let count = 1;
    for (let left = (integer / 10) | 0; left > 0; left = (left / 10) | 0) count += 1;
    this.#digits(integer, count);
    let rest = (amount - integer * MILLION) | 0;
    if (rest === 0) return;
    let decimals = DECIMALS;
    for (; rest % 10 === 0; rest = (rest / 10) | 0) decimals -= 1;
    bytes[this.#at++] = POINT;
    this.#digits(rest, decimals);
  }

  /** Writes an integer of 32 bits with `count` digits. */
  #digits(value: number, count: number): void {
    const bytes = this.#bytes;
    let rest = value;
    for (let at = this.#at + count - 1; at >= this.#at; at -= 1) {
      const tens = (rest / 10) | 0;
      bytes[at] = ZERO + rest - tens * 10;
      rest = tens;
    }
    this.#at += count;
  }

  #json(text: string): void {
    this.#at += this.#roomFor(text.length * CHARACTER_BYTES).write(text, this.#at);
  }

  /** Returns the bytes, with capacity for `size` more. */
  #roomFor(size: number): Buffer {
    const needed = this.#at + size;
    if (needed <= this.#bytes.length) return this.#bytes;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
    return larger;
  }
}
