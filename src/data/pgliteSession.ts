import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { PARSERS } from './columns.js';
import { STATE_LEVEL } from './migrate.js';

// V8 compiles a function of the embedded server's again, for speed, once it has run for so long: 15 times V8's own measure, as
// a command would end before that pays. Such a command takes three quarters of the processor time; a server or a long import
// comes to its speed some seconds later.
setFlagsFromString('--wasm-tiering-budget=200000000');

/**
 * A database in memory that ends with its process needs nothing to recover by; and its files are arrays, of which a
 * reservation of space copies the whole, where written zeros let them grow by an eighth.
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

/**
 * Opens PGlite and settles what holds for its one session.
 * @param verifies whether it has the files of amcheck, of which a database becomes an extension only where it is created
 */
export async function openSession(folder: string | undefined, dump?: Blob, verifies = false): Promise<PGlite> {
  const extensions = verifies ? { amcheck: (await import('@electric-sql/pglite/contrib/amcheck')).amcheck } : {};
  const pglite = await PGlite.create({
    ...(folder === undefined
      ? { startParams: [...PGlite.defaultStartParams, ...settings(IN_MEMORY)] }
      : { dataDir: folder }),
    ...(dump === undefined ? {} : { loadDataDir: dump }),
    extensions,
    parsers: { ...PARSERS },
    // Identifiers are bound as `\x…` texts on both engines.
    serializers: { 17: (value: unknown) => String(value) },
  });
  await pglite.exec(`${STATE_LEVEL}; set timezone = 'UTC'; set datestyle = 'ISO'`);
  return pglite;
}

/** Settings as arguments of the server. */
function settings(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
