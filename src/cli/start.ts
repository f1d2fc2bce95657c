import { Command } from 'commander';
import { takeSignals } from './stopSignal.js';
import { configuration } from './withDatabase.js';

/** Builds `udg start`, which migrates, seeds and serves; `npm start` runs it. */
export function startCommand(): Command {
  return new Command('start')
    .description('migrate, load the sample portfolio into a new embedded database, and serve')
    .option('--json', 'print the addresses as JSON, on standard output')
    .addHelpText('after', '\nExample:\n  PORT=8080 udg start')
    .action(async ({ json }: { json?: boolean }) => {
      const signals = takeSignals();
      const config = configuration();
      const { startService } = await import('./startService.js');
      await startService(config, json, signals);
    });
}
