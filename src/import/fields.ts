import { identifier } from '../db/sql.js';
import { declareResources, snakeCase } from '../data/declare.js';
import { readTypes } from '../data/schemaTexts.js';
import type { Column } from '../data/resource.js';
import { hasEmissions, UTILITY_TYPES } from '../data/utilityTypes.js';
import type { ImportName } from './importNames.js';
import type { Cell } from './readCell.js';

/** How the rows of an import are checked and stored. */
export interface ImportFields {
  readonly name: ImportName;
  /** The table that rows end in. */
  readonly table: string;
  /** Whether the database is distributed, so that its tables are not asked row by row of those of the import. */
  readonly isDistributed: boolean;
  /** Where what is stored of the staged records is found: that table, or a copy of those rows, where it is distributed. */
  readonly stored: string;
  /** The contract's object, as declared, and what only an import carries. */
  readonly columns: readonly Column[];
  readonly required: ReadonlySet<string>;
  /** Defaults of fields that a row does not give, by path. */
  readonly defaults: Readonly<Record<string, Cell>>;
  /** The columns that tell rows apart. */
  readonly key: readonly string[];
  /**
   * How a row belongs to its account: it `inherits` company and entity, which are not stored with it; it holds a
   * `copy` of them; or it has no account.
   */
  readonly account: 'inherits' | 'copy' | null;
  /** The order of an account's rows in their table, which is that of reading them. */
  readonly order: readonly string[];
  /** Columns that are few combinations over many rows: staged as one text, stored as a key. */
  readonly kind: readonly string[];
  /** Columns of numbers that rows mark as they are stored, so that of equal rows the one that states the number counts. */
  readonly kept: readonly string[];
  /** Columns that an import reads and does not store. */
  readonly unstored: readonly string[];
  /** Whether `_id` alone identifies a record, so that a row can delete it. */
  readonly removable: boolean;
  /** Paths of the fields that make the `_id` of a row without one, as in meter data; empty: `_id` is required. */
  readonly idOf: readonly string[];
  /** Paths of a start and an end: an end before the start is refused, or one that is equal if `open`. */
  readonly span: {
    readonly start: string;
    readonly end: string;
    readonly open: boolean;
    /** Years that it may take at most. */
    readonly years?: number;
    /** Start and end are days; their times of day are ignored. */
    readonly days?: true;
  } | null;
  /** Paths of a number that is a part of another, between 0 and it, and only where a flag is set. */
  readonly part: { readonly field: string; readonly of: string; readonly where: string } | null;
}

type Kind = Partial<Omit<ImportFields, 'name' | 'columns' | 'required'>> & {
  /** The declared type that it has the fields of. */
  readonly type: string | null;
  readonly required: readonly string[];
  readonly more?: readonly Column[];
};

/** When the source last changed a record: an older row does not replace a newer one. */
const STATED_AT = field('statedAt', { kind: 'timestamp' });

const KINDS: Readonly<Record<ImportName, Kind>> = {
  companies: { type: 'Entity', required: ['_id'] },
  entities: { type: 'Entity', required: ['_id', 'companyId'] },
  assets: {
    type: 'Asset',
    required: ['_id', 'companyId'],
    // What is told of an asset is worked out where it is not given.
    more: [field('timeZone')],
    defaults: { status: 'active', tags: [] },
  },
  accounts: { type: 'Account', required: ['_id', 'companyId', 'type'], defaults: { status: 'active', tags: [] } },
  'asset-groups': {
    type: 'AssetGroup',
    table: 'asset_groups',
    required: ['_id', 'companyId'],
    more: [field('assetIds', { kind: 'id', list: true })],
    defaults: { assetIds: [] },
  },
  suppliers: { type: 'Supplier', required: ['_id', 'name'] },
  contracts: {
    type: 'Contract',
    required: ['_id', 'accountId', 'startDate'],
    account: 'inherits',
    span: { start: 'startDate', end: 'endDate', open: false },
  },
  // An invoice without an account may get one later, so the account is not part of what tells invoices apart.
  invoices: {
    type: 'Invoice',
    required: ['_id'],
    defaults: { status: 'captured', tags: [], rates: [] },
    account: 'copy',
    span: { start: 'values.startDate', end: 'values.endDate', open: false, days: true },
  },
  readings: {
    type: 'Reading',
    required: ['accountId', 'submittedAt', 'value'],
    defaults: { type: 'A' },
    order: ['submitted_at'],
    key: ['_id', 'account_key'],
    account: 'inherits',
    more: [STATED_AT, field('quantityFrom', { kind: 'timestamp' })],
    kept: ['quantity'],
    unstored: ['quantity_from'],
    idOf: ['accountId', 'submittedAt', 'registerId', 'source'],
  },
  'non-cumulative': {
    type: 'Interval',
    table: 'intervals',
    // The type that is not given is the account's.
    required: ['accountId', 'value', 'startTimestamp', 'endTimestamp'],
    more: [STATED_AT, field('companyId', { kind: 'id' })],
    key: ['_id', 'account_key'],
    account: 'inherits',
    order: ['start_timestamp'],
    idOf: ['accountId', 'startTimestamp', 'endTimestamp', 'source'],
    kept: ['estimated_value'],
    kind: ['type', 'unit', 'read_type', 'is_half_hourly', 'is_estimated', 'is_grid_data', 'source'],
    // Computing the usage of a day reads what overlaps it, and so as far back as its longest interval.
    span: { start: 'startTimestamp', end: 'endTimestamp', open: true, years: 10 },
    part: { field: 'estimatedValue', of: 'value', where: 'isEstimated' },
  },
  'emission-factors': {
    type: null,
    table: 'emission_factors',
    required: ['set', 'country', 'type', 'year', 'unit'],
    more: [
      ...['set', 'country', 'unit', 'source'].map((path) => field(path)),
      field('type', { kind: 'choice', choices: UTILITY_TYPES.filter(hasEmissions) }),
      ...['year', 'scope1', 'scope2', 'scope3'].map((path) => field(path, { kind: 'number' })),
      ...['createdAt', 'updatedAt'].map((path) => field(path, { kind: 'timestamp' })),
    ],
    key: ['set', 'country', 'type', 'year'],
    removable: false,
  },
};

/** Returns the fields of an import. A company has the fields of an entity, without `companyId`. */
export function importFields(name: ImportName): ImportFields {
  const { type, required, more = [], ...kind } = KINDS[name];
  const declared = type === null ? [] : [...(declareResources(readTypes()).get(type)?.columns.values() ?? [])];
  return {
    name,
    table: name,
    isDistributed: false,
    stored: identifier(kind.table ?? name),
    columns: [...declared, ...more].filter(
      ({ path, element }) => element === undefined && !(name === 'companies' && path === 'companyId'),
    ),
    defaults: {},
    key: ['_id'],
    account: null,
    order: [],
    kind: [],
    kept: [],
    unstored: [],
    removable: true,
    idOf: [],
    span: null,
    part: null,
    ...kind,
    required: new Set(required),
  };
}

function field(path: string, more: Partial<Column> = {}): Column {
  return { path, name: snakeCase(path), kind: 'text', list: false, nullable: true, choices: [], ...more };
}
