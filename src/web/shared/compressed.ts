import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** The formats to compress. Other image and font formats are already compressed. */
const COMPRESSIBLE = /\.(?:html|js|css|json|svg|ttf)$/;
/** A smaller file fits into one packet without compression. */
const MIN_BYTES = 1_024;
/** Higher levels take several times as long and save a few per cent. */
const BROTLI_LEVEL = 9;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Vite plugin: writes a brotli (`.br`) and a gzip (`.gz`) copy next to each built file. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const compress = async (name: string, content: string | Uint8Array): Promise<void> => {
        const bytes = Buffer.from(content);
        if (!COMPRESSIBLE.test(name) || bytes.length < MIN_BYTES) return;
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        await writeFile(join(dir, `${name}.br`), await toBrotli(bytes, { params }));
        await writeFile(join(dir, `${name}.gz`), await toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }));
      };
      await Promise.all(
        Object.values(bundle).map((file) => compress(file.fileName, file.type === 'asset' ? file.source : file.code)),
      );
    },
  };
}
