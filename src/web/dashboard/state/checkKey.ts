import { createGatewayClient, GatewayError } from '../../../hooks/index.js';
import type { KeyProblem } from '../../shared/useKey.js';
import { useSession } from '../generated/operations.js';

/** Checks a key with the service. Returns why it cannot be used; null if the service accepts it. */
export async function checkKey(key: string): Promise<KeyProblem | null> {
  try {
    await createGatewayClient({ key }).ask(useSession.query);
    return null;
  } catch (error) {
    if (error instanceof GatewayError) return { sentence: error.detail, isRefused: error.code === 'invalid-key' };
    throw error;
  }
}
