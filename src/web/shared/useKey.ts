import { useEffect, useEffectEvent, useState } from 'react';
import { deleteStoredKey, storeKey, storedKey } from './storedKey.js';

/** Why a key cannot be used. */
export interface KeyProblem {
  readonly sentence: string;
  /** Whether the service rejected the key, rather than failed to respond. */
  readonly isRefused: boolean;
}

/** The current key and the result of the last attempt to enter one. */
export interface KeyState {
  /** A key that the service has accepted; null before that. */
  readonly used: string | null;
  /** Whether this tab stores it. */
  readonly isStored: boolean;
  /** The key being checked: one that the user typed, or the stored one. */
  readonly checking: 'typed' | 'stored' | null;
  /** Why the last key cannot be used, as a sentence of the service. */
  readonly problem: string | null;
  /**
   * Checks a key, and uses it if the service accepts it.
   * @param store whether this tab stores the key, so that a reload does not ask for it
   */
  readonly enter: (key: string, store: boolean) => Promise<void>;
  readonly forget: () => void;
}

const NO_KEY = { used: null, isStored: false, checking: null, problem: null } as const;

/**
 * Holds the key in the memory of this page. If the user chose so, the tab stores it as well, and a reload and our other
 * pages read it from there. A rejected key, or one that the user removes, is deleted from the storage. A page that the
 * browser restores from its back/forward cache drops a deleted key too.
 * @param checkKey returns why a key cannot be used; null means that the service accepts it
 */
export function useKey(checkKey: (key: string) => Promise<KeyProblem | null>): KeyState {
  const [state, setState] = useState<Omit<KeyState, 'enter' | 'forget'>>(() =>
    storedKey() === null ? NO_KEY : { ...NO_KEY, checking: 'stored' },
  );
  const check = async (key: string, store: boolean): Promise<void> => {
    const problem = await checkKey(key);
    if (problem === null) {
      if (store) storeKey(key);
      else deleteStoredKey();
      setState({ ...NO_KEY, used: key, isStored: store });
      return;
    }
    if (problem.isRefused) deleteStoredKey();
    setState({ ...NO_KEY, problem: problem.sentence });
  };
  const checkStored = useEffectEvent(() => {
    const stored = storedKey();
    if (stored !== null) void check(stored, true);
  });
  const restored = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted || !state.isStored || storedKey() === state.used) return;
    setState(storedKey() === null ? NO_KEY : { ...NO_KEY, checking: 'stored' });
    checkStored();
  });
  useEffect(() => {
    checkStored();
    const onPageShow = (event: PageTransitionEvent): void => {
      restored(event);
    };
    addEventListener('pageshow', onPageShow);
    return () => {
      removeEventListener('pageshow', onPageShow);
    };
  }, []);
  const enter = (key: string, store: boolean): Promise<void> => {
    setState({ ...NO_KEY, checking: 'typed' });
    return check(key, store);
  };
  const forget = (): void => {
    deleteStoredKey();
    setState(NO_KEY);
  };
  return { ...state, enter, forget };
}
