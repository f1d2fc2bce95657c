import { createReadStream, read } from 'node:fs';
import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

const CHUNK = 64 * 1024;

/** Where the bytes of an archive are: an open file, or memory. */
export type ZipBytes = { readonly fd: number } | { readonly buffer: Buffer };

/** Reads parts of an archive for yauzl. A damaged archive points anywhere, so each place is checked. */
export class ZipReader extends RandomAccessReader {
  constructor(
    private readonly bytes: ZipBytes,
    private readonly size: number,
  ) {
    super();
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, count?: number) => void,
  ): void {
    if (!(position >= 0 && position + length <= this.size)) {
      setImmediate(callback, new Error(`it points to byte ${position}, and has ${this.size}`));
    } else if ('fd' in this.bytes) read(this.bytes.fd, buffer, offset, length, position, callback);
    else setImmediate(callback, null, this.bytes.buffer.copy(buffer, offset, position, position + length));
  }

  override _readStreamForRange(start: number, end: number): Readable {
    if (start >= end) return Readable.from([]);
    if ('fd' in this.bytes) {
      return createReadStream('', { fd: this.bytes.fd, start, end: end - 1, autoClose: false, highWaterMark: CHUNK });
    }
    return Readable.from(pieces(this.bytes.buffer.subarray(start, end)));
  }

  override close(callback: (error: Error | null) => void): void {
    // Whoever opened the file closes it.
    setImmediate(callback, null);
  }
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}
