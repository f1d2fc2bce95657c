import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import { bytesOf } from '../values/bytes.js';
import { isWritten, type Json, type DeferredList, type Part } from './json.js';

const deflate = promisify<Buffer, { readonly level: number }, Buffer>(deflateRaw);
const inflate = promisify<Buffer, Buffer>(inflateRaw);

/**
 * Buffers texts compressed until they are sent. JSON of records then takes a tenth of its memory, outside the heap.
 * zlib's threads compress it.
 */
export class CompressedTexts {
  readonly #texts: (readonly (Buffer | DeferredList)[])[] = [];

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  /** Bytes of memory that the compressed texts hold. */
  get heldBytes(): number {
    const buffers = this.#texts.flat().filter((part) => Buffer.isBuffer(part));
    return [...new Set(buffers.map(({ buffer }) => buffer))].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Compresses a text. Adjacent written parts become one buffer; parts written on demand stay as they are. */
  async add(text: Json): Promise<void> {
    const parts: (Buffer | DeferredList)[] = [];
    let written: (string | Buffer)[] = [];
    const compressWritten = async (): Promise<void> => {
      if (written.length === 0) return;
      const compressed = await deflate(bytesOf(written), { level: constants.Z_BEST_SPEED });
      // The copy releases zlib's buffer: its result is a slice of 16 KiB.
      parts.push(bytesOf([compressed]));
      written = [];
    };
    for (const part of typeof text === 'string' ? [text] : text) {
      if (isWritten(part)) {
        written.push(part);
        continue;
      }
      await compressWritten();
      parts.push(part);
    }
    await compressWritten();
    this.#texts.push(parts);
  }

  /** Yields the texts in the order in which they were added. It inflates each when the caller reads it. */
  async *texts(): AsyncGenerator<Json> {
    for (const parts of this.#texts) {
      const inflated: Part[] = [];
      for (const part of parts) inflated.push(Buffer.isBuffer(part) ? await inflate(part) : part);
      yield inflated;
    }
  }
}
