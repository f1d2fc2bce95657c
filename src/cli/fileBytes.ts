import { createReadStream, statSync } from 'node:fs';
import { openArchive, ZIP_BEGINS, type Archive, type Member } from '../import/archive/archive.js';
import { documentOf } from '../import/archive/archiveFiles.js';
import { peek } from '../import/formats/peek.js';
import type { SheetFacts } from '../import/workbook/sheetFacts.js';
import { openSheet } from '../import/workbook/workbook.js';
import { context } from './commandContext.js';
import { CommandError } from './output.js';

/** Receives the number of bytes read so far and the total size, which is 0 if unknown. */
export type OnBytes = (read: number, size: number) => void;

export interface FileBytes {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The sheet that the bytes come from; null if the file is not a workbook. */
  readonly sheet: SheetFacts | null;
  close(): void;
}

/**
 * Opens a file, or standard input for `-`.
 * @throws CommandError if the file does not exist or cannot be read
 */
export function openBytes(path: string, onBytes: OnBytes): FileBytes {
  try {
    const isInput = path === '-';
    const input = isInput ? context().stdin : createReadStream(path, { highWaterMark: 256 * 1024 });
    const close = (): void => {
      input.destroy();
    };
    return { chunks: counted(input, isInput ? 0 : statSync(path).size, onBytes), sheet: null, close };
  } catch (error) {
    throw fileProblem(path, error);
  }
}

/** Passes the chunks on and reports their sizes. A `data` listener would start the stream before its reader is ready. */
export async function* counted(
  input: AsyncIterable<Uint8Array>,
  size: number,
  onBytes: OnBytes,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of input) {
    read += chunk.length;
    onBytes(read, size);
    yield chunk;
  }
}

/** Turns an error about a file into a CommandError with a sentence, and returns any other error unchanged. */
export function fileProblem(path: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return new CommandError(`There is no file ${path}.`);
  if (code === 'EACCES') return new CommandError(`${path} cannot be read: no permission.`);
  if (code === 'EISDIR') return new CommandError(`${path} is a directory.`);
  if (code === undefined && error.message.startsWith('the ')) return new CommandError(`${path}: ${error.message}.`);
  return error;
}

/** The largest archive that is read from a stream. It is held in memory because a ZIP directory is at the end. */
const MAX_MEGABYTES = 256;
/** The number of bytes that identify an archive. */
export const ARCHIVE_HEAD = 4;

export function isArchive(head: Uint8Array): boolean {
  return ZIP_BEGINS.includes(Buffer.from(head.subarray(0, ARCHIVE_HEAD)).toString('latin1'));
}

/**
 * Reads an archive from a stream into memory.
 * @param instead the advice in the error if the archive is too large
 * @throws Error that begins with "the archive" if it is larger than the limit
 */
export async function readAll(input: AsyncIterable<Uint8Array>, instead: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > MAX_MEGABYTES * 1024 ** 2) {
      throw new Error(`the archive is larger than the ${MAX_MEGABYTES} MB limit for archives in memory; ${instead}`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Opens a member of an archive. The member may be a workbook. */
export async function openMember(member: Member, sheet: string | null, onBytes: OnBytes): Promise<FileBytes> {
  const bytes = member.read();
  const { head, bytes: allBytes } = await peek(bytes, ARCHIVE_HEAD);
  if (isArchive(head)) {
    const archive = await openArchive(await readAll(allBytes, 'unpack it first'));
    if (documentOf(archive) !== 'workbook')
      throw new Error('the file is an archive within an archive; unpack it first');
    return openWorkbook(archive, sheet, onBytes);
  }
  return { chunks: counted(allBytes, member.size, onBytes), sheet: null, close: ended(bytes) };
}

/** Opens a sheet of a workbook. */
export async function openWorkbook(archive: Archive, name: string | null, onBytes: OnBytes): Promise<FileBytes> {
  const { chunks, ...sheet } = await openSheet(archive, name, onBytes);
  return { chunks, sheet, close: ended(chunks) };
}

/** Returns a function that stops the reader, even before it has read everything. */
function ended(bytes: AsyncGenerator<Uint8Array>): () => void {
  return () => {
    // An error at this point was reported before, or no longer matters.
    bytes.return(undefined).catch(() => undefined);
  };
}
