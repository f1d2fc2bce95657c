import { Argument, Command } from 'commander';
import { DatabaseInUseError } from '../db/locks.js';
import { KIND_NAMES } from '../findings/kinds.js';
import { listFindings, SEVERITIES, STATUSES, type ListedFinding } from '../findings/stored.js';
import { askService, runFindingCommand, type Result } from './findingCommands.js';
import { context } from './commandContext.js';
import { deliveredInWords } from './deliverFindings.js';
import { LONGEST_REASON, type LocalRequest } from './localSocket.js';
import { idsOfNames } from './names.js';
import { CommandError, count, logLine, print, table } from './output.js';
import { idOption, nameListOption, namesOption } from './values.js';
import { configuration, withDatabase } from './withDatabase.js';

/** The most findings that the command lists. */
const MAX_LISTED = 1_000;

interface Options {
  readonly kind?: readonly string[];
  readonly severity?: readonly string[];
  readonly status: readonly string[];
  readonly account?: readonly string[];
  readonly json?: boolean;
}

/** Builds `udg findings`, which lists, dismisses and delivers findings. */
export function findingsCommand(): Command {
  const command = new Command('findings')
    .description('list findings in data and bills that need attention, or dismiss one')
    .addHelpText('after', '\nExample:\n  udg findings --severity high,medium');
  command
    .command('list', { isDefault: true })
    .description(`list findings, the worst and latest first, ${count(MAX_LISTED)} at most`)
    .option('--kind <list>', `comma list of ${KIND_NAMES.join(', ')}`, namesOption(KIND_NAMES))
    .option('--severity <list>', `comma list of ${SEVERITIES.join(', ')}`, namesOption(SEVERITIES))
    .option('--status <list>', `comma list of ${STATUSES.join(', ')}`, namesOption(STATUSES), ['open'])
    .option('--account <id>', 'only of this account, by identifier, name or meter; may be repeated', nameListOption)
    .option('--json', 'print the list as JSON')
    .addHelpText('after', '\nExample:\n  udg findings --severity high,medium --kind bill-gap')
    .action(async ({ kind, severity, status, account, json }: Options) => {
      const filter = { kinds: kind ?? null, severities: severity ?? null, statuses: status };
      const { total, findings } = await withDatabase(async (database) => {
        const accounts = account ? await idsOfNames(database, 'account', account) : null;
        return listFindings(database.knex, { ...filter, accounts }, MAX_LISTED);
      });
      print(json, findings, inWords(findings, total));
    });
  command
    .command('dismiss')
    .description('dismiss a finding; later imports keep it dismissed')
    .addArgument(new Argument('<id>', 'the finding').argParser(idOption))
    .requiredOption('--reason <text>', 'the reason, in one sentence')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  udg findings dismiss 5f2a… --reason "The building was closed for works"')
    .action(async (id: string, { reason, json }: { reason: string; json?: boolean }) => {
      const text = reason.trim();
      if (text === '' || text.length > LONGEST_REASON) {
        throw new CommandError(`--reason must have 1 to ${count(LONGEST_REASON)} characters.`, 2);
      }
      await decideOn(id, text);
      print(json, { id, status: 'dismissed', reason: text }, [`The finding ${id} is dismissed: ${text}`]);
    });
  command
    .command('undismiss')
    .description('reopen a dismissed finding, if the data still shows it')
    .addArgument(new Argument('<id>', 'the finding').argParser(idOption))
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  udg findings undismiss 5f2a…')
    .action(async (id: string, { json }: { json?: boolean }) => {
      await decideOn(id, null);
      print(json, { id, reason: null }, [`The finding ${id} is no longer dismissed.`]);
    });
  addDeliverCommand(command);
  return command;
}

async function decideOn(id: string, reason: string | null): Promise<void> {
  const { decided, note } = await runOrAsk({ command: 'decide', id, reason });
  if (note !== null) logLine(note);
  if (decided === 'unknown') throw new CommandError(`There is no finding ${id}; udg findings lists them.`);
}

/** Runs a command on the database. If a service holds the embedded database, the service runs it. */
async function runOrAsk(request: LocalRequest): Promise<Result> {
  try {
    return await withDatabase((database, config) => runFindingCommand(database, config, request));
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error;
    const result = await askService(configuration().dataDir, request);
    if (result === null) throw error;
    return result;
  }
}

function inWords(findings: readonly ListedFinding[], total: number): readonly string[] {
  if (total === 0) return ['No findings match.'];
  const lines = table(
    ['finding', 'severity', 'kind', 'account', 'description'],
    findings.map(({ id, severity, kind, account, accountId, message }) => [
      ...[id, severity, kind, account ?? accountId, message],
    ]),
  );
  const more = total > findings.length ? [`(the first ${count(findings.length)} of ${count(total)} are shown)`] : [];
  return [...lines, ...more];
}

/** Adds `udg findings deliver`. */
function addDeliverCommand(findings: Command): void {
  findings
    .command('deliver')
    .description('post undelivered findings to FINDINGS_WEBHOOK; every import also does this at its end')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  FINDINGS_WEBHOOK=https://example.com/findings udg findings deliver')
    .action(async ({ json }: { json?: boolean }) => {
      const { delivery } = await runOrAsk({ command: 'deliver' });
      if (delivery === null) throw new CommandError('The running service did not deliver; run the command again.');
      print(json, delivery, [deliveredInWords(delivery)]);
      if (delivery.failure !== null) context().setStatus(1);
    });
}
