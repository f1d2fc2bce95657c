import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT, packageVersion } from '../../src/config/root.js';
import type { ShippedPackage } from '../../shippedPackages.js';
import { textOf } from '../docs/documents.js';

/** A package that ships, with what its own files say of it. */
export interface LicensedPackage extends ShippedPackage {
  /** An SPDX expression. */
  readonly license: string;
  /** The texts of its licence and its notices. */
  readonly texts: readonly string[];
}

/** An entry of package-lock.json. */
interface Locked {
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly version: string;
}

const LICENCE_FILE = /^(licen[sc]e|copying|notice|thirdpartynotices)|^swagger-ui-es-bundle\.js\.LICENSE/i;

const lock = JSON.parse(textOf('package-lock.json')) as { readonly packages: Readonly<Record<string, Locked>> };
const manifest = JSON.parse(textOf('package.json')) as { readonly dependencies: Readonly<Record<string, string>> };

/** The licence of PostgreSQL and of the code of others in it, which PGlite contains: its package has no file for them. */
const POSTGRESQL = textOf('test/support/postgresqlLicence.txt').trim();
/** The notices of the libraries in PGlite, and how their presence was established. */
export const PGLITE_LIBRARIES = textOf('test/support/pgliteLibraries.txt').trim();

/**
 * Returns the packages in the built bundles (`dist/packages`), and those that npm installs next to them, by name and
 * version.
 */
export function readShipped(): readonly LicensedPackage[] {
  const installed = Object.keys(manifest.dependencies).map((name) => packageIn(`node_modules/${name}`));
  const bundled = ['udg', 'web'].flatMap(
    (bundle) => JSON.parse(textOf(`dist/packages/${bundle}.json`)) as readonly ShippedPackage[],
  );
  const byName = new Map([...installed, ...bundled].map((one) => [`${one.name}@${one.version}`, one]));
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => licensed(one));
}

function packageIn(folder: string): ShippedPackage {
  const { name, version } = JSON.parse(textOf(`${folder}/package.json`)) as ShippedPackage;
  return { name, version, folder };
}

function licensed(one: ShippedPackage): LicensedPackage {
  const { license } = JSON.parse(textOf(`${one.folder}/package.json`)) as { readonly license?: unknown };
  const files = readdirSync(join(PACKAGE_ROOT, one.folder), { withFileTypes: true });
  const names = files.filter((file) => file.isFile() && LICENCE_FILE.test(file.name)).map((file) => file.name);
  const texts = names.toSorted().map((name) => tidy(textOf(`${one.folder}/${name}`)));
  const further = one.name === '@electric-sql/pglite' ? [POSTGRESQL, PGLITE_LIBRARIES] : [];
  return { ...one, license: typeof license === 'string' ? license : 'unknown', texts: [...texts, ...further] };
}

/** Leaves out the carriage returns and the spaces at the ends of lines, by which texts of one licence differ. */
function tidy(text: string): string {
  return text.replaceAll(/[ \t\r]+$/gm, '').trim();
}

/** Writes the names of packages and their licences, each text once. */
export function writeLicences(packages: readonly LicensedPackage[]): string {
  const byText = new Map<string, string[]>();
  for (const { name, version, license, texts } of packages) {
    const text = texts.length > 0 ? texts.join('\n\n') : `The package names its licence, ${license}, without a text.`;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...byText].map(([text, names]) => `${'='.repeat(80)}\n${names.join('\n')}\n\n${text}\n`);
  const head = `The packages in the bundles of the service and its pages, and the package that npm installs next to them.
The sample data has its own licences: seeds/data/LICENCES.md.\n`;
  return `${head}\n${parts.join('\n')}`;
}

/** Writes the packages as a software bill of materials in the format CycloneDX 1.5, alike for alike packages. */
export function writeSbom(packages: readonly LicensedPackage[]): string {
  const component = (name: string, version: string): object => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return { 'bom-ref': purl, name, version, purl };
  };
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', ...component('utility-data-gateway', packageVersion()) } },
    components: packages.map(({ name, version, license, folder }) => {
      const [algorithm, digest = ''] = (lock.packages[folder]?.integrity ?? '').split('-');
      const content = Buffer.from(digest, 'base64').toString('hex');
      return {
        type: 'library',
        ...component(name, version),
        licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }],
        ...(algorithm === 'sha512' ? { hashes: [{ alg: 'SHA-512', content }] } : {}),
      };
    }),
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

/**
 * Returns the packages of the lock file, also those that only developers install, that run a script when they are
 * installed.
 */
export function readInstallScripts(): readonly string[] {
  const found = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  return found.map(([folder]) => folder.replace(/^.*node_modules\//, '')).toSorted();
}
