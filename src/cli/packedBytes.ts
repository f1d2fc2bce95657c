import { openArchive, ZIP_BEGINS, type Archive, type Member } from '../import/archive/archive.js';
import { documentOf } from '../import/archive/archiveFiles.js';
import { peek } from '../import/formats/peek.js';
import { openSheet } from '../import/workbook/workbook.js';
import { counted, type FileBytes, type OnBytes } from './fileBytes.js';

/** Archives that come in a stream are held in memory: their directory is at their end. */
const MOST_MEGABYTES = 256;
/** So many bytes tell an archive. */
export const ARCHIVE_HEAD = 4;

export function isArchive(head: Uint8Array): boolean {
  return ZIP_BEGINS.includes(Buffer.from(head.subarray(0, ARCHIVE_HEAD)).toString('latin1'));
}

/**
 * Reads an archive that comes in a stream.
 * @param instead what to do when it is too large
 * @throws Error that begins with "the archive" when it is larger than is held
 */
export async function readWhole(input: AsyncIterable<Uint8Array>, instead: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > MOST_MEGABYTES * 1024 ** 2) {
      throw new Error(`the archive is larger than the ${MOST_MEGABYTES} MB that are held in memory; ${instead}`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Opens a member of an archive, which may be a workbook. */
export async function openMember(member: Member, sheet: string | null, onBytes: OnBytes): Promise<FileBytes> {
  const bytes = member.read();
  const { head, whole } = await peek(bytes, ARCHIVE_HEAD);
  if (isArchive(head)) {
    const archive = await openArchive(await readWhole(whole, 'unpack it first'));
    if (documentOf(archive) !== 'workbook')
      throw new Error('the file is an archive within an archive; unpack it first');
    return openWorkbook(archive, sheet, onBytes);
  }
  return { chunks: counted(whole, member.size, onBytes), sheet: null, close: ended(bytes) };
}

/** Opens a sheet of a workbook. */
export async function openWorkbook(archive: Archive, said: string | null, onBytes: OnBytes): Promise<FileBytes> {
  const { chunks, ...sheet } = await openSheet(archive, said, onBytes);
  return { chunks, sheet, close: ended(chunks) };
}

/** Ends the reading of something that may not be read to its end. */
function ended(bytes: AsyncGenerator<Uint8Array>): () => void {
  return () => {
    // What fails now was told before, or is of no use any more.
    bytes.return(undefined).catch(() => undefined);
  };
}
