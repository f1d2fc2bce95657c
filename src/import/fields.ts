import { declareResources, snakeCase } from '../data/declare.js';
import type { Column } from '../data/resource.js';
import { readTypes } from '../data/schemaTexts.js';
import { hasEmissions, UTILITY_TYPES } from '../data/utilityTypes.js';
import { identifier } from '../db/sql.js';
import { ONE_SERVER, type Topology } from '../db/topology.js';
import type { ImportName } from './importNames.js';
import type { Cell } from './readCell.js';

/** How an import checks and stores its rows. */
export interface ImportFields {
  readonly name: ImportName;
  /** The table that stores the records. */
  readonly table: string;
  readonly topology: Topology;
  /**
   * The table with the stored records of the staged rows: `table`, or in a distributed database a copy of these
   * records.
   */
  readonly stored: string;
  /** The fields of the contract's object as declared, and fields that only an import has. */
  readonly columns: readonly Column[];
  readonly required: ReadonlySet<string>;
  /** Default values by path, for fields that a row lacks. */
  readonly defaults: Readonly<Record<string, Cell>>;
  /** The columns that identify a record. */
  readonly key: readonly string[];
  /**
   * How a record belongs to its account: it `inherits` company and entity without storing them, stores a `copy` of
   * them, or has no account.
   */
  readonly account: 'inherits' | 'copy' | null;
  /** The order of an account's records in their table, in which later statements read them. */
  readonly order: readonly string[];
  /** Columns with few different combinations in many rows. They are staged as one text and stored as a key. */
  readonly kind: readonly string[];
  /** Columns of numbers that a row can mark to stay as stored. Of equal rows, the one that states the number counts. */
  readonly preservable: readonly string[];
  /** Columns that an import reads but does not store. */
  readonly unstored: readonly string[];
  /** Whether `_id` alone identifies a record, so that a row can delete it. */
  readonly removable: boolean;
  /** Paths of the fields that determine the `_id` of a row without one, as in meter data. Empty: `_id` is required. */
  readonly idOf: readonly string[];
  /** Paths of a start and an end. The import rejects an end before the start, and if `open`, also an equal end. */
  readonly span: {
    readonly start: string;
    readonly end: string;
    readonly open: boolean;
    /** The most years between start and end. */
    readonly years?: number;
    /** Whether start and end are days, whose time of day is ignored. */
    readonly days?: true;
  } | null;
  /** Paths of a part, its total and a flag. The part lies between 0 and the total, and requires that the flag is true. */
  readonly part: { readonly field: string; readonly of: string; readonly where: string } | null;
}

type Kind = Partial<Omit<ImportFields, 'name' | 'columns' | 'required'>> & {
  /** The declared type with the fields of the import; null: none. */
  readonly type: string | null;
  readonly required: readonly string[];
  readonly more?: readonly Column[];
};

/** The time of the last change at the source. A row with an earlier time does not replace the stored record. */
const STATED_AT = field('statedAt', { kind: 'timestamp' });

const KINDS: Readonly<Record<ImportName, Kind>> = {
  companies: { type: 'Entity', required: ['_id'] },
  entities: { type: 'Entity', required: ['_id', 'companyId'] },
  assets: {
    type: 'Asset',
    required: ['_id', 'companyId'],
    // The API computes an asset's time zone if its row lacks one. The declared type therefore has no column for it.
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
  // An invoice without an account may get one later, so its key does not include the account.
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
    preservable: ['quantity'],
    unstored: ['quantity_from'],
    idOf: ['accountId', 'submittedAt', 'registerId', 'source'],
  },
  'non-cumulative': {
    type: 'Interval',
    table: 'intervals',
    // A row without a type has the type of its account.
    required: ['accountId', 'value', 'startTimestamp', 'endTimestamp'],
    more: [STATED_AT, field('companyId', { kind: 'id' })],
    key: ['_id', 'account_key'],
    account: 'inherits',
    order: ['start_timestamp'],
    idOf: ['accountId', 'startTimestamp', 'endTimestamp', 'source'],
    preservable: ['estimated_value'],
    kind: ['type', 'unit', 'read_type', 'is_half_hourly', 'is_estimated', 'is_grid_data', 'source'],
    // The usage of a day depends on all intervals that overlap it. A limit on their length bounds how far back it
    // reads.
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
    topology: ONE_SERVER,
    stored: identifier(kind.table ?? name),
    columns: [...declared, ...more].filter(
      ({ path, element }) => element === undefined && !(name === 'companies' && path === 'companyId'),
    ),
    defaults: {},
    key: ['_id'],
    account: null,
    order: [],
    kind: [],
    preservable: [],
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

export const STAMPS = ['created_at', 'updated_at'];
export const OWNER = ['company_id', 'entity_id'];

/** The columns of a table that an import writes. */
interface Written {
  readonly key: readonly string[];
  readonly values: readonly string[];
}

/** Returns the columns that an import writes: the fields of a row, with the keys of its account and its kind. */
export function writtenColumns({ columns, account, key, kind, unstored }: ImportFields): Written {
  const omitted = [...unstored, ...(account === 'inherits' ? ['account_id', ...OWNER] : [])];
  const plain = columns
    .map(({ name }) => name)
    .filter((name) => ![...omitted, ...kind, ...key, ...STAMPS].includes(name));
  const keys = [...(account === null ? [] : ['account_key']), ...(kind.length > 0 ? ['kind_key'] : [])];
  return { key, values: [...plain, ...keys.filter((name) => !key.includes(name))] };
}
