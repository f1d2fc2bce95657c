import type { KeyProblem } from '../shared/useKey.js';
import { ask, isRefusal } from './ask.js';

/** Checks a key with the service. Returns why it cannot be used; null if the service accepts it. */
export async function problemOf(key: string): Promise<KeyProblem | null> {
  if (/[^\x21-\x7e]/.test(key)) {
    return { sentence: 'A key has no spaces and only ASCII characters: <USER_ID>:<secret>.', isRefused: true };
  }
  try {
    const answer = await ask(key, { query: '{ viewer { userId } }' });
    const [error] = answer.errors ?? [];
    return error === undefined ? null : { sentence: error.message, isRefused: isRefusal(answer) };
  } catch (error) {
    return { sentence: error instanceof Error ? error.message : String(error), isRefused: false };
  }
}
