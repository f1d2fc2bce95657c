import { createReadStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { CommandError } from './output.js';

export interface FileBytes {
  readonly chunks: AsyncIterable<Uint8Array>;
  close(): void;
}

/**
 * Opens a file, or standard input for `-`.
 * @param onBytes told the bytes that were read so far, and the size; 0: not known
 * @throws CommandError when there is none, or it cannot be read
 */
export function openBytes(path: string, onBytes: (read: number, size: number) => void): FileBytes {
  const { input, size } = open(path);
  return {
    chunks: counted(input, size, onBytes),
    close: () => {
      input.destroy();
    },
  };
}

/** The bytes as they are; a listener instead would let them flow before they are read. */
async function* counted(
  input: Readable,
  size: number,
  onBytes: (read: number, size: number) => void,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of input as AsyncIterable<Uint8Array>) {
    read += chunk.length;
    onBytes(read, size);
    yield chunk;
  }
}

function open(path: string): { readonly input: Readable; readonly size: number } {
  if (path === '-') return { input: process.stdin, size: 0 };
  try {
    return { input: createReadStream(path, { highWaterMark: 256 * 1024 }), size: statSync(path).size };
  } catch (error) {
    throw fileProblem(path, error);
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
