import type { Config } from '../config/config.js';
import type { Database } from '../data/database.js';
import { deliver, type Delivery } from '../findings/webhook/deliver.js';
import { sentenceOf } from './failures.js';
import { count, logLine } from './output.js';

/** Delivers changed findings to the webhook, if configured. An error is printed and does not fail the command. */
export async function deliverAfter(database: Database, { findingsWebhook }: Config): Promise<void> {
  if (findingsWebhook === null) return;
  try {
    const delivery = await deliver(database, findingsWebhook);
    if (delivery.delivered + delivery.left > 0) logLine(deliveredInWords(delivery));
  } catch (error) {
    logLine(`Findings were not delivered to the webhook: ${sentenceOf(error)}`);
  }
}

/** Returns the outcome of a delivery as a sentence. */
export function deliveredInWords({ delivered, left, failure }: Delivery): string {
  const sentence = `${findings(delivered)} ${delivered === 1 ? 'was' : 'were'} delivered to the webhook`;
  if (left === 0) return `${sentence}.`;
  const why =
    failure === null
      ? 'another process is delivering them'
      : `${failure}; udg findings deliver tries again, as the next import does`;
  return `${sentence}, ${count(left)} ${left === 1 ? 'is' : 'are'} left: ${why}.`;
}

function findings(number: number): string {
  return `${count(number)} ${number === 1 ? 'finding' : 'findings'}`;
}
