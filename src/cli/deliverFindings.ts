import type { Config } from '../config/config.js';
import type { Database } from '../db/database.js';
import { deliver, type Delivery } from '../findings/webhook/deliver.js';
import { sentenceOf } from './failures.js';
import { count, logLine } from './output.js';

/** Delivers changed findings to the webhook, if configured. An error is printed and does not fail the command. */
export async function deliverAfter(database: Database, config: Config): Promise<void> {
  const note = await deliveryNote(database, config);
  if (note !== null) logLine(note);
}

/**
 * Delivers changed findings to the webhook, if configured.
 * @returns the outcome or the error as a sentence; null if there was nothing to deliver
 */
export async function deliveryNote(database: Database, { findingsWebhook }: Config): Promise<string | null> {
  if (findingsWebhook === null) return null;
  try {
    const delivery = await deliver(database, findingsWebhook);
    return delivery.delivered + delivery.left > 0 ? deliveredInWords(delivery) : null;
  } catch (error) {
    return `Findings were not delivered to the webhook: ${sentenceOf(error)}`;
  }
}

/** Returns the outcome of a delivery as a sentence. */
export function deliveredInWords({ delivered, left, failure }: Delivery): string {
  const sentence = `Delivered ${findings(delivered)} to the webhook`;
  if (left === 0) return `${sentence}.`;
  const why =
    failure === null
      ? 'another process is delivering them'
      : `${failure}; udg findings deliver or the next import tries again`;
  return `${sentence}; ${count(left)} not delivered: ${why}.`;
}

function findings(number: number): string {
  return `${count(number)} ${number === 1 ? 'finding' : 'findings'}`;
}
