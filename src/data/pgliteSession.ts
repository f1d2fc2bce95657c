import { setFlagsFromString } from 'node:v8';
import { type MemoryFS, PGlite, type Results } from '@electric-sql/pglite';
import { PARSERS } from './pgValues.js';
import { STATE_LEVEL } from './migrate.js';
import type { QueryOptions } from './pgliteMessages.js';

// V8 compiles a function of the embedded server's again, for speed, once it has run for so long: 15 times V8's own measure, as
// a command would end before that pays. Such a command takes three quarters of the processor time; a server or a long import
// comes to its speed some seconds later.
setFlagsFromString('--wasm-tiering-budget=200000000');

/**
 * A database in memory ends with its process and needs no recovery. Its files are arrays: to reserve space copies the whole array, and
 * written zeros let it grow by an eighth.
 */
const IN_MEMORY = {
  file_extend_method: 'write_zeros',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // All of its buffers are written when it starts; beside them its files are in memory themselves.
  shared_buffers: '16MB',
  // What was written ahead is not kept beyond a checkpoint.
  wal_recycle: 'off',
  min_wal_size: '32MB',
};

/** The server's message before it ends: `2026-01-31 13:30:00.000 UTC [42] FATAL:  could not write …`. */
const LAST_WORDS = /\b(?:FATAL|PANIC): {2}(.*)/;

/**
 * PGlite that ends when PostgreSQL would. After a panic, for example a full disk during a write to the log, PGlite takes further
 * statements but still holds its locks. The next statement may wait forever, and its writes cannot be trusted. The files are as after a
 * crash, and the next process that opens them recovers them.
 */
export class Session extends PGlite {
  /** Why the server ended; null: it runs. */
  #end: Error | null = null;

  /** Whether the server has ended, so that every further statement fails as the last one did. */
  get hasEnded(): boolean {
    return this.#end !== null;
  }

  override async execProtocolStream(
    ...given: Parameters<PGlite['execProtocolStream']>
  ): ReturnType<PGlite['execProtocolStream']> {
    if (this.#end !== null) throw this.#end;
    try {
      return await super.execProtocolStream(...given);
    } catch (error) {
      // How Emscripten says that the program has exited is no Error.
      const failure =
        error instanceof Error ? error : new Error('The embedded database has stopped.', { cause: error });
      if (failure !== error || isEnd(failure)) this.abandon(failure);
      throw failure;
    }
  }

  override query<T>(
    text: string,
    bindings?: unknown[],
    options: NonNullable<Parameters<PGlite['query']>[2]> & QueryOptions = {},
  ): Promise<Results<T>> {
    const { isUnparsed, ...given } = options;
    if (isUnparsed !== true) return super.query<T>(text, bindings, given);
    const parsers = Object.fromEntries(Object.keys(this.parsers).map((typeId) => [typeId, asSent]));
    return super.query<T>(text, bindings, { ...given, rowMode: 'array', parsers });
  }

  override async close(): Promise<void> {
    if (this.#end === null) await super.close();
  }

  /** Ends the server without a word to it. Its timers would keep the process from ending. */
  abandon(reason: Error): void {
    this.#end = reason;
    try {
      this.Module._emscripten_force_exit(1);
    } catch {
      // That is how it says that it has ended, also where it never began.
    }
  }
}

function asSent(text: string): string {
  return text;
}

function isEnd(error: Error): boolean {
  // A trap of the machine that it runs in.
  if (error.name === 'RuntimeError') return true;
  return 'severity' in error && ['FATAL', 'PANIC'].includes(String(error.severity));
}

/**
 * Opens PGlite and sets up its one session.
 * @param verifies whether it has the files of amcheck; the extension itself must be created
 * @throws Error with the server's last message if it does not start
 */
export async function openSession(folder: string | undefined, files?: MemoryFS, verifies = false): Promise<Session> {
  const extensions = verifies ? { amcheck: (await import('@electric-sql/pglite/contrib/amcheck')).amcheck } : {};
  let said = '';
  const session = new Session({
    ...(folder === undefined
      ? { startParams: [...PGlite.defaultStartParams, ...settings(IN_MEMORY)] }
      : { dataDir: folder }),
    ...(files === undefined ? {} : { fs: files }),
    extensions,
    parsers: { ...PARSERS },
    // Identifiers are bound as `\x…` texts on both engines.
    serializers: { 17: (value: unknown) => String(value) },
    onStderr: (line) => {
      said = LAST_WORDS.exec(line)?.[1] ?? said;
      return false;
    },
  });
  try {
    await session.waitReady;
    await session.exec(`${STATE_LEVEL}; set timezone = 'UTC'; set datestyle = 'ISO'`);
    return session;
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    session.abandon(failure);
    throw said === '' || 'code' in failure ? failure : new Error(said, { cause: error });
  }
}

/** Settings as arguments of the server. */
function settings(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
