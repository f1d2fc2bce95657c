#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { CommandError, logLine } from '../src/cli/output.js';
import { attackCommand } from './attackCommand.js';
import { consumptionCommand } from './consumptionCommand.js';
import { detectionCommand } from './detectionCommand.js';
import { fairnessCommand } from './fairnessCommand.js';
import { findingsCommand } from './findingsCommand.js';
import { importBenchCommand } from './importCommand.js';
import { largeCommand } from './largeCommand.js';
import { roadCommand } from './roadCommand.js';
import { scaleCommand } from './scaleCommand.js';
import { serviceCommand } from './serviceCommand.js';
import { storageCommand } from './storageCommand.js';

/** The benchmarks. Ends with 0 (done), 1 (failed, or figures that differ) or 2 (wrong usage). */
const root = new Command('bench')
  .description('Benchmarks that compare the service with the same work done directly, and attacks on the service')
  .addHelpText(
    'after',
    `
Environment:
  BENCH_DATABASE_URL  A PostgreSQL server on which the role may create databases (default
                      postgres://postgres@127.0.0.1:5432/test)
  BENCH_CITUS_URL     The coordinator of a Citus cluster with its workers, for scale`,
  );
root.addCommand(serviceCommand());
root.addCommand(consumptionCommand());
root.addCommand(importBenchCommand());
root.addCommand(findingsCommand());
root.addCommand(detectionCommand());
root.addCommand(attackCommand());
root.addCommand(fairnessCommand());
root.addCommand(largeCommand());
root.addCommand(roadCommand());
root.addCommand(scaleCommand());
root.addCommand(storageCommand());
for (const command of [root, ...root.commands]) {
  command.exitOverride().showHelpAfterError('(see --help)');
}

try {
  await root.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    logLine(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof CommandError ? error.status : 1;
  }
}
