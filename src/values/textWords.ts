const WORD_BYTES = 8;
/** The most bytes that a copy of {@link TextWords} overwrites after its text. */
export const PADDING = WORD_BYTES - 1;

/**
 * A text in words of 8 bytes, the last one padded, to be copied often: a word takes the time of a byte. Words are copied
 * as floating-point numbers, because 64-bit integers would be objects. In little-endian order no UTF-8 text has the bytes
 * of NaN, which a copy may change.
 */
export class TextWords {
  /** The bytes of the text. */
  readonly length: number;
  readonly #words: DataView;

  constructor(text: string) {
    const bytes = Buffer.from(text);
    this.length = bytes.length;
    const padded = new Uint8Array(WORD_BYTES * Math.ceil(bytes.length / WORD_BYTES));
    padded.set(bytes);
    this.#words = new DataView(padded.buffer);
  }

  /** Copies the text, and up to {@link PADDING} zeros after it. @returns the index after the text */
  copy(into: DataView, at: number): number {
    const { length } = this;
    for (let word = 0; word < length; word += WORD_BYTES) {
      into.setFloat64(at + word, this.#words.getFloat64(word, true), true);
    }
    return at + length;
  }
}
