import { useEffect, useEffectEvent, useState } from 'react';
import { deleteStoredKey, storeKey, storedKey } from './storedKey.js';

/** Why a key cannot be used. */
export interface KeyProblem {
  /** The sentence of the service, in English. */
  readonly sentence: string;
  /** Whether the service rejected the key, rather than failed to respond. */
  readonly isRefused: boolean;
}

/** The result of a check with the service: the label of an accepted key, or the problem. */
export type KeyCheck = { readonly problem: null; readonly label: string | null } | { readonly problem: KeyProblem };

/** Why the page asks for a key again: the key is missing, has the wrong form or is rejected, or another error occurred. */
export type KeyFault = 'missing' | 'malformed' | 'refused' | { readonly sentence: string };

/** The form of a key: a user identifier, a colon and a secret. */
const KEY_FORM = /^[\da-f]{24}:[\w-]{43}$/i;

/** The current key and the result of the last attempt to enter one. */
export interface KeyState {
  /** A key that the service has accepted; null before that. */
  readonly acceptedKey: string | null;
  /** The label of that key; null if it has none. */
  readonly label: string | null;
  /** Whether this tab stores the key. */
  readonly isStored: boolean;
  /** The key being checked: one that the user typed, or the stored one. */
  readonly checking: 'typed' | 'stored' | null;
  /** Why the last key cannot be used. */
  readonly problem: KeyFault | null;
  /**
   * Checks a key, and uses it if the service accepts it. An empty text is a missing key.
   * @param store whether this tab stores the key, so that a reload does not ask for it
   */
  readonly enter: (key: string, store: boolean) => Promise<void>;
  readonly forget: () => void;
}

const NO_KEY = { acceptedKey: null, label: null, isStored: false, checking: null, problem: null } as const;

/**
 * Stores the key in the memory of this page. If the user chose so, the tab stores it as well: a reload and our other
 * pages read it from there. A key that the service rejects or the user removes is deleted from the storage. If the
 * browser restores a page from its back/forward cache, the page drops a deleted key too.
 * @param checkKey asks the service whether it accepts a key
 */
export function useKey(checkKey: (key: string) => Promise<KeyCheck>): KeyState {
  const [state, setState] = useState<Omit<KeyState, 'enter' | 'forget'>>(() =>
    storedKey() === null ? NO_KEY : { ...NO_KEY, checking: 'stored' },
  );
  const check = async (key: string, store: boolean): Promise<void> => {
    const checked = await checkKey(key);
    if (checked.problem === null) {
      if (store) storeKey(key);
      else deleteStoredKey();
      setState({ ...NO_KEY, acceptedKey: key, label: checked.label, isStored: store });
      return;
    }
    const { isRefused, sentence } = checked.problem;
    if (isRefused) deleteStoredKey();
    setState({ ...NO_KEY, problem: isRefused ? (KEY_FORM.test(key) ? 'refused' : 'malformed') : { sentence } });
  };
  const checkStored = useEffectEvent(() => {
    const stored = storedKey();
    if (stored !== null) void check(stored, true);
  });
  const restored = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted || !state.isStored || storedKey() === state.acceptedKey) return;
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
  const enter = async (key: string, store: boolean): Promise<void> => {
    if (key === '') {
      setState({ ...NO_KEY, problem: 'missing' });
      return;
    }
    setState({ ...NO_KEY, checking: 'typed' });
    await check(key, store);
  };
  const forget = (): void => {
    deleteStoredKey();
    setState(NO_KEY);
  };
  return { ...state, enter, forget };
}
