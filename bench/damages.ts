import { closeSync, existsSync, openSync, readSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A kind of damage to a file of an embedded database. */
export interface Damage {
  readonly name: string;
  /** The file, in the folder of PGlite. */
  readonly file: string;
  readonly harm: (path: string) => void;
}

const PAGE = 8_192;
const FLIPPED = 16;

/** The two status bits of the first transactions that are not PostgreSQL's own. */
const FIRST_TRANSACTIONS = { at: 256, length: 1_024 };

/** Inverts some bytes: by default in the first row or entry of the last page, or in the middle of a file without pages. */
function flip(path: string, part?: { readonly at: number; readonly length: number }): void {
  const { size } = statSync(path);
  const { at, length } = part ?? {
    at: size % PAGE === 0 ? PAGE - 4 * FLIPPED : Math.floor(size / 2),
    length: FLIPPED,
  };
  const file = openSync(path, 'r+');
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, at);
  const inverted = bytes.map((byte) => byte ^ 0xff);
  writeSync(file, inverted, 0, length, at);
  closeSync(file);
}

/** Removes the last page. */
function cut(path: string): void {
  truncateSync(path, statSync(path).size - PAGE);
}

/** Replaces the first page by zeros, as in space that was never written. */
function blank(path: string): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(PAGE), 0, PAGE, 0);
  closeSync(file);
}

/** Returns the damages to existing files. @param fileOf returns the file of a table or an index */
export function damagesOf(folder: string, fileOf: (relation: string) => string): readonly Damage[] {
  const damageTo = (kind: string, relation: string, harm: Damage['harm'] = flip, fork = ''): Damage => ({
    ...{ name: `${kind}: ${relation}`, file: `${fileOf(relation)}${fork}`, harm },
  });
  const plain = (name: string, file: string, harm: Damage['harm'] = flip): Damage => ({ name, file, harm });
  return [
    damageTo('table', 'accounts'),
    damageTo('table', 'usage_months'),
    damageTo('index', 'accounts_pkey'),
    damageTo('table of the catalogue', 'pg_class'),
    damageTo('table of the catalogue', 'pg_attribute'),
    damageTo('table of the catalogue', 'pg_proc'),
    damageTo('table of the catalogue', 'pg_statistic'),
    damageTo('table of the catalogue', 'pg_description'),
    damageTo('index of the catalogue', 'pg_attribute_relid_attnum_index'),
    damageTo('index of the catalogue', 'pg_description_o_c_o_index'),
    damageTo('shared catalogue', 'pg_authid'),
    damageTo('last page cut off', 'usage_months', cut),
    damageTo('first page blank', 'usage_months', blank),
    damageTo('first page blank', 'accounts', blank),
    damageTo('first page blank', 'findings', blank),
    damageTo('removed', 'usage_runs_pkey', rmSync),
    damageTo('removed', 'invoices', rmSync),
    damageTo('free space map', 'intervals', flip, '_fsm'),
    damageTo('visibility map', 'intervals', flip, '_vm'),
    plain('template database', 'base/1/1255'),
    plain('state of transactions', 'pg_xact/0000', (path) => {
      flip(path, FIRST_TRANSACTIONS);
    }),
    plain('file map', 'base/5/pg_filenode.map'),
    plain('control file', 'global/pg_control', (path) => {
      damageControl(path);
    }),
    plain('version', 'PG_VERSION'),
    plain('cache of the catalogue', 'base/5/pg_internal.init'),
    plain('settings', 'postgresql.conf'),
  ].filter(({ file }) => existsSync(join(folder, file)));
}

/** Damages the first bytes, because the rest of the file is mostly empty. */
function damageControl(path: string): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(FLIPPED, 0xa5), 0, FLIPPED, 32);
  closeSync(file);
}
