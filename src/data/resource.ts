import type { Value, ValueKind } from '../values/scalars.js';

/** A field of a resource, as declared in `schema/types` and stored. */
export interface Column {
  /** The field's path in the contract's words: `address.postCode`. */
  readonly path: string;
  /** The SQL column. */
  readonly name: string;
  readonly kind: ValueKind;
  /** Whether it holds a list of such values. */
  readonly list: boolean;
  readonly nullable: boolean;
  /** The closed list of texts of a `choice`. */
  readonly choices: readonly string[];
  /** Set where a list is sorted by the order of the choices, not by their texts. */
  readonly ascending?: true;
  /** Set on a list of objects, which is stored as JSON: the fields of each. */
  readonly fields?: readonly Column[];
  /** Set on such a field: its name in the objects; `name` is the column that holds the list. */
  readonly element?: string;
  /** Set where the identifier is stored as an integer key (`@key`). */
  readonly key?: { readonly column: string; readonly table: string };
}

/** A link from one resource to another (`@link`). */
export interface Link {
  readonly field: string;
  /** Type name of the linked resource. */
  readonly target: string;
  readonly many: boolean;
  /** `by`: the path here that holds the other's `_id`; `from`: the path there that holds this `_id`; else ''. */
  readonly path: string;
  /** The table of pairs where it takes one, else ''. */
  readonly through: string;
}

/** A column of other records that names a record. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  /** SQL column of that table that holds the other record's entity, for access. */
  readonly entityColumn: string;
}

/** A kind of record that can be asked for. */
export interface Resource {
  /** GraphQL type name, for example `Account`. */
  readonly type: string;
  /** Table or view. */
  readonly table: string;
  /** SQL column that holds the record's entity, for access. */
  readonly entityColumn: string;
  /** Set where records have no owner, and are seen where a record that names them is (`seenBy`). */
  readonly seenBy: readonly Reference[];
  /** Paths that a list without a sort is ordered by, before `_id`. */
  readonly order: readonly string[];
  /** Table of how many records there are by account (the key of the first of `order`) and UTC day (the second), or ''. */
  readonly counts: string;
  /** Table of the same by the records' company and entity; set where `counts` is. */
  readonly countsByPortfolio: string;
  /** Path of the field by whose record those of this kind are distributed, where the database is (docs/scale.md), or ''. */
  readonly distributedBy: string;
  /** Filters that an index serves. */
  readonly cheap: readonly string[];
  /**
   * Paths that `search` of a list looks in; the first part may be a link to many, whose records then hold the text. Empty: a
   * list takes no search.
   */
  readonly searched: readonly string[];
  /** Table of one row. Its `since` is the moment of the first of `order` since which records are stored. '' without such a table. */
  readonly known: string;
  /** The scope that reading it needs, or '' where {@link scopesBy} tells. */
  readonly scope: string;
  /** The path of a field that says which scope is needed, and the scope for each of its values. */
  readonly scopesBy?: { readonly path: string; readonly scopes: ReadonlyMap<string, string> };
  /** By path, in the order of declaration. */
  readonly columns: ReadonlyMap<string, Column>;
  readonly links: ReadonlyMap<string, Link>;
  /** Computed fields (`@computed`), each with the paths of its inputs. */
  readonly computed: ReadonlyMap<string, readonly string[]>;
  /** File and line of the declaration, for messages at the start. */
  readonly declaredAt: string;
}

/** All resources by type name. */
export type Resources = ReadonlyMap<string, Resource>;

/** The grants of a viewer: records of any of these companies or entities (24-digit ids). */
export interface Access {
  readonly companies: readonly string[];
  readonly entities: readonly string[];
}

/** One step of an order. */
export interface SortKey {
  readonly column: Column;
  readonly descending: boolean;
}

/** A place in an order: the values of its keys, of the record that was there last. */
export type Position = readonly (Value | null)[];

export type Operator = 'eq' | 'in' | 'gt' | 'gte' | 'lt' | 'lte' | 'has';

/** A checked condition: `value` is of the column's kind, an array for `in` and `has`, null only for `eq`. */
export interface Comparison {
  readonly column: Column;
  readonly operator: Operator;
  readonly value: Value | null | readonly Value[];
}

/** A checked filter. */
export type Where =
  | { readonly compare: Comparison }
  | { readonly all: readonly Where[] }
  | { readonly any: readonly Where[] }
  | { readonly not: Where };
