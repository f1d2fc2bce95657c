import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { IMPORT_NAMES, type ImportName } from './fields.js';

/** A file of a folder; the resource is null where only its content can tell. */
export interface FolderFile {
  readonly path: string;
  readonly resource: ImportName | null;
}

/** Names of data, packed or not. Anything else in a folder, such as a licence, is left aside. */
const DATA = /\.(?:csv|ndjson|jsonl|json|xml|txt|nem12|nem13|usr|uff)(?:\.gz)?$/i;
const LONGEST_FIRST = IMPORT_NAMES.toSorted((a, b) => b.length - a.length);

/**
 * Lists the files of a folder in the order in which they can be imported: a file is named after its resource, as in
 * `assets.csv` or `non-cumulative-2024.ndjson.gz`, or lies in a folder that is. Files of meter data, which tell themselves
 * what they hold, come last.
 * @returns the files, and the paths that were left aside
 */
export function listFolder(folder: string): {
  readonly files: readonly FolderFile[];
  readonly leftAside: readonly string[];
} {
  const leftAside: string[] = [];
  const files: FolderFile[] = [];
  const visit = (path: string, within: ImportName | null): void => {
    const entries = readdirSync(path, { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue;
      const [whole, resource] = [join(path, entry.name), within ?? resourceOf(entry.name)];
      if (entry.isDirectory()) visit(whole, resource);
      else if (DATA.test(entry.name)) files.push({ path: whole, resource });
      else leftAside.push(whole);
    }
  };
  visit(folder, null);
  const place = ({ resource }: FolderFile): number =>
    resource === null ? IMPORT_NAMES.length : IMPORT_NAMES.indexOf(resource);
  return { files: files.toSorted((a, b) => place(a) - place(b)), leftAside };
}

/** The resource that a file is named after: `assets`, `assets.csv`, `assets-2024.csv`, `assets_1.csv`. */
export function resourceOf(name: string): ImportName | null {
  return LONGEST_FIRST.find((resource) => name === resource || /^[-_. ]/.test(rest(name, resource))) ?? null;
}

function rest(name: string, resource: string): string {
  return name.startsWith(resource) ? name.slice(resource.length) : '';
}
