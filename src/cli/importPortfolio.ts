import type { Database } from '../db/database.js';
import type { FileOptions } from '../import/importFile.js';
import type { ImportName, ImportOptions } from '../import/importRecords.js';
import { importSheet, type SheetOutcome } from '../import/portfolio/importSheet.js';
import type { PortfolioSheet } from '../import/portfolio/sheet.js';
import { readPreview, type Preview } from '../import/preview.js';
import { count } from './output.js';
import type { PreviewedFile } from './importPreview.js';
import type { ImportedFile } from './importReport.js';

/** The outcome of a portfolio sheet: first that of the sheet itself, without a resource, then that of each resource. */
export type SheetSummary = ImportedFile & Partial<PreviewedFile> & { readonly inWords?: string };

/** How the command line imports a sheet. */
export interface SheetRun {
  readonly path: string;
  readonly file: FileOptions;
  readonly options: ImportOptions;
  readonly isTrial: boolean;
  /** Whether the records are only described, by the first ones of each resource. */
  readonly isPreview: boolean;
  /** The file of rejected rows; null: none. */
  readonly rejects: string | null;
  readonly recognised: ReadonlyMap<string, string>;
}

/** Imports a portfolio sheet, or previews it. */
export async function importPortfolio(
  database: Database,
  sheet: PortfolioSheet,
  { path, file, options, isTrial, isPreview, rejects, recognised }: SheetRun,
): Promise<readonly SheetSummary[]> {
  const previews = new Map<ImportName, Preview>();
  const previewing = (resource: ImportName): ImportOptions => ({
    ...options,
    onStaged: async (trx, fields) => {
      previews.set(resource, await readPreview(trx, fields));
      return true;
    },
  });
  const outcome = await importSheet(database, sheet, {
    ...{ name: path, company: file.company, isFolder: file.isFolder, isTrial, options },
    ...(isPreview ? { optionsOf: previewing } : {}),
  });
  const first: SheetSummary = { resource: null, ...outcome.sheet, inWords: inWords(path, outcome, rejects) };
  const parts = outcome.parts.map((part): SheetSummary => {
    return isPreview ? { ...part, recognised: {}, preview: previews.get(part.resource) ?? null } : part;
  });
  return isPreview
    ? [{ ...first, recognised: Object.fromEntries(recognised), preview: null }, ...parts]
    : [first, ...parts];
}

/** Returns a sentence about the content of a sheet. */
function inWords(path: string, { sheet, counts, parts }: SheetOutcome, rejects: string | null): string {
  const { read, rejected, skipped } = sheet;
  const rows = `${count(read)} ${read === 1 ? 'row' : 'rows'}`;
  if (read === 0) return `${path}: the sheet holds no rows, so there is nothing to import.`;
  if (read === skipped) return `${path}: all of ${rows} are example rows of the template, so nothing was imported.`;
  if (rejected > 0 && parts.length === 0) {
    return `${path}: ${count(rejected)} of ${rows} ${rejected === 1 ? 'is' : 'are'} bad, so nothing was applied.`;
  }
  const { companies, entities, sites, meters } = counts;
  const content = [
    named(companies, 'company', 'companies'),
    ...(entities > 0 ? [named(entities, 'entity', 'entities')] : []),
    named(sites, 'site', 'sites'),
    named(meters, 'meter', 'meters'),
  ].join(', ');
  const aside = [
    ...(rejected > 0 ? [`${count(rejected)} rejected${rejects === null ? '' : ` to ${rejects}`}`] : []),
    ...(skipped > 0 ? [`${count(skipped)} skipped`] : []),
  ];
  return `${path}: ${rows} with ${content}${aside.length > 0 ? `; ${aside.join(', ')}` : ''}.`;
}

function named(value: number, one: string, several: string): string {
  return `${count(value)} ${value === 1 ? one : several}`;
}
