import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

const CHUNK = 128 * 1024;

/** Reads parts of an archive for yauzl, from an open file or memory. A damaged archive points anywhere, so each place is checked. */
export class ZipReader extends RandomAccessReader {
  constructor(
    private readonly bytes: FileHandle | Buffer,
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
      return;
    }
    this.take(buffer, offset, length, position).then(
      (count) => setImmediate(callback, null, count),
      (error: unknown) => setImmediate(callback, error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.range(start, end));
  }

  override close(callback: (error: Error | null) => void): void {
    // Whoever opened the file closes it.
    setImmediate(callback, null);
  }

  private async *range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, end - at));
      const count = await this.take(chunk, 0, chunk.length, at);
      if (count === 0) throw new Error(`it ends at byte ${at}, before it should`);
      yield chunk.subarray(0, count);
      at += count;
    }
  }

  private async take(buffer: Buffer, offset: number, length: number, position: number): Promise<number> {
    if (Buffer.isBuffer(this.bytes)) return this.bytes.copy(buffer, offset, position, position + length);
    return (await this.bytes.read(buffer, offset, length, position)).bytesRead;
  }
}
