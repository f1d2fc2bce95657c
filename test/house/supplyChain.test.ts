import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { textOf } from '../docs/documents.js';
import { buildPages, buildProgram } from '../support/build.js';
import { PGLITE_LIBRARIES, readInstallScripts, readShipped, writeLicences, writeSbom } from '../support/supplyChain.js';

await buildProgram();
await buildPages();

/** Licences that let anyone pass the code on, also within other software. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  '(MIT AND BSD-3-Clause)',
]);

const shipped = readShipped();
const { allowScripts } = JSON.parse(textOf('package.json')) as {
  readonly allowScripts: Readonly<Record<string, boolean>>;
};

describe('the shipped packages', () => {
  it('are those of the server, the pages, their workers and the embedded database', () => {
    const names = shipped.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['knex', 'express', 'react', 'monaco-graphql', '@electric-sql/pglite']),
    );
    for (const tool of ['vite', 'typescript', 'vitest', 'rolldown']) expect(names).not.toContain(tool);
  });

  it('have only allowed licences', () => {
    expect(shipped.filter(({ license }) => !ALLOWED.has(license)).map(({ name, license }) => [name, license])).toEqual(
      [],
    );
  });

  // npm run licenses renews both.
  it('are listed in THIRD_PARTY_LICENSES, with their licence texts', async () => {
    await expect(writeLicences(shipped)).toMatchFileSnapshot(join(PACKAGE_ROOT, 'THIRD_PARTY_LICENSES'));
  });

  it('are listed in sbom.cdx.json, each with its licence and the digest in package-lock.json', async () => {
    const sbom = writeSbom(shipped);
    await expect(sbom).toMatchFileSnapshot(join(PACKAGE_ROOT, 'sbom.cdx.json'));
    const { components } = JSON.parse(sbom) as { readonly components: readonly { readonly hashes?: unknown }[] };
    expect(components.length).toBe(shipped.length);
    expect(components.filter(({ hashes }) => hashes === undefined)).toEqual([]);
  });
});

describe('the libraries in the embedded database', () => {
  const dist = join(PACKAGE_ROOT, 'node_modules/@electric-sql/pglite/dist');
  const wasm = readFileSync(join(dist, 'pglite.wasm'), 'latin1');
  const extension = (name: string): string => gunzipSync(readFileSync(join(dist, `${name}.tar.gz`))).toString('latin1');

  it('are exactly the ones whose notices ship: check them again for a new version', () => {
    const options = /--host' 'wasm32.*?'CC=/.exec(wasm)?.[0] ?? '';
    const names = [...options.matchAll(/'--with-(?!includes|libraries|template)([^']+)'/g)].map(([, name]) => name);
    expect(names).toEqual(['openssl=no', 'icu', 'uuid=ossp', 'zlib', 'libxml', 'libxslt']);
    expect(/-lpgcommon [-\w ]*/.exec(wasm)?.[0].trim()).toBe('-lpgcommon -lpgport -lxslt -lxml2 -lz -lm');
    const found = [
      /PGlite \d[\d.]*/.exec(wasm),
      /share\/icu\/[\d.]+/.exec(wasm),
      /Emscripten(?= gcc)[^\0]*? ([\d.]+)/.exec(wasm)?.slice(1),
      /OpenSSL \d[\d.]+/.exec(extension('pgcrypto')),
      /OSSP uuid \d[\d.]+/.exec(extension('uuid-ossp')),
    ].map((match) => match?.[0] ?? '');
    for (const name of found) {
      expect(name).not.toBe('');
      expect(PGLITE_LIBRARIES).toContain(name);
    }
  });
});

describe('the packages that a developer installs', () => {
  it('run no install scripts: package.json decides on each and allows none', () => {
    expect(readInstallScripts()).toEqual(Object.keys(allowScripts).toSorted());
    expect(Object.values(allowScripts)).not.toContain(true);
  });
});
