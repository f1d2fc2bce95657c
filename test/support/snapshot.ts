import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { MemoryFS, type PGlite } from '@electric-sql/pglite';

/** A file of an embedded database, or a folder if it has no bytes. */
interface Entry {
  /** The path within the database folder: `/base/5/1249`. */
  readonly path: string;
  readonly bytes: Uint8Array | null;
}

/** The database folder in PGlite's file system. */
const PGDATA = '/pglite/data';

/** A page of the write-ahead log, the unit that PostgreSQL reads. */
const PAGE_BYTES = 8_192;

/** The snapshots that this process has read, by path. */
const READ = new Map<string, Promise<readonly Entry[]>>();

/** Writes the files of an embedded database. `PGlite.dumpDataDir` takes five times as long. */
export async function writeSnapshot(pglite: PGlite, path: string): Promise<void> {
  // The database needs no old write-ahead log, and each copy would load it.
  await pglite.exec('checkpoint');
  await writeFile(path, serialize(entriesOf(filesOf(pglite), '')));
}

/** Returns the files of a snapshot for another embedded database. */
export async function readSnapshot(path: string): Promise<MemoryFS> {
  const entries = READ.get(path) ?? readEntries(path);
  READ.set(path, entries);
  return new Snapshot(await entries);
}

/** Writes the files of a snapshot to an empty folder. */
export async function unpackSnapshot(path: string, folder: string): Promise<void> {
  for (const entry of await readEntries(path)) {
    if (entry.bytes === null) await mkdir(join(folder, entry.path));
    else await writeFile(join(folder, entry.path), entry.bytes);
  }
}

class Snapshot extends MemoryFS {
  readonly #entries: readonly Entry[];

  constructor(entries: readonly Entry[]) {
    super();
    this.#entries = entries;
  }

  override initialSyncFs(): Promise<void> {
    if (this.pg === undefined) throw new Error('PGlite has not set its file system');
    const files = filesOf(this.pg);
    files.mkdirTree(PGDATA, 0o700);
    for (const { path, bytes } of this.#entries) {
      if (bytes === null) files.mkdir(PGDATA + path);
      // PGlite copies the bytes with `slice`.
      else files.writeFile(PGDATA + path, bytes);
    }
    return Promise.resolve();
  }
}

/** The part of PGlite's file system that is used here. Its types are in a package that PGlite does not install. */
interface Files {
  mkdirTree(path: string, mode: number): void;
  mkdir(path: string): void;
  writeFile(path: string, bytes: Uint8Array): void;
  readdir(path: string): readonly string[];
  readFile(path: string): Uint8Array;
  stat(path: string): { readonly mode: number };
  isDir(mode: number): boolean;
}

function filesOf({ Module }: PGlite): Files {
  const files: unknown = Module.FS;
  if (!isFiles(files)) throw new Error('PGlite has no file system');
  return files;
}

function isFiles(value: unknown): value is Files {
  return typeof value === 'object' && value !== null && 'mkdirTree' in value;
}

/** Returns the files and folders below a folder. Each folder comes before its content. */
function entriesOf(files: Files, folder: string): readonly Entry[] {
  const names = files.readdir(PGDATA + folder).filter((name) => name !== '.' && name !== '..');
  return names.flatMap((name): readonly Entry[] => {
    const path = `${folder}/${name}`;
    return files.isDir(files.stat(PGDATA + path).mode)
      ? [{ path, bytes: null }, ...entriesOf(files, path)]
      : [withoutUnwritten({ path, bytes: files.readFile(PGDATA + path) })];
  });
}

/** Removes pages without content. A file of the write-ahead log starts with a size of 16 MB. */
function withoutUnwritten({ path, bytes }: Entry): Entry {
  if (bytes === null || !path.startsWith('/pg_wal/')) return { path, bytes };
  const written = bytes.findLastIndex((byte) => byte !== 0) + 1;
  return { path, bytes: bytes.slice(0, Math.ceil(written / PAGE_BYTES) * PAGE_BYTES) };
}

async function readEntries(path: string): Promise<readonly Entry[]> {
  const entries: unknown = deserialize(await readFile(path));
  if (!Array.isArray(entries) || !entries.every(isEntry)) throw new Error(`${path} is not a snapshot`);
  return entries;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'path' in value && 'bytes' in value;
}
