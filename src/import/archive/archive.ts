import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';
import { createUnpackBound, type UnpackBound } from '../unpackBound.js';
import { archiveProblem } from './archiveProblem.js';
import { ZipReader } from './zipReader.js';

/** How an archive begins: with a member, or, when it has none, with its end. */
export const ZIP_BEGINS: readonly string[] = ['PK\x03\x04', 'PK\x05\x06'];

/** A file of an archive. */
export interface Member {
  /** With its folders, divided by slashes. It is a label alone: nothing is ever written to a file of that name. */
  readonly name: string;
  /** Its bytes when unpacked, as its header says. */
  readonly size: number;
  /** Why it cannot be read, as a sentence's end; null: it can. */
  readonly problem: string | null;
  /**
   * Its bytes, unpacked as they are read.
   * @throws Error that begins with "the archive" when it is damaged, or unpacks to more than data does
   */
  readonly read: () => AsyncGenerator<Uint8Array>;
}

/** A ZIP archive. Its members are read in any order, and each as often as is asked; nothing stays open. */
export interface Archive {
  readonly members: readonly Member[];
  /** Counts what comes out of all its members. */
  readonly bound: UnpackBound;
}

const MOST_MEMBERS = 10_000;
const STORED = 0;
const DEFLATED = 8;

/**
 * Reads the directory of a ZIP archive.
 * @param source the path of a file, or the bytes
 * @throws Error that begins with "the archive" when it cannot be read; a system's error when its file cannot
 */
export async function openArchive(source: string | Buffer): Promise<Archive> {
  const { zip, close } = await openZip(source);
  try {
    if (zip.entryCount > MOST_MEMBERS) {
      throw new Error(`the archive has ${zip.entryCount} members, and may have ${MOST_MEMBERS}; divide it`);
    }
    const bound = createUnpackBound(() => zip.fileSize, 'the archive');
    const members = new Map<string, Member>();
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName;
      if (name.endsWith('/')) continue;
      // A database keeps no text with one.
      if (name.includes('\0')) throw new Error('the archive has a member with a NUL in its name; pack it again');
      if (members.has(name)) throw new Error(`the archive has two members of the name ${JSON.stringify(name)}`);
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
  return `is packed by method ${entry.compressionMethod}, and only Deflate is read; pack it as an ordinary ZIP archive`;
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
    if (sum !== entry.crc32) throw new Error('what a member unpacks to has another check sum than it should');
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
