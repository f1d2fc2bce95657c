import { Command, Option } from 'commander';
import type { Database } from '../db/database.js';
import { rebuildAll, type FullRebuildSummary } from '../findings/rebuild.js';
import { context } from './commandContext.js';
import { findingsInWords } from './importReport.js';
import { idsOfNames } from './names.js';
import { CommandError, print, logLine } from './output.js';
import { startProgress } from './progress.js';
import { nameListOption } from './values.js';
import { verifyStorage } from './verifyStorage.js';
import { requireOwnSchema, withDatabase, withWebhook } from './withDatabase.js';

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
