import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { SCHEMA_LEVEL } from '../../src/db/migrate.js';
import { buildPages, buildProgram } from '../support/build.js';

await buildProgram();
await buildPages();

/** What `npm pack --dry-run --json` says of a package. */
interface Packed {
  readonly version: string;
  /** Bytes of the file that is downloaded, and of all files in it. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

const MB = 1_000_000;

/** Tests, sources, benchmarks, what only a compiler reads, and settings of a developer. */
const UNWANTED = /(^|\/)(test|bench|src|node_modules)\/|\.test\.|\.tsbuildinfo$|\.tsx?$|\.map$|(^|\/)\.|\.env$|\.log$/;

async function pack(folder: string): Promise<Packed> {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', folder];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: PACKAGE_ROOT, maxBuffer: 2 ** 24 });
  const [packed] = JSON.parse(stdout) as readonly Packed[];
  if (packed === undefined) throw new Error('npm packed nothing');
  return packed;
}

/** The first parts of paths: `docs`, `dist/udg`. */
function foldersOf({ files }: Packed): readonly string[] {
  return [
    ...new Set(
      files.map(({ path }) =>
        path
          .split('/')
          .slice(0, path.startsWith('d') ? 2 : 1)
          .join('/'),
      ),
    ),
  ];
}

const manifestOf = (folder: string): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(join(PACKAGE_ROOT, folder, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;

// Packed once, as compressing the pages takes seconds.
const service = await pack('.');

describe('the package of the service', () => {
  it('contains only the built program, the pages, the schema, the sample, the documents and the licences', () => {
    const folders = foldersOf(service).filter((path) => !path.startsWith('docs/'));
    expect(folders.toSorted()).toEqual([
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'THIRD_PARTY_LICENSES',
      'deploy/alerts.yml',
      'deploy/grafana.json',
      'dist/udg',
      'dist/web',
      'package.json',
      'sbom.cdx.json',
      'schema',
      'seeds',
    ]);
    const paths = service.files.map(({ path }) => path);
    expect(paths.filter((path) => UNWANTED.test(path))).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(['dist/udg/main.js', 'dist/web/dashboard/index.html']));
    expect(paths).toContain('seeds/data/LICENCES.md');
  });

  it('is at most 16 MB to download and 32 MB on the disk', () => {
    expect(service.size).toBeLessThanOrEqual(16 * MB);
    expect(service.unpackedSize).toBeLessThanOrEqual(32 * MB);
  });

  it('installs one other package, the embedded database, and bundles every other dependency', () => {
    expect(Object.keys(manifestOf('.').dependencies ?? {})).toEqual(['@electric-sql/pglite']);
  });

  it('has one program, so that npx utility-data-gateway runs it', () => {
    const { name, bin } = manifestOf('.');
    expect({ name, bin }).toEqual({ name: 'utility-data-gateway', bin: { udg: 'dist/udg/main.js' } });
    expect(readFileSync(join(PACKAGE_ROOT, 'dist/udg/main.js'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});

describe('the package of the hooks', () => {
  it('contains only compiled code with its types, the schema, the document and the licence', async () => {
    const { files, size, unpackedSize } = await pack('./dist/hooks');
    const paths = files.map(({ path }) => path);
    expect(paths.filter((path) => !/^(codegen|errors|hooks)\/[\w/]+(\.d\.ts|\.js)$/.test(path)).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
      'schema.graphql',
    ]);
    expect(size).toBeLessThanOrEqual(0.1 * MB);
    expect(unpackedSize).toBeLessThanOrEqual(0.5 * MB);
  });

  it('has the version and licence of the service, as the changelog and the documents state', () => {
    const { version, license } = manifestOf('.');
    expect(manifestOf('src/hooks')).toMatchObject({ version, license });
    expect(readFileSync(join(PACKAGE_ROOT, 'CHANGELOG.md'), 'utf8')).toMatch(`\n## ${String(version)}\n`);
    const notes = readFileSync(join(PACKAGE_ROOT, 'docs/versions.md'), 'utf8');
    expect(notes).toMatch(new RegExp(`^\\| ${String(version)} +\\| ${SCHEMA_LEVEL} +\\|`, 'm'));
    for (const page of ['docs/hooks.md', 'docs/operations.md']) {
      const named = [...readFileSync(join(PACKAGE_ROOT, page), 'utf8').matchAll(/-(\d+\.\d+\.\d+)\.tgz/g)];
      expect(new Set(named.map(([, one]) => one)), page).toEqual(new Set([version]));
    }
  });
});
