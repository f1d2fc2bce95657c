import { ask } from './ask.js';

/** What the service says against a key; null: nothing. */
export async function problemOf(key: string): Promise<string | null> {
  if (/[^\x21-\x7e]/.test(key)) return 'A key has no spaces and only ASCII characters: <USER_ID>:<secret>.';
  try {
    const { errors = [] } = await ask(key, { query: '{ viewer { userId } }' });
    return errors[0]?.message ?? null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
