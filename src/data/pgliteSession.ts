import { PGlite } from '@electric-sql/pglite';
import { PARSERS } from './columns.js';

/** Opens PGlite and settles what holds for its one session. */
export async function openSession(folder: string | undefined, dump?: Blob): Promise<PGlite> {
  const pglite = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(dump === undefined ? {} : { loadDataDir: dump }),
    parsers: { ...PARSERS },
    // Identifiers are bound as `\x…` texts on both engines.
    serializers: { 17: (value: unknown) => String(value) },
  });
  await pglite.exec(`set timezone = 'UTC'; set datestyle = 'ISO'`);
  return pglite;
}
