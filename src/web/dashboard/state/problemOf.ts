import { createGatewayClient, GatewayError } from '../../../hooks/index.js';
import type { KeyProblem } from '../../shared/useKey.js';
import { useSession } from '../generated/operations.js';

/** What the service says against a key; null: nothing. */
export async function problemOf(key: string): Promise<KeyProblem | null> {
  try {
    await createGatewayClient({ key }).ask(useSession.query);
    return null;
  } catch (error) {
    if (error instanceof GatewayError) return { sentence: error.detail, isRefused: error.code === 'invalid-key' };
    throw error;
  }
}
