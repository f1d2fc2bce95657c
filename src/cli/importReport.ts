import type { Format } from '../import/formats/detect.js';
import type { ImportName } from '../import/importNames.js';
import type { NewMeters } from '../import/newMeters/createNewMeters.js';
import { missingMeterAdvice } from './newMeterLines.js';
import type { Counted, ImportSummary } from '../import/summary.js';
import { count, logLine } from './output.js';

/** The outcome of importing a file. The resource is null if the file is empty and its name does not identify it. */
export interface ImportedFile extends ImportSummary {
  readonly resource: ImportName | null;
  /** The recognised format. Absent: the file is empty, or is a sheet with several resources. */
  readonly format?: Format;
  /** The accounts that the import created for meters without one. Absent: none. */
  readonly newMeters?: NewMeters;
}

/** The most lines of a kind that are printed for a file; the JSON summary lists more. */
const MAX_LINES = 10;

/**
 * Prints errors, unmatched meters, reasons for skipped rows and notes of a file: the first lines of each kind, and
 * the total.
 */
export function logProblems(summary: ImportedFile): void {
  const { format, errors, unmatched, skippedFor, notices, noticed } = summary;
  for (const { file, line, field, reason } of errors) {
    logLine(`${file}:${line}: ${field === null ? '' : `${field}: `}${reason}`);
  }
  const more = moreErrors(summary);
  if (more !== null) logLine(`(${more})`);
  const list = (items: readonly Counted[], what: string, all: string): void => {
    for (const { name, rows } of items.slice(0, MAX_LINES)) logLine(`${what} ${name}: ${counted(rows)}`);
    if (items.length > MAX_LINES) logLine(`(the first ${MAX_LINES} of ${count(items.length)} ${all} are shown)`);
  };
  list(unmatched, 'No account has the meter', 'such meters');
  if (unmatched.length > 0) logLine(missingMeterAdvice(format, unmatched.length));
  list(skippedFor, 'Skipped:', 'reasons');
  for (const sentence of notices.slice(0, MAX_LINES)) logLine(`Note: ${sentence}`);
  if (noticed > MAX_LINES) logLine(`(the first ${MAX_LINES} of ${count(noticed)} notes are shown)`);
}

/** Returns a remark on the errors beyond those shown, or null if all are shown. */
export function moreErrors({ errors, errorCount, rejected }: ImportSummary): string | null {
  if (errorCount <= errors.length) return null;
  const rows = `${counted(rejected)} ${rejected === 1 ? 'is' : 'are'} bad`;
  return `the first ${errors.length} of ${count(errorCount)} errors are shown; ${rows}`;
}

/** Returns the outcome of an import as a sentence. Its counts add up to the rows read. */
export function inWords(
  file: string,
  summary: ImportSummary & { readonly resource: ImportName | null },
  { rejects, dryRun }: { readonly rejects?: string; readonly dryRun?: boolean },
): string {
  const { resource, read, inserted, updated, deleted, unchanged, rejected, skipped, recomputedDays, seconds } = summary;
  const { newFindings, resolvedFindings } = summary;
  const of = resource ?? file;
  if (read === 0) return `${of}: the file holds no rows, so there is nothing to import.`;
  if (rejected > 0 && rejects === undefined) {
    return `${of}: ${count(rejected)} of ${counted(read)} ${rejected === 1 ? 'is' : 'are'} bad, so nothing was applied.`;
  }
  if (isAllSkipped(summary)) return `${of}: all of ${counted(read)} were skipped, so nothing was imported.`;
  const counts: readonly (readonly [number, string])[] = [
    [inserted, 'inserted'],
    [updated, 'updated'],
    [deleted, 'deleted'],
    [unchanged, 'unchanged'],
    [rejected, rejects === undefined ? 'rejected' : `rejected to ${rejects}`],
    [skipped, 'skipped'],
  ];
  const always = ['inserted', 'updated', 'unchanged'];
  const shown = counts.filter(([value, what]) => value > 0 || always.includes(what));
  const nothing = inserted + updated + deleted === 0 ? ' Nothing changed.' : '';
  const computed = recomputedDays > 0 ? ` Recalculated ${accountDays(recomputedDays)}.` : '';
  const dry = dryRun === true ? ' This was a dry run: it was rolled back.' : '';
  const list = shown.map(([value, what]) => `${count(value)} ${what}`).join(', ');
  return `${of}: ${counted(read)} read in ${seconds.toFixed(1)} s: ${list}.${nothing}${computed}${findingsInWords(newFindings, resolvedFindings)}${dry}`;
}

/** Whether the import skipped all rows of a file, which suggests a wrong format or a wrong file. */
export function isAllSkipped({ read, skipped }: ImportSummary): boolean {
  return read > 0 && skipped === read;
}

/** Returns ` 3 new findings, 2 resolved.`, or '' if both are zero. */
export function findingsInWords(fresh: number, resolved: number): string {
  if (fresh === 0 && resolved === 0) return '';
  const newInWords = `${count(fresh)} new ${fresh === 1 ? 'finding' : 'findings'}`;
  return ` ${newInWords}, ${count(resolved)} resolved.`;
}

function accountDays(value: number): string {
  return `${count(value)} ${value === 1 ? 'account-day' : 'account-days'}`;
}

function counted(rows: number): string {
  return `${count(rows)} ${rows === 1 ? 'row' : 'rows'}`;
}
