import { join, relative } from 'node:path';
import { parseObjectId, isProblem } from '../values/scalars.js';

/** The most characters of the reason why a finding is dismissed. */
export const LONGEST_REASON = 1_000;

/** The longest path of a socket in bytes, without the zero byte: `sun_path` has 108 bytes on Linux and 104 on macOS. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;

/** The most bytes of a request, which holds a reason of at most 1,000 characters. */
export const MAX_REQUEST_BYTES = 16_384;

/** A request of a command to the service that holds the embedded database. */
export type LocalRequest =
  { readonly command: 'decide'; readonly id: string; readonly reason: string | null } | { readonly command: 'deliver' };

/**
 * Returns the path of the socket in a data folder, relative to the current folder if that is shorter. Null: the path is
 * too long for a socket, or the system has no such sockets (Windows).
 */
export function socketPath(dataDir: string): string | null {
  if (process.platform === 'win32') return null;
  const absolute = join(dataDir, 'socket');
  const short = relative(process.cwd(), absolute);
  const path = Buffer.byteLength(short) < Buffer.byteLength(absolute) ? short : absolute;
  return Buffer.byteLength(path) <= LONGEST_PATH ? path : null;
}

/** Parses a request. Null: this version does not know it. */
export function parseRequest(text: string): LocalRequest | null {
  const read = parseObject(text);
  if (read?.command === 'deliver') return { command: 'deliver' };
  if (read?.command !== 'decide' || typeof read.id !== 'string') return null;
  const { id, reason } = read;
  if (isProblem(parseObjectId(id))) return null;
  if (reason === null) return { command: 'decide', id, reason };
  if (typeof reason !== 'string' || reason === '' || reason.length > LONGEST_REASON) return null;
  return { command: 'decide', id, reason };
}

/** Parses a JSON object. Null: the text is something else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? Object.fromEntries(Object.entries(read)) : null;
  } catch {
    return null;
  }
}
