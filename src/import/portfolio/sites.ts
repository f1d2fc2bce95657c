import { nameKey } from '../../data/findByName.js';
import { Names, type NamedId } from './names.js';
import type { StoredSite } from './stored.js';

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
