import type { Config } from '../config/config.js';
import type { Database } from '../db/database.js';
import { decide, type DecisionResult } from '../findings/stored.js';
import { deliver, type Delivery } from '../findings/webhook/deliver.js';
import { deliveryNote } from './deliverFindings.js';
import { type LocalRequest, parseObject, socketPath } from './localSocket.js';
import { CommandError } from './output.js';
import { connect } from 'node:net';

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

/** The longest wait for an answer. A delivery to the webhook may take a minute, and its last attempt ten seconds more. */
const ANSWER_TIMEOUT_MS = 90_000;

/**
 * Asks the service that holds the embedded database to run a command.
 * @returns null if no service takes commands there
 * @throws CommandError with the sentence of the service
 */
export async function askService(dataDir: string, request: LocalRequest): Promise<Result | null> {
  const path = socketPath(dataDir);
  const text = path === null ? null : await exchange(path, JSON.stringify(request));
  if (text === null) return null;
  const read = parseObject(text);
  if (read !== null && typeof read.error === 'string') throw new CommandError(read.error, read.status === 2 ? 2 : 1);
  const { decided = null, delivery = null, note = null } = read ?? {};
  const isDecided = decided === 'done' || decided === 'unknown' || decided === 'unchanged';
  const isDelivery = isDeliveryResult(delivery);
  if ((!isDecided && !isDelivery) || (note !== null && typeof note !== 'string')) {
    throw new CommandError('The running service stopped before it answered; run the command again.');
  }
  return { decided: isDecided ? decided : null, delivery: isDelivery ? delivery : null, note };
}

/** Sends a request and returns the whole answer. Null: nobody listens at the path. */
function exchange(path: string, request: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let answer = '';
    let isConnected = false;
    const socket = connect({ path, allowHalfOpen: true }, () => {
      isConnected = true;
      socket.end(request);
    });
    socket.setEncoding('utf8').setTimeout(ANSWER_TIMEOUT_MS, () => {
      socket.destroy(new CommandError('The running service does not respond: check its log.'));
    });
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.once('end', () => {
      resolve(answer);
    });
    socket.once('error', (error) => {
      if (error instanceof CommandError) reject(error);
      else resolve(isConnected ? answer : null);
    });
    socket.once('close', () => {
      resolve(answer);
    });
  });
}

function isDeliveryResult(value: unknown): value is Delivery {
  if (typeof value !== 'object' || value === null) return false;
  if (!('delivered' in value && 'left' in value && 'failure' in value)) return false;
  const { delivered, left, failure } = value;
  return typeof delivered === 'number' && typeof left === 'number' && (failure === null || typeof failure === 'string');
}
