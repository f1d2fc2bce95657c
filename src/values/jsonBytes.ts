const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/** Bytes of a number at most, as JavaScript writes it. */
const NUMBER_BYTES = 32;
/** Bytes of a character of a string at most, in UTF-8. */
const CHARACTER_BYTES = 3;
/** Decimals of the numbers whose digits are written without the runtime's help. */
const DECIMALS = 6;
const MILLION = 1_000_000;
/** A whole number of millionths below it has one shortest decimal form. */
const MOST_MILLIONTHS = 2 ** 50;

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;
/** Characters of an instant behind its date. */
const TIME_LENGTH = 'Thh:mm:ss.sssZ'.length;
/** What stands behind the date of an instant at each half-hour of a day: figures have no others. */
const HALF_HOURS = Array.from({ length: DAY_MS / HALF_HOUR_MS }, (_, slot) =>
  Buffer.from(`${new Date(slot * HALF_HOUR_MS).toISOString().slice(-TIME_LENGTH)}"`),
);

/** JSON that is written as bytes of UTF-8, the values as `JSON.stringify` writes them. */
export class JsonBytes {
  #bytes: Buffer;
  #at = 0;
  /** The day of the last instant, counted from 1970-01-01, and its date. */
  #day = NaN;
  #date: Uint8Array = Buffer.alloc(0);

  /** @param size bytes that there is room for at first */
  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafeSlow(size);
  }

  /** Bytes that are written. */
  get length(): number {
    return this.#at;
  }

  /** Takes back what was written behind so many bytes. */
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

  /** Writes bytes as they are, one by one: most are few, and a call of the runtime costs as much as twenty. */
  raw(source: Uint8Array): void {
    const { length } = source;
    const bytes = this.#roomFor(length);
    let at = this.#at;
    for (let index = 0; index < length; index += 1) bytes[at++] = source[index] ?? 0;
    this.#at = at;
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

  /** Writes a number; one that JSON does not have as null. */
  number(value: number): void {
    const millionths = Math.round(value * MILLION);
    if (Math.abs(millionths) < MOST_MILLIONTHS && millionths / MILLION === value) this.#decimal(millionths);
    else this.#json(JSON.stringify(value));
  }

  /**
   * Writes an instant, in milliseconds, as ISO 8601.
   * @throws RangeError where there is no such instant
   */
  instant(ms: number): void {
    const day = Math.floor(ms / DAY_MS);
    const time = HALF_HOURS[(ms - day * DAY_MS) / HALF_HOUR_MS];
    if (!time) {
      this.string(new Date(ms).toISOString());
      return;
    }
    if (day !== this.#day) {
      this.#date = Buffer.from(`"${new Date(ms).toISOString().slice(0, -TIME_LENGTH)}`);
      this.#day = day;
    }
    this.raw(this.#date);
    this.raw(time);
  }

  /** Writes the digits of a whole number of millionths, without zeros at the end. */
  #decimal(millionths: number): void {
    const bytes = this.#roomFor(NUMBER_BYTES);
    if (millionths < 0) bytes[this.#at++] = MINUS;
    const amount = Math.abs(millionths);
    const whole = Math.floor(amount / MILLION);
    this.#digits(whole, digitsOf(whole));
    let rest = amount - whole * MILLION;
    if (rest === 0) return;
    let decimals = DECIMALS;
    for (; rest % 10 === 0; decimals -= 1) rest /= 10;
    bytes[this.#at++] = POINT;
    this.#digits(rest, decimals);
  }

  /** Writes a whole number with so many digits. */
  #digits(value: number, count: number): void {
    let rest = value;
    for (let at = this.#at + count - 1; at >= this.#at; at -= 1) {
      const tens = Math.floor(rest / 10);
      this.#bytes[at] = ZERO + rest - tens * 10;
      rest = tens;
    }
    this.#at += count;
  }

  #json(text: string): void {
    this.#at += this.#roomFor(text.length * CHARACTER_BYTES).write(text, this.#at);
  }

  /** Returns the bytes, with room for so many more. */
  #roomFor(size: number): Buffer {
    const wanted = this.#at + size;
    if (wanted <= this.#bytes.length) return this.#bytes;
    const larger = Buffer.allocUnsafeSlow(Math.max(wanted, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    return larger;
  }
}

function digitsOf(whole: number): number {
  let digits = 1;
  for (let power = 10; power <= whole; power *= 10) digits += 1;
  return digits;
}
