import { declareResources } from '../data/declare.js';
import { readTypes } from '../data/schemaTexts.js';
import type { Column } from '../data/resource.js';

/** What can be imported, in order of dependency. */
export const IMPORT_NAMES = ['companies', 'entities', 'assets', 'accounts', 'non-cumulative'] as const;
export type ImportName = (typeof IMPORT_NAMES)[number];

/** The fields of an import: the contract's object, as declared, and what its rows must have. */
export interface ImportFields {
  readonly name: ImportName;
  /** The table that rows end in. */
  readonly table: string;
  readonly columns: readonly Column[];
  readonly required: ReadonlySet<string>;
}

const TYPES: Readonly<Record<Exclude<ImportName, 'companies'>, string>> = {
  entities: 'Entity',
  assets: 'Asset',
  accounts: 'Account',
  'non-cumulative': 'Interval',
};

const REQUIRED: Readonly<Record<ImportName, readonly string[]>> = {
  companies: ['_id'],
  entities: ['_id', 'companyId'],
  assets: ['_id', 'companyId'],
  accounts: ['_id', 'companyId', 'type'],
  'non-cumulative': ['_id', 'accountId', 'type', 'value', 'startTimestamp', 'endTimestamp'],
};

/** The fields of an import. Companies have those of an entity, without a company; intervals take `companyId`, to check. */
export function importFields(name: ImportName): ImportFields {
  const resources = declareResources(readTypes());
  const columnsOf = (type: string): readonly Column[] => [...(resources.get(type)?.columns.values() ?? [])];
  const company = columnsOf('Entity').filter((column) => column.path === 'companyId');
  const required = new Set(REQUIRED[name]);
  switch (name) {
    case 'companies':
      return { name, table: name, columns: columnsOf('Entity').filter((c) => c.path !== 'companyId'), required };
    case 'non-cumulative':
      return { name, table: 'intervals', columns: [...columnsOf(TYPES[name]), ...company], required };
    default:
      return { name, table: name, columns: columnsOf(TYPES[name]), required };
  }
}
