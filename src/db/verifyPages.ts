import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A damaged part of a database. */
export interface StorageProblem {
  /** A file of the folder with the number of the page, or a table or an index. */
  readonly where: string;
  readonly problem: string;
}

/** The result of a check of the embedded database's files. */
export interface PagesVerified {
  readonly files: number;
  readonly pages: number;
  /** At most {@link MAX_PROBLEMS} problems. */
  readonly problems: readonly StorageProblem[];
  /** The number of all damaged pages. */
  readonly damaged: number;
}

/** The maximum number of problems that each part of a check lists. */
export const MAX_PROBLEMS = 100;

const PAGE = 8_192;
const CHUNK = 128 * PAGE;
/** The number of pages after which the next file begins: `16384`, `16384.1`. */
const PAGES_OF_FILE = 131_072;
/** Matches the files of tables and indexes: number, fork, part. */
const RELATION_FILE = /^\d+(?:_(fsm|vm|init))?(?:\.(\d+))?$/;

/**
 * Compares each page of tables, indexes, free space maps and visibility maps with its checksum. Meanwhile no process
 * may write to the folder.
 * @param folder the folder of PGlite, which is PostgreSQL's data directory
 */
export async function verifyPages(folder: string): Promise<PagesVerified> {
  const problems: StorageProblem[] = [];
  let [files, pages, damaged] = [0, 0, 0];
  for (const home of ['global', 'base']) {
    for (const entry of await readdir(join(folder, home), { recursive: true, withFileTypes: true })) {
      const part = RELATION_FILE.exec(entry.name);
      if (!entry.isFile() || part === null) continue;
      const path = join(entry.parentPath, entry.name);
      files += 1;
      const first = Number(part[2] ?? 0) * PAGES_OF_FILE;
      pages += await verifyFile(path, first, part[1] === undefined, (block, problem) => {
        damaged += 1;
        const where = `${path.slice(folder.length + 1)}, page ${block}`;
        if (problems.length < MAX_PROBLEMS) problems.push({ where, problem });
      });
    }
  }
  return { files, pages, problems, damaged };
}

/**
 * Verifies one file.
 * @param first number of its first page
 * @param isWritten whether all pages before the last written one are written too. Files of free space may have others
 * @returns the number of its pages
 */
async function verifyFile(
  path: string,
  first: number,
  isWritten: boolean,
  onProblem: (block: number, problem: string) => void,
): Promise<number> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(CHUNK);
    let blank: number[] = [];
    const isLost = (): void => {
      for (const page of blank) onProblem(page, BLANK);
      blank = [];
    };
    for (let block = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK, block * PAGE);
      for (let at = 0; at < bytesRead; at += PAGE, block += 1) {
        const page = buffer.subarray(at, Math.min(at + PAGE, bytesRead));
        if (isBlank(page)) {
          blank.push(first + block);
          continue;
        }
        if (isWritten) isLost();
        blank = [];
        const problem = problemOf(page, first + block);
        if (problem !== null) onProblem(first + block, problem);
      }
      if (bytesRead === CHUNK) continue;
      // Blank pages at the end of the file may be reserved space.
      if (isWritten && blank[0] === 0) isLost();
      return block;
    }
  } finally {
    await file.close();
  }
}

const CHECKSUM_AT = 8;
const UPPER_AT = 14;
/** A crash during an import leaves such pages too. Vacuum reuses them. */
const BLANK = 'it is blank, so its rows are lost, unless the database crashed before it wrote any';

function isBlank(page: Buffer): boolean {
  return page.length === PAGE && page.readUInt16LE(UPPER_AT) === 0 && page.every((byte) => byte === 0);
}

function problemOf(page: Buffer, block: number): string | null {
  if (page.length < PAGE) return `the file ends within it, after ${page.length} bytes`;
  const stored = page.readUInt16LE(CHECKSUM_AT);
  const computed = checksumOf(page, block);
  return stored === computed ? null : `its stored checksum is ${stored}, but its contents give ${computed}`;
}

/** The initial values of the 32 sums, from PostgreSQL's `storage/checksum_impl.h`. */
const BASES = Int32Array.of(
  ...[0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c],
  ...[0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb],
  ...[0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4],
  ...[0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756],
);
const PRIME = 16_777_619;

/** Returns PostgreSQL's checksum of a page, from its bytes without the stored checksum and from its number. */
export function checksumOf(page: Buffer, block: number): number {
  const sums = Int32Array.from(BASES);
  const mix = (index: number, value: number): void => {
    const mixed = (sums[index] ?? 0) ^ value;
    sums[index] = Math.imul(mixed, PRIME) ^ (mixed >>> 17);
  };
  for (let at = 0; at < PAGE; at += 4) {
    const value = page.readInt32LE(at);
    mix((at >> 2) % BASES.length, at === CHECKSUM_AT ? value & 0xffff0000 : value);
  }
  for (let round = 0; round < 2; round += 1) for (let index = 0; index < BASES.length; index += 1) mix(index, 0);
  let all = block;
  for (const sum of sums) all ^= sum;
  return ((all >>> 0) % 65_535) + 1;
}
