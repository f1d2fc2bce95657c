import type { ImportName } from '../import/importNames.js';
import type { Counted, ImportSummary } from '../import/summary.js';
import { count } from './importProgress.js';
import { tell } from './output.js';

/** Lines of a kind that are printed of a file; the summary as JSON lists more. */
const MOST_LINES = 10;

/**
 * Prints what was wrong with the rows of a file, and what is to be known of them: the first lines of each kind, and how many
 * there are in all.
 */
export function tellProblems(summary: ImportSummary): void {
  const { errors, unmatched, skippedFor, notices, noticed } = summary;
  for (const { file, line, field, reason } of errors) {
    tell(`${file}:${line}: ${field === null ? '' : `${field}: `}${reason}`);
  }
  const more = moreErrors(summary);
  if (more !== null) tell(`(${more})`);
  const list = (items: readonly Counted[], what: string, all: string): void => {
    for (const { name, rows } of items.slice(0, MOST_LINES)) tell(`${what} ${name}: ${counted(rows)}`);
    if (items.length > MOST_LINES) tell(`(the first ${MOST_LINES} of ${count(items.length)} ${all} are shown)`);
  };
  list(unmatched, 'No account has the meter', 'such meters');
  list(skippedFor, 'Skipped,', 'reasons');
  for (const sentence of notices.slice(0, MOST_LINES)) tell(`Note: ${sentence}`);
  if (noticed > MOST_LINES) tell(`(the first ${MOST_LINES} of ${count(noticed)} notes are shown)`);
}

/** How many errors there are beyond the first ones that are shown; null: none. */
export function moreErrors({ errors, errorCount, rejected }: ImportSummary): string | null {
  if (errorCount <= errors.length) return null;
  const rows = `${counted(rejected)} ${rejected === 1 ? 'is' : 'are'} bad`;
  return `the first ${errors.length} of ${count(errorCount)} errors are shown; ${rows}`;
}

/** What an import did, in a sentence whose counts add up. */
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
  const told = counts.filter(([value, what]) => value > 0 || always.includes(what));
  const nothing = inserted + updated + deleted === 0 ? ' Nothing changed.' : '';
  const computed = recomputedDays > 0 ? ` Recalculated ${accountDays(recomputedDays)}.` : '';
  const dry = dryRun === true ? ' This was a dry run: nothing of it was kept.' : '';
  const list = told.map(([value, what]) => `${count(value)} ${what}`).join(', ');
  return `${of}: ${counted(read)} read in ${seconds.toFixed(1)} s: ${list}.${nothing}${computed}${findingsInWords(newFindings, resolvedFindings)}${dry}`;
}

/** Whether a file has rows and all of them were skipped: it is not what it was taken for, or of no use. */
export function isAllSkipped({ read, skipped }: ImportSummary): boolean {
  return read > 0 && skipped === read;
}

/** `3 new findings, 2 resolved`; '' where nothing is other than before. */
export function findingsInWords(fresh: number, resolved: number): string {
  if (fresh === 0 && resolved === 0) return '';
  const found = `${count(fresh)} new ${fresh === 1 ? 'finding' : 'findings'}`;
  return ` ${found}, ${count(resolved)} resolved.`;
}

function accountDays(value: number): string {
  return `${count(value)} ${value === 1 ? 'account-day' : 'account-days'}`;
}

function counted(rows: number): string {
  return `${count(rows)} ${rows === 1 ? 'row' : 'rows'}`;
}
