import type { Value, ValueKind } from '../values/scalars.js';

/** A field of a resource: its declaration in `schema/types` and its storage. */
export interface Column {
  /** The field's path in the contract: `address.postCode`. */
  readonly path: string;
  /** The SQL column. */
  readonly name: string;
  readonly kind: ValueKind;
  /** Whether it holds a list of values. */
  readonly list: boolean;
  readonly nullable: boolean;
  /** The allowed texts of a `choice`. */
  readonly choices: readonly string[];
  /** Set if lists are sorted by the order of the choices, not by their texts. */
  readonly ascending?: true;
  /** The fields of the objects, for a list of objects. It is stored as JSON. */
  readonly fields?: readonly Column[];
  /** The name of such a field in the objects. Its `name` is the column that holds the list. */
  readonly element?: string;
  /** Set if the identifier is stored as an integer key (`@key`). */
  readonly key?: { readonly column: string; readonly table: string };
}

/** A link from one resource to another (`@link`). */
export interface Link {
  readonly field: string;
  /** Type name of the linked resource. */
  readonly target: string;
  readonly many: boolean;
  /**
   * `by`: the path of this resource that holds the other's `_id`. `from`: the path of the other that holds this `_id`.
   * Otherwise ''.
   */
  readonly path: string;
  /** The table of pairs, or ''. */
  readonly through: string;
}

/** A column of other records that refers to a record. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  /** SQL column of that table that holds the other record's entity, for access. */
  readonly entityColumn: string;
}

/** A kind of record that clients can request. */
export interface Resource {
  /** GraphQL type name, for example `Account`. */
  readonly type: string;
  /** Table or view. */
  readonly table: string;
  /** The SQL column with the record's entity, for access. */
  readonly entityColumn: string;
  /** For records without an owner: a viewer sees a record if a visible record refers to it (`seenBy`). */
  readonly seenBy: readonly Reference[];
  /** The default order: paths before `_id`. */
  readonly order: readonly string[];
  /**
   * The table with the numbers of records by account (the key of the first path of `order`) and UTC day (the second),
   * or ''.
   */
  readonly counts: string;
  /** The table of the same numbers by company and entity; set together with `counts`. */
  readonly countsByPortfolio: string;
  /**
   * The path of the field whose record determines the server of these records in a distributed database
   * (docs/scale.md), or ''.
   */
  readonly distributedBy: string;
  /** Filters that an index serves. */
  readonly cheap: readonly string[];
  /**
   * The paths that `search` of a list reads. The first part may be a link to many, whose records then hold the text.
   * Empty: the list has no search.
   */
  readonly searched: readonly string[];
  /**
   * A table of one row. Its `since` is the deletion horizon: records whose first path of `order` is not before it are
   * complete. '' without such a table.
   */
  readonly horizonTable: string;
  /** The required scope; '' if it depends on the record ({@link scopesBy}). */
  readonly scope: string;
  /** The path of the field that determines the required scope, and the scope for each of its values. */
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

/** The grants of a viewer: the records of these companies and entities (24-digit identifiers). */
export interface Access {
  readonly companies: readonly string[];
  readonly entities: readonly string[];
}

/** A sort key: a column and a direction. */
export interface SortKey {
  readonly column: Column;
  readonly descending: boolean;
}

/** A position in an order: the sort values of the record before it. */
export type Position = readonly (Value | null)[];

export type Operator = 'eq' | 'in' | 'gt' | 'gte' | 'lt' | 'lte' | 'has';

/** A checked condition: `value` is of the column's kind, an array for `in` and `has`, and null only for `eq`. */
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
