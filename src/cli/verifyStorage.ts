import { FolderError } from '../db/folderFailure.js';
import { folderOf, openDatabase } from '../db/open.js';
import { verifyPages, type PagesVerified, type StorageProblem } from '../db/verifyPages.js';
import { verifyRelations, type RelationsVerified } from '../db/verifyRelations.js';
import { sentenceOf } from './failures.js';
import { context } from './commandContext.js';
import { CommandError, print, logLine } from './output.js';
import { startProgress } from './progress.js';
import { configuration, requireMade } from './withDatabase.js';

/** The most problems that are printed as text; JSON lists more. */
const MAX_PRINTED = 20;

/** Runs `udg check --storage`: reads every page of the database, changes nothing, and ends with 1 if it finds damage. */
export async function verifyStorage(json: boolean | undefined): Promise<void> {
  const config = configuration();
  requireMade(config);
  const folder = config.databaseUrl === null ? folderOf(config.dataDir) : null;
  const progress = startProgress('Storage');
  try {
    const database = await openDatabase(config, 0, true);
    try {
      // A checkpoint writes all changes to the files; nothing else writes to them meanwhile.
      if (folder !== null) await database.knex.raw('checkpoint');
      const pages = folder === null ? null : await verifyPages(folder);
      const relations = await verifyRelations(database, (done, total) => {
        progress.update(done, total, 'tables');
      });
      progress.stop();
      report(json, pages, relations);
    } finally {
      // A damaged database may have stopped already.
      await database.close().catch(() => undefined);
    }
  } catch (error) {
    if (folder === null || !(error instanceof FolderError)) throw error;
    const { problems, damaged } = await verifyPages(folder);
    const first = damaged === 0 ? '' : ` Damaged pages: ${inLines(problems, damaged).join('; ')}.`;
    throw new CommandError(`${sentenceOf(error)}${first}`);
  } finally {
    progress.stop();
  }
}

function report(json: boolean | undefined, pages: PagesVerified | null, relations: RelationsVerified): void {
  const { tables, indexes, amcheck } = relations;
  const problems = [...(pages?.problems ?? []), ...relations.problems];
  const total = (pages?.damaged ?? 0) + relations.problems.length;
  const files = pages === null ? null : { files: pages.files, pages: pages.pages, damaged: pages.damaged };
  const read = `${tables} tables and ${indexes} indexes were read${amcheck ? ' and verified by amcheck' : ''}.`;
  const verdict =
    total === 0 ? 'No damage was found.' : `${total === 1 ? '1 problem was' : `${total} problems were`} found:`;
  const pagesLine =
    pages === null ? [] : [`${pages.pages} pages of ${pages.files} files were compared with their checksums.`];
  print(json, { pages: files, tables, indexes, amcheck, problems }, [
    [...pagesLine, read, verdict].join(' '),
    ...inLines(problems, total),
  ]);
  if (!amcheck) {
    logLine(
      'amcheck is not available, so rows and index entries were only counted. Have a superuser run: create extension amcheck; ' +
        'grant execute on function verify_heapam, bt_index_check(regclass, boolean) to the role of DATABASE_URL.',
    );
  }
  if (pages === null)
    logLine('Page checksums were not verified: with data_checksums on, the server verifies them when it reads pages.');
  if (total === 0) return;
  logLine('Restore a backup, then run udg check --all.');
  context().setStatus(1);
}

function inLines(problems: readonly StorageProblem[], total: number): readonly string[] {
  const shown = problems.slice(0, MAX_PRINTED).map(({ where, problem }) => `${where}: ${problem}`);
  return total > shown.length ? [...shown, `and ${total - shown.length} more`] : shown;
}
