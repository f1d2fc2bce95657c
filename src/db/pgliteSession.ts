import { setFlagsFromString } from 'node:v8';
import { type MemoryFS, PGlite, type Results } from '@electric-sql/pglite';
import { PARSERS } from './pgValues.js';
import { STATE_LEVEL } from './migrate.js';
import type { QueryOptions } from './pgliteMessages.js';

// V8 recompiles a function of the embedded server for speed after this much work: 15 times V8's default. A command ends
// before recompilation pays, and takes three quarters of the processor time. A server or a long import reaches full
// speed some seconds later.
setFlagsFromString('--wasm-tiering-budget=200000000');

/**
 * Settings of a database in memory. It ends with its process and needs no recovery. Its files are arrays: reserving
 * space would copy the whole array, and written zeros let it grow by an eighth.
 */
const IN_MEMORY = {
  file_extend_method: 'write_zeros',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // The server writes all of its buffers at the start. The files are in memory too.
  shared_buffers: '16MB',
  // Do not recycle the write-ahead log after a checkpoint.
  wal_recycle: 'off',
  min_wal_size: '32MB',
};

/** Matches the server's message before it ends: `2026-01-31 13:30:00.000 UTC [42] FATAL: could not write …`. */
const LAST_WORDS = /\b(?:FATAL|PANIC): {2}(.*)/;

/**
 * PGlite that ends when PostgreSQL would. After a panic, for example a full disk during a write to the log, PGlite
 * accepts further statements but still holds its locks. The next statement may wait forever, and its writes are
 * unreliable. The files are as after a crash. The next process that opens them recovers them.
 */
export class Session extends PGlite {
  /** The error that ended the server; null: it runs. */
  #end: Error | null = null;

  /** Whether the server has ended. Every further statement then fails with the same error. */
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
      // Emscripten reports the exit of the program as an object that is no Error.
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
    const { lists, ...given } = options;
    if (lists === undefined) return super.query<T>(text, bindings, given);
    if (lists === 'values') return super.query<T>(text, bindings, { ...given, rowMode: 'array' });
    const parsers = Object.fromEntries(Object.keys(this.parsers).map((typeId) => [typeId, unparsed]));
    return super.query<T>(text, bindings, { ...given, rowMode: 'array', parsers });
  }

  override async close(): Promise<void> {
    if (this.#end === null) await super.close();
  }

  /** Ends the server without shutting it down. Otherwise its timers would keep the process running. */
  abandon(reason: Error): void {
    this.#end = reason;
    try {
      this.Module._emscripten_force_exit(1);
    } catch {
      // Emscripten throws to report the end, even if the server never started.
    }
  }
}

function unparsed(text: string): string {
  return text;
}

function isEnd(error: Error): boolean {
  // WebAssembly has trapped.
  if (error.name === 'RuntimeError') return true;
  return 'severity' in error && ['FATAL', 'PANIC'].includes(String(error.severity));
}

/**
 * Opens PGlite and sets up its only session.
 * @param verifies whether to load the files of amcheck; the extension must be created separately
 * @throws Error with the server's last message if it does not start
 */
export async function openSession(folder: string | undefined, files?: MemoryFS, verifies = false): Promise<Session> {
  const extensions = verifies ? { amcheck: (await import('@electric-sql/pglite/contrib/amcheck')).amcheck } : {};
  let lastMessage = '';
  const session = new Session({
    ...(folder === undefined
      ? { startParams: [...PGlite.defaultStartParams, ...settings(IN_MEMORY)] }
      : { dataDir: folder }),
    ...(files === undefined ? {} : { fs: files }),
    extensions,
    parsers: { ...PARSERS },
    // Both engines bind identifiers as `\x…` texts.
    serializers: { 17: (value: unknown) => String(value) },
    onStderr: (line) => {
      lastMessage = LAST_WORDS.exec(line)?.[1] ?? lastMessage;
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
    throw lastMessage === '' || 'code' in failure ? failure : new Error(lastMessage, { cause: error });
  }
}

/** Returns settings as arguments of the server. */
function settings(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
