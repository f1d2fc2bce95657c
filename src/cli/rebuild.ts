import { Command, Option } from 'commander';
import type { Database } from '../db/database.js';
import { rebuildAll, type FullRebuildSummary } from '../findings/rebuild.js';
import { context } from './commandContext.js';
import { findingsInWords } from './importReport.js';
import { idsOfNames } from './names.js';
import { CommandError, print, logLine } from './output.js';
import { startProgress } from './progress.js';
import { nameListOption } from './values.js';
import { requireOwnSchema, withDatabase, withWebhook, configuration, requireMade } from './withDatabase.js';
import { FolderError } from '../db/folderFailure.js';
import { folderOf, openDatabase } from '../db/open.js';
import { verifyPages, type PagesVerified, type StorageProblem } from '../db/verifyPages.js';
import { verifyRelations, type RelationsVerified } from '../db/verifyRelations.js';
import { sentenceOf } from './failures.js';

/** The number of accounts that `udg check` compares without `--all`. */
const SAMPLE = 50;

/** Builds `udg rebuild`, which recomputes stored usage, interval counts and findings from the records. */
export function rebuildCommand(): Command {
  return new Command('rebuild')
    .description('recompute usage, interval counts and findings; changes nothing if all are correct')
    .option('--account <id>', 'only this account, by identifier, name or meter; may be repeated', nameListOption)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  udg rebuild --account 64c000000000000000000001')
    .action(async ({ account = [], json }: { account?: readonly string[]; json?: boolean }) => {
      const summary = await withProgress('Rebuild', account, {}, (run) =>
        withWebhook(async (database) => {
          await requireOwnSchema(database, 'change its data');
          return run(database);
        }),
      );
      print(json, summary, [
        `${inWords(summary)} Recalculated ${summary.rows} ${summary.rows === 1 ? 'row' : 'rows'}.${findingsInWords(summary.newFindings, summary.resolvedFindings)}`,
      ]);
    });
}

/** Builds `udg check`, which compares stored usage, interval counts and findings with the records. */
export function checkCommand(): Command {
  return new Command('check')
    .description(
      'compare stored usage, counts and findings with the records; exits with 1 if they differ, changes nothing',
    )
    .option('--all', `every account; otherwise ${SAMPLE}, spread evenly`)
    .addOption(
      new Option('--storage', 'instead, verify the files, tables and indexes of the database').conflicts('all'),
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  udg check --all\n  udg check --storage')
    .action(async ({ all, storage, json }: { all?: boolean; storage?: boolean; json?: boolean }) => {
      if (storage === true) return verifyStorage(json);
      const options = { dryRun: true, ...(all === true ? {} : { sample: SAMPLE }) };
      const summary = await withProgress('Check', [], options, (run) =>
        withDatabase(async (database) => {
          await requireOwnSchema(database, 'check it');
          return run(database);
        }),
      );
      const { accounts, rows, different, portfolios } = summary;
      const verdict =
        rows === 0
          ? 'The stored usage matches the records.'
          : `${rows} ${rows === 1 ? 'row differs' : 'rows differ'}${ownersOf(summary)}: udg rebuild corrects them.`;
      print(json, { accounts, rows, different, portfolios }, [`${inWords(summary)} ${verdict}`]);
      logLine('This compared figures with records. To look for damaged files, run udg check --storage.');
      if (rows > 0) context().setStatus(1);
    });
}

async function withProgress(
  title: string,
  accounts: readonly string[],
  options: { readonly dryRun?: boolean; readonly sample?: number },
  open: (run: (database: Database) => Promise<FullRebuildSummary>) => Promise<FullRebuildSummary>,
): Promise<FullRebuildSummary> {
  const progress = startProgress(title);
  try {
    return await open(async (database) => {
      const ids = await idsOfNames(database, 'account', accounts);
      const summary = await rebuildAll(database, {
        ...options,
        ...(ids.length > 0 ? { ids } : {}),
        onAccount: (done, total) => {
          progress.update(done, total, 'accounts');
        },
      });
      if (ids.length > 0 && summary.accounts < ids.length) {
        throw new CommandError(`Only ${summary.accounts} of these accounts exist: ${accounts.join(', ')}.`);
      }
      return summary;
    });
  } finally {
    progress.stop();
  }
}

/** Names the accounts and portfolios of the rows that differ. */
function ownersOf({ different, portfolios }: FullRebuildSummary): string {
  const some = (what: string, ids: readonly string[]): string[] =>
    ids.length === 0 ? [] : [`of the ${what} ${ids.slice(0, 20).join(', ')}`];
  return [...some('accounts', different), ...some('companies and entities', portfolios)]
    .map((of) => `, ${of}`)
    .join('');
}

function inWords({ accounts }: FullRebuildSummary): string {
  return `${accounts} ${accounts === 1 ? 'account was' : 'accounts were'} checked.`;
}

/** The most problems that are printed as text; JSON lists more. */
const MAX_PRINTED = 20;

/** Runs `udg check --storage`: reads every page of the database, changes nothing, and ends with 1 if it finds damage. */
async function verifyStorage(json: boolean | undefined): Promise<void> {
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
