import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { quoted } from '../../errors/suggest.js';
import { createUnpackBound, type UnpackBound } from '../unpackBound.js';

/** The first bytes of an archive: those of a member, or of the end record if the archive is empty. */
export const ZIP_BEGINS: readonly string[] = ['PK\x03\x04', 'PK\x05\x06'];

/** A file of an archive. */
export interface Member {
  /** The path within the archive, with slashes between folders. It is only a label: no file of that name is written. */
  readonly name: string;
  /** The unpacked size in bytes that the header states. */
  readonly size: number;
  /** Why the member cannot be read, as the end of a sentence; null: the member can be read. */
  readonly problem: string | null;
  /**
   * Unpacks the bytes of the member as a stream.
   * @throws Error that begins with "the archive" if the member is damaged, or unpacks to more than data does
   */
  readonly read: () => AsyncGenerator<Uint8Array>;
}

/** A ZIP archive. Callers read the members in any order and as often as they need. No file stays open between reads. */
export interface Archive {
  readonly members: readonly Member[];
  /** Counts the unpacked bytes of all members. */
  readonly bound: UnpackBound;
}

const MAX_MEMBERS = 10_000;
const STORED = 0;
const DEFLATED = 8;

/**
 * Reads the directory of a ZIP archive.
 * @param source the path of a file, or the bytes
 * @throws Error that begins with "the archive" if the archive cannot be read; a system error if the file cannot
 */
export async function openArchive(source: string | Buffer): Promise<Archive> {
  const { zip, close } = await openZip(source);
  try {
    if (zip.entryCount > MAX_MEMBERS) {
      throw new Error(`the archive has ${zip.entryCount} members, more than the limit of ${MAX_MEMBERS}: split it`);
    }
    const bound = createUnpackBound(() => zip.fileSize, 'the archive');
    const members = new Map<string, Member>();
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName;
      if (name.endsWith('/')) continue;
      // PostgreSQL cannot store a NUL in a text.
      if (name.includes('\0')) throw new Error('the archive has a member with a NUL in its name; pack it again');
      if (members.has(name))
        throw new Error(`the archive has two members with the name ${JSON.stringify(name)}: rename one`);
      const read = (): AsyncGenerator<Uint8Array> => readMember(source, entry, bound);
      members.set(name, { name, size: entry.uncompressedSize, problem: problemOf(entry), read });
    }
    return { members: [...members.values()], bound };
  } catch (error) {
    throw archiveProblem(error);
  } finally {
    await close();
  }
}

function problemOf(entry: Entry): string | null {
  if (entry.isEncrypted()) return 'is encrypted; unpack it with its password first';
  if (entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED) return null;
  return `has the unsupported compression method ${entry.compressionMethod}: pack it again as an ordinary ZIP archive (Deflate)`;
}

async function* readMember(source: string | Buffer, entry: Entry, bound: UnpackBound): AsyncGenerator<Uint8Array> {
  const { zip, close } = await openZip(source);
  try {
    let sum = 0;
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      bound.add(chunk.length);
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) throw new Error('a member does not match its checksum');
  } catch (error) {
    throw archiveProblem(error);
  } finally {
    await close();
  }
}

async function openZip(
  source: string | Buffer,
): Promise<{ readonly zip: ZipFile; readonly close: () => Promise<void> }> {
  const bytes = typeof source === 'string' ? await open(source) : source;
  const close = async (): Promise<void> => {
    if (!Buffer.isBuffer(bytes)) await bytes.close();
  };
  try {
    const size = Buffer.isBuffer(bytes) ? bytes.length : (await bytes.stat()).size;
    const zip = await fromRandomAccessReaderPromise(new ZipReader(bytes, size), size, { autoClose: false });
    return { zip, close };
  } catch (error) {
    await close();
    throw archiveProblem(error);
  }
}

/** Messages of yauzl, and their meaning for the user. */
const MEANINGS: readonly (readonly [RegExp, (...groups: readonly string[]) => string])[] = [
  [
    /^(?:invalid relative path|absolute path|invalid characters in fileName): (.*)$/s,
    (name = '') =>
      `has a member ${quoted(name)}, whose path leads outside the archive; pack it again with relative paths`,
  ],
  [/^strong encryption/, () => 'is encrypted; unpack it with its password first'],
  [/^multi-disk/, () => 'is one of several parts; join them first'],
  [/^End of central directory record signature not found/, () => 'has no end: it is truncated or damaged'],
];

/**
 * Rewords an error so that its message begins with "the archive". Returns system errors, and errors that begin with
 * "the", unchanged.
 */
function archiveProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error.message.startsWith('the ')) return error;
  const code = 'code' in error ? String(error.code) : '';
  // ENOENT and the like are errors of the system. The codes of zlib, which begin with Z, concern the data.
  if (/^E[A-Z]+$/.test(code)) return error;
  for (const [pattern, meaning] of MEANINGS) {
    const match = pattern.exec(error.message);
    if (match) return new Error(`the archive ${meaning(...match.slice(1))}`, { cause: error });
  }
  const message = error.message.replace(/\.$/, '');
  return new Error(`the archive is damaged (${message})`, { cause: error });
}

const CHUNK = 128 * 1024;

/**
 * Reads parts of an archive for yauzl, from an open file or memory. A damaged archive points anywhere, so each
 *   position is checked.
 */
class ZipReader extends RandomAccessReader {
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
      setImmediate(callback, new Error(`it refers to byte ${position}, but has only ${this.size} bytes`));
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
    // The caller that opened the file closes it.
    setImmediate(callback, null);
  }

  private async *range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, end - at));
      const count = await this.take(chunk, 0, chunk.length, at);
      if (count === 0) throw new Error(`it ends too early, at byte ${at}`);
      yield chunk.subarray(0, count);
      at += count;
    }
  }

  private async take(buffer: Buffer, offset: number, length: number, position: number): Promise<number> {
    if (Buffer.isBuffer(this.bytes)) return this.bytes.copy(buffer, offset, position, position + length);
    return (await this.bytes.read(buffer, offset, length, position)).bytesRead;
  }
}
