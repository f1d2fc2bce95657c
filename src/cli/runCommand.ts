import { Command, CommanderError } from 'commander';
import { VARIABLES } from '../config/variables.js';
import { packageVersion } from '../config/root.js';
import { context } from './commandContext.js';
import { deleteCommand } from './delete.js';
import { sentenceOf } from './failures.js';
import { distributeCommand, nodesCommand } from './distribute.js';
import { factorsCommand } from './factors.js';
import { findingsCommand } from './findings.js';
import { importCommand, importsCommand } from './import.js';
import { keysCommand } from './keys.js';
import { migrateCommand } from './migrate.js';
import { openapiCommand, schemaCommand } from './apiDocuments.js';
import { planCommand } from './plan.js';
import { CommandError, logLine } from './output.js';
import { checkCommand, rebuildCommand } from './rebuild.js';
import { rolesCommand } from './roles.js';
import { seedCommand } from './seed.js';
import { serveCommand, startCommand } from './serve.js';
import { settingsCommand } from './settings.js';
import { templateCommand } from './template.js';

/**
 * Builds the command line. Help and usage errors appear fast, because each action imports the packages that only it
 * needs.
 */
function program(): Command {
  const width = Math.max(...VARIABLES.map(({ name }) => name.length));
  const environment = VARIABLES.map(({ name, meaning }) => `  ${name.padEnd(width)}  ${meaning}`).join('\n');
  const root = new Command('udg')
    .description('Utility data gateway: utility data of organisations over REST and GraphQL')
    .version(packageVersion())
    .addHelpText('after', `\nEnvironment:\n${environment}\n\nExit status: 0 (done), 1 (failed) or 2 (wrong usage).`);
  for (const command of [
    startCommand(),
    serveCommand(),
    migrateCommand(),
    seedCommand(),
    importCommand(),
    importsCommand(),
    templateCommand(),
    deleteCommand(),
    findingsCommand(),
    rebuildCommand(),
    checkCommand(),
    distributeCommand(),
    nodesCommand(),
    keysCommand(),
    rolesCommand(),
    settingsCommand(),
    factorsCommand(),
    schemaCommand(),
    openapiCommand(),
    planCommand(),
  ]) {
    root.addCommand(command);
  }
  return withinContext(root);
}

/** Makes a command and its subcommands throw instead of ending the process, and write to the streams of the context. */
function withinContext(command: Command): Command {
  command.commands.forEach(withinContext);
  return command
    .exitOverride()
    .showHelpAfterError('(see --help)')
    .configureOutput({
      writeOut: (text) => context().stdout.write(text),
      writeErr: (text) => context().stderr.write(text),
    });
}

/** Prints the message of an error and returns the exit status. */
function statusOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  logLine(sentenceOf(error));
  if (!(error instanceof CommandError)) return 1;
  if (error.besides !== '') logLine(error.besides);
  return error.status;
}

/** Runs the command that the arguments of the context name, prints its error, and sets the exit status. */
export async function runCommand(): Promise<void> {
  try {
    await program().parseAsync(context().args, { from: 'user' });
  } catch (error) {
    context().setStatus(statusOf(error));
  }
}
