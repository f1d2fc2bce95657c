/** The resources that can be imported, in order of dependency. */
export const IMPORT_NAMES = [
  'companies',
  'entities',
  'assets',
  'accounts',
  'asset-groups',
  'suppliers',
  'contracts',
  'invoices',
  'readings',
  'non-cumulative',
  'emission-factors',
] as const;
export type ImportName = (typeof IMPORT_NAMES)[number];
