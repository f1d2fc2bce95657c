import { Argument, Command, InvalidArgumentError } from 'commander';
import { type Condition, DATES } from '../import/deleteCondition.js';
import { IMPORT_NAMES, type ImportName } from '../import/importNames.js';
import type { ImportSummary } from '../import/importRecords.js';
import { isProblem, parseTimestamp } from '../values/scalars.js';
import { context } from './commandContext.js';
import { importOptions, showProgress } from './importProgress.js';
import { inWords } from './importReport.js';
import { CommandError, print, logLine } from './output.js';
import { idsOfNames } from './names.js';
import { idsOption, nameListOption } from './values.js';
import { withImports } from './withDatabase.js';

const HELP = `
Deletes the records that match all given conditions, and recomputes the stored usage. To delete a record that other
records refer to, delete those records first. --before compares ${Object.entries(DATES)
  .map(([name, [, path]]) => `${path} of ${name}`)
  .join(', ')}.

Examples:
  udg delete non-cumulative --account 64c000000000000000000001 --before 2020-01-01 --dry-run
  udg delete invoices --id 64e000000000000000000001 --id 64e000000000000000000002`;

interface Options {
  readonly id?: readonly string[];
  readonly account?: readonly string[];
  readonly before?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Builds `udg delete <resource>`, which deletes records by identifier, account or date. */
export function deleteCommand(): Command {
  return new Command('delete')
    .description('delete records, by identifier, account or date')
    .addArgument(
      new Argument('<resource>', 'kind of records to delete').choices(
        IMPORT_NAMES.filter((name) => name !== 'emission-factors'),
      ),
    )
    .option('--id <id>', 'the record with this identifier; may be repeated', idsOption)
    .option('--account <id>', 'records of this account, by identifier, name or meter; may be repeated', nameListOption)
    .option('--before <date>', 'records dated before this date or time', dateOption)
    .option('--dry-run', 'print what would be deleted, and delete nothing')
    .option('--json', 'print the summary as JSON')
    .addHelpText('after', HELP)
    .action(async (name: ImportName, options: Options) => {
      const condition = conditionOf(name, options);
      const { deleteRecords, isOfAccounts } = await import('../import/deleteRecords.js');
      if (condition.accounts && !isOfAccounts(name)) {
        throw new CommandError(`--account does not apply to ${name}: they do not belong to accounts.`, 2);
      }
      const label = labelOf(options);
      const progress = showProgress(`Delete ${name}`);
      const summary = await withImports(options.dryRun === true, async (database) => {
        const accounts = await idsOfNames(database, 'account', condition.accounts ?? []);
        const resolved = condition.accounts ? { ...condition, accounts } : condition;
        return deleteRecords(database, name, resolved, label, importOptions(progress));
      }).finally(() => {
        progress.stop();
      });
      for (const { reason } of summary.errors) logLine(`${name}: ${reason}`);
      print(options.json, summary, [words(name, summary, options)]);
      if (summary.rejected > 0) context().setStatus(1);
    });
}

function words(name: ImportName, summary: ImportSummary, options: Options): string {
  if (summary.rejected > 0) {
    return `${name}: ${summary.rejected} of ${summary.read} cannot be deleted, so nothing was deleted.`;
  }
  if (summary.read === 0) return `${name}: no records match, so nothing was deleted.`;
  return inWords(name, { ...summary, resource: name }, options);
}

function conditionOf(name: ImportName, { id, account, before }: Options): Condition {
  if (id === undefined && account === undefined && before === undefined) {
    throw new CommandError('Give --id, --account or --before: the command never deletes all records.', 2);
  }
  if (before !== undefined && !DATES[name]) {
    throw new CommandError(
      `--before does not apply to ${name}, which have no date: it applies to ${Object.keys(DATES).join(', ')}.`,
      2,
    );
  }
  return {
    ...(id ? { ids: id } : {}),
    ...(account ? { accounts: account } : {}),
    ...(before === undefined ? {} : { before }),
  };
}

function labelOf({ id = [], account = [], before }: Options): string {
  const parts = [...id.map((one) => `--id ${one}`), ...account.map((one) => `--account ${one}`)];
  const shown = parts.length > 3 ? [...parts.slice(0, 3), '…'] : parts;
  return ['delete', ...shown, ...(before === undefined ? [] : [`--before ${before}`])].join(' ');
}

function dateOption(text: string): string {
  const date = parseTimestamp(text);
  if (isProblem(date)) throw new InvalidArgumentError(`It ${date.problem}.`);
  return date.value;
}
