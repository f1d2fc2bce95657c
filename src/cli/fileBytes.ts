import { createReadStream, statSync } from 'node:fs';
import type { SheetFacts } from '../import/workbook/sheetFacts.js';
import { context } from './commandContext.js';
import { CommandError } from './output.js';

/** Told the bytes that were read so far, and the size; 0: not known. */
export type OnBytes = (read: number, size: number) => void;

export interface FileBytes {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Of the sheet that they are of; null: they are of no workbook. */
  readonly sheet: SheetFacts | null;
  close(): void;
}

/**
 * Opens a file, or standard input for `-`.
 * @throws CommandError when there is none, or it cannot be read
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

/** The bytes as they are; a listener instead would let them flow before they are read. */
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

/** A failure with a file, in a sentence; anything else as it is. */
export function fileProblem(path: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return new CommandError(`There is no file ${path}.`);
  if (code === 'EACCES') return new CommandError(`${path} cannot be read: no permission.`);
  if (code === 'EISDIR') return new CommandError(`${path} is a directory.`);
  if (code === undefined && error.message.startsWith('the ')) return new CommandError(`${path}: ${error.message}.`);
  return error;
}
