import type { Config } from '../config/config.js';
import type { Database } from '../db/database.js';
import { decide, type DecisionResult } from '../findings/stored.js';
import { deliver, type Delivery } from '../findings/webhook/deliver.js';
import { deliveryNote } from './deliverFindings.js';
import type { LocalRequest } from './localSocket.js';
import { CommandError } from './output.js';

/** The result of a command. */
export interface Result {
  /** Null for `deliver`. */
  readonly decided: DecisionResult | null;
  /** Null for `decide`, whose delivery is in the note. */
  readonly delivery: Delivery | null;
  /** The outcome of the delivery after a decision, as a sentence; null: no webhook is set, or nothing had to be delivered. */
  readonly note: string | null;
}

/**
 * Runs a command that changes findings, in the process that holds the database.
 * @throws CommandError for a delivery without a webhook
 */
export async function runFindingCommand(database: Database, config: Config, request: LocalRequest): Promise<Result> {
  if (request.command === 'decide') {
    const decided = await decide(database, request.id, request.reason);
    const note = await deliveryNote(database, config);
    return { decided, delivery: null, note };
  }
  if (config.findingsWebhook === null) {
    throw new CommandError('No webhook is configured: set FINDINGS_WEBHOOK and FINDINGS_WEBHOOK_SECRET.', 2);
  }
  return { decided: null, delivery: await deliver(database, config.findingsWebhook), note: null };
}
