import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { shippedPackages } from './shippedPackages.js';
import { PAGES } from './src/server/site.js';
import { guide } from './src/web/guide/build/guide.js';
import { compressed } from './src/web/shared/compressed.js';
import { siteBar } from './src/web/shared/siteBar.js';

const ROOT = join(import.meta.dirname, 'src/web');
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  readonly version: string;
};

const shipped = shippedPackages(join(import.meta.dirname, 'dist/packages/web.json'));

/** Every folder of `src/web` that has an `index.html` is a page; `src/server/site.ts` says where it is served. */
const pages = readdirSync(ROOT)
  .map((folder) => join(ROOT, folder, 'index.html'))
  .filter((page) => existsSync(page));

/** Builds the pages that we serve into `dist/web`, and what they load, named by its content, into `dist/web/assets`. */
export default defineConfig({
  root: ROOT,
  publicDir: false,
  plugins: [siteBar(PAGES), guide(import.meta.dirname), compressed(), shipped()],
  worker: { plugins: () => [shipped()] },
  logLevel: 'warn',
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // The content security policies allow scripts and images from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The editor of the playground is large however it is cut.
    chunkSizeWarningLimit: 8_000,
    reportCompressedSize: false,
    rolldownOptions: {
      input: pages,
      onLog(level, log, report) {
        // "use client" is for servers that render React; here there is none.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
