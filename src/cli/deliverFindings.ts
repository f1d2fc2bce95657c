import type { Command } from 'commander';
import { deliver } from '../findings/webhook/deliver.js';
import { context } from './commandContext.js';
import { CommandError, print } from './output.js';
import { deliveredInWords } from './tellWebhook.js';
import { withDatabase } from './withDatabase.js';

/** Adds `udg findings deliver`. */
export function addDeliverCommand(findings: Command): void {
  findings
    .command('deliver')
    .description('post what FINDINGS_WEBHOOK was not told of yet; an import does so at its end')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  FINDINGS_WEBHOOK=https://example.com/findings udg findings deliver')
    .action(async ({ json }: { json?: boolean }) => {
      const delivery = await withDatabase((database, { findingsWebhook }) => {
        if (findingsWebhook === null) {
          throw new CommandError('There is no webhook: set FINDINGS_WEBHOOK and FINDINGS_WEBHOOK_SECRET.', 2);
        }
        return deliver(database, findingsWebhook);
      });
      print(json, delivery, [deliveredInWords(delivery)]);
      if (delivery.failure !== null) context().setStatus(1);
    });
}
