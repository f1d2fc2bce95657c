import { useState } from 'react';

/** The key that is in use, if any, and what came of the last one that was given. */
export interface KeyState {
  /** A key that the service has accepted; null: none yet. */
  readonly used: string | null;
  readonly checking: boolean;
  /** Why the last one was refused, in the service's sentence. */
  readonly problem: string | null;
  /** Tries a key, and uses it when the service accepts it. */
  readonly enter: (key: string) => Promise<void>;
  readonly forget: () => void;
}

const NOTHING = { used: null, checking: false, problem: null } as const;

/**
 * Keeps the key in the memory of this page alone, as the API reference does. Browsers write sessionStorage to disk to
 * restore sessions, and a key lives longer than a session; so reloading the page asks for it again, and a password
 * manager may fill it in.
 * @param problemOf what the service says against a key; null: nothing
 */
export function useKey(problemOf: (key: string) => Promise<string | null>): KeyState {
  const [state, setState] = useState<Pick<KeyState, 'used' | 'checking' | 'problem'>>(NOTHING);
  const enter = async (key: string): Promise<void> => {
    setState({ ...NOTHING, checking: true });
    const problem = await problemOf(key);
    setState(problem === null ? { ...NOTHING, used: key } : { ...NOTHING, problem });
  };
  const forget = (): void => {
    setState(NOTHING);
  };
  return { ...state, enter, forget };
}
