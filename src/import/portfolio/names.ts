import { nameKey } from '../../data/findByName.js';
import { quoted } from '../../errors/suggest.js';
import { stableId } from '../formats/meters.js';
import type { StoredName, StoredSite } from './stored.js';

/** The record that a row names, or a clause that says why the name is ambiguous. */
type NamedId = { readonly id: string; readonly isNew: boolean } | { readonly problem: string };

/** The identifier and the name in a row of the sheet; null: the cell is empty. */
export interface GivenName {
  readonly id: string | null;
  readonly name: string | null;
}

const MAX_LISTED = 3;

/** Finds the records of one kind that a sheet names, among the stored records and the rows that state an identifier. */
export class Names {
  readonly #ids: ReadonlySet<string>;
  readonly #stored: ReadonlyMap<string, readonly string[]>;
  readonly #inSheet: ReadonlyMap<string, readonly string[]>;
  readonly #title: string;
  readonly #scope: readonly string[];

  /**
   * @param title the title of the column with the identifier, for messages
   * @param scope the parts of new identifiers that precede the name
   */
  constructor(title: string, scope: readonly string[], stored: readonly StoredName[], given: readonly GivenName[]) {
    this.#title = title;
    this.#scope = scope;
    this.#ids = new Set(stored.map(({ id }) => id));
    this.#stored = idsByName(stored);
    this.#inSheet = idsByName(given);
  }

  /** Whether a record with this identifier is stored. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Finds a record by its identifier, else by its name. A new record gets an identifier that derives from its name. */
  find({ id, name }: GivenName): NamedId | null {
    if (id !== null) return { id, isNew: !this.#ids.has(id) };
    if (name === null) return null;
    const stored = this.findStored(name);
    return stored ?? { id: this.newId(nameKey(name)), isNew: true };
  }

  /** Finds a record by its name in the database, or in a row with an identifier; null: no such record. */
  findStored(name: string): NamedId | null {
    const key = nameKey(name);
    for (const [ids, origin] of [
      [this.#inSheet.get(key), 'rows of this sheet with the identifiers'],
      [this.#stored.get(key), 'stored records with the identifiers'],
    ] as const) {
      const [first, ...others] = ids ?? [];
      if (first === undefined) continue;
      if (others.length === 0) return { id: first, isNew: !this.#ids.has(first) };
      const list = [first, ...others].slice(0, MAX_LISTED).join(', ');
      return {
        problem: `is ambiguous: ${quoted(name)} is the name of ${origin} ${list}; give the identifier in a column ${quoted(this.#title)}`,
      };
    }
    return null;
  }

  /** Returns an identifier that derives from the parts. Adds a number if a renamed record has the identifier already. */
  newId(...parts: readonly string[]): string {
    for (let copy = 1; ; copy += 1) {
      const id = stableId(...this.#scope, ...parts, ...(copy === 1 ? [] : [String(copy)]));
      if (!this.#ids.has(id)) return id;
    }
  }
}

function idsByName(records: readonly GivenName[]): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, Set<string>>();
  for (const { id, name } of records) {
    const key = nameKey(name ?? '');
    if (key === '' || id === null) continue;
    const same = index.get(key);
    if (same) same.add(id);
    else index.set(key, new Set([id]));
  }
  return new Map([...index].map(([key, ids]) => [key, [...ids].toSorted()]));
}

/** The identifier, the code and the name of a site in a row; null: the cell is empty, or the sheet has no such column. */
export interface SiteName {
  readonly id: string | null;
  readonly code: string | null;
  readonly name: string | null;
}

/** Finds the sites that the rows of one company name: by identifier, else by code, else by name. */
export class Sites {
  readonly #byName: Names;
  readonly #byCode: Names;
  /** Stored sites without a code. The sheet may add one. */
  readonly #withoutCode: Names;
  /** The codes that rows of the sheet state for a name. */
  readonly #codes: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(company: string, stored: readonly StoredSite[], rows: readonly SiteName[]) {
    const scope = ['site', company];
    const codes = stored.map(({ id, code }) => ({ id, name: code }));
    this.#byName = new Names('Site id', scope, stored, rows);
    this.#byCode = new Names(
      'Site id',
      [...scope, 'code'],
      codes,
      rows.map(({ id, code }) => ({ id, name: code })),
    );
    const withoutCode = stored.filter(({ code }) => nameKey(code ?? '') === '');
    this.#withoutCode = new Names('Site id', scope, withoutCode, []);
    const codesByName = new Map<string, Set<string>>();
    for (const { name, code } of rows) {
      if (name === null || code === null) continue;
      const key = nameKey(name);
      codesByName.set(key, (codesByName.get(key) ?? new Set()).add(nameKey(code)));
    }
    this.#codes = codesByName;
  }

  /** Returns null if the row names no site. */
  find({ id, code, name }: SiteName): NamedId | null {
    if (id !== null) return this.#byName.find({ id, name });
    if (code !== null) {
      const stored = this.#byCode.findStored(code) ?? (name === null ? null : this.#withoutCode.findStored(name));
      return stored ?? { id: this.#byCode.newId(nameKey(code)), isNew: true };
    }
    if (name === null) return null;
    const [only, ...others] = this.#codes.get(nameKey(name)) ?? [];
    if (only === undefined) return this.#byName.find({ id, name });
    if (others.length === 0) return this.find({ id, code: only, name });
    return {
      problem: `is ambiguous: sites with the codes ${[only, ...others].toSorted().join(', ')} have this name; fill the site code`,
    };
  }
}
