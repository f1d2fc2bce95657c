import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryFS } from '@electric-sql/pglite';

/** A file of an embedded database, or a folder if it has no bytes. */
interface Entry {
  /** The path within the database folder: `/base/5/1249`. */
  readonly path: string;
  readonly bytes: Uint8Array | null;
}

/** The database folder in PGlite's file system. */
const PGDATA = '/pglite/data';

/** The blocks of a tar, the positions of fields in a header, and the type of a folder. */
const BLOCK_BYTES = 512;
const NAME = [0, 100] as const;
const SIZE = [124, 136] as const;
const TYPE = [156, 157] as const;
const FOLDER = '5';

/** A page of the write-ahead log, the unit that PostgreSQL reads. */
const PAGE_BYTES = 8_192;

/** The parsed dumps of this process, by path. */
const PARSED = new Map<string, Promise<readonly Entry[]>>();

/**
 * Returns the files of a dump (`PGlite.dumpDataDir`) for another embedded database. PGlite would read and parse the tar
 * again for each database.
 */
export async function readSnapshot(path: string): Promise<MemoryFS> {
  const parsed = PARSED.get(path) ?? readFile(path).then((tar) => parseTar(tar).map(withoutUnwritten));
  PARSED.set(path, parsed);
  return new Snapshot(await parsed);
}

/** Writes the files of a dump to an empty folder. */
export async function unpackSnapshot(path: string, folder: string): Promise<void> {
  for (const entry of parseTar(await readFile(path))) {
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
    const files: unknown = this.pg?.Module.FS;
    if (!isFiles(files)) throw new Error('PGlite has no file system');
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
}

function isFiles(value: unknown): value is Files {
  return typeof value === 'object' && value !== null && 'mkdirTree' in value;
}

function parseTar(tar: Buffer): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < tar.length;) {
    const field = ([from, to]: readonly [number, number]): string =>
      tar.toString('latin1', at + from, at + to).replace(/\0.*/s, '');
    const path = field(NAME);
    if (path === '') break;
    const start = at + BLOCK_BYTES;
    const size = Number.parseInt(field(SIZE), 8);
    // A Buffer would not do: its `slice` does not copy.
    const bytes = new Uint8Array(tar.buffer, tar.byteOffset + start, size);
    entries.push({ path, bytes: field(TYPE) === FOLDER ? null : bytes });
    at = start + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return entries;
}

/** Removes pages without content. A file of the write-ahead log starts with a size of 16 MB. */
function withoutUnwritten({ path, bytes }: Entry): Entry {
  if (bytes === null || !path.startsWith('/pg_wal/')) return { path, bytes };
  const written = bytes.findLastIndex((byte) => byte !== 0) + 1;
  return { path, bytes: bytes.subarray(0, Math.ceil(written / PAGE_BYTES) * PAGE_BYTES) };
}
