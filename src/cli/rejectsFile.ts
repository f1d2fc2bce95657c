import { lstat, open, rm, stat } from 'node:fs/promises';
import type { Rejected } from '../import/rejects.js';
import { CommandError } from './output.js';

export interface RejectsFile {
  /** Writes a bad row of a file with its errors. */
  write(file: string, rejected: Rejected): Promise<void>;
  /** Writes the buffered rows, so that they are on disk before the good rows are applied. */
  flush(): Promise<void>;
  /** Closes the file, and deletes it if it is empty. */
  close(): Promise<void>;
}

/** The size of the write buffer, in characters. */
const CHUNK = 256 * 1024;

/**
 * Opens the file for bad rows, NDJSON of `{file, line, errors, row}`, and truncates it.
 * @param sources the imported files, which must not be overwritten
 * @throws CommandError if the file cannot be written
 */
export async function openRejects(path: string, sources: readonly string[]): Promise<RejectsFile> {
  const same = await stat(path).catch(() => null);
  for (const source of sources) {
    const other = source === '-' ? null : await stat(source).catch(() => null);
    if (same !== null && other?.ino === same.ino && other.dev === same.dev) {
      throw new CommandError(`${path} is a file of this import: write the rejected rows to another file.`);
    }
  }
  const failed = (error: unknown): never => {
    const words = error instanceof Error ? (error.message.split(',')[0] ?? '') : String(error);
    const reason = words.replace(/^[A-Z]+: /, '');
    throw new CommandError(`The rejected rows cannot be written to ${path}: ${reason}.`);
  };
  const handle = await open(path, 'w').catch(failed);
  let pending = '';
  let written = 0;
  const flush = async (): Promise<void> => {
    if (pending === '') return;
    const text = pending;
    pending = '';
    written += text.length;
    await handle.appendFile(text).catch(failed);
  };
  return {
    async write(file, rejected) {
      pending += `${JSON.stringify({ file, ...rejected })}\n`;
      if (pending.length >= CHUNK) await flush();
    },
    flush,
    async close() {
      try {
        await flush();
      } finally {
        await handle.close();
      }
      // A pipe, a device or the target of a link is never deleted.
      if (written === 0 && (await lstat(path)).isFile()) await rm(path);
    },
  };
}
