import { useEffect, useEffectEvent, useState } from 'react';
import { forgetKeptKey, keepKey, keptKey } from './keptKey.js';

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
  readonly isKept: boolean;
  /** The key being checked: one that the user typed, or the stored one. */
  readonly checking: 'typed' | 'kept' | null;
  /** Why the last key cannot be used, as a sentence of the service. */
  readonly problem: string | null;
  /**
   * Checks a key, and uses it if the service accepts it.
   * @param keep whether this tab stores the key, so that a reload does not ask for it
   */
  readonly enter: (key: string, keep: boolean) => Promise<void>;
  readonly forget: () => void;
}

const NOTHING = { used: null, isKept: false, checking: null, problem: null } as const;

/**
 * Holds the key in the memory of this page. If the user chose so, the tab stores it as well, and a reload and our other
 * pages read it from there. A rejected key, or one that the user removes, is deleted from the storage. A page that the
 * browser restores from its back/forward cache drops a deleted key too.
 * @param problemOf checks a key; null means that the service accepts it
 */
export function useKey(problemOf: (key: string) => Promise<KeyProblem | null>): KeyState {
  const [state, setState] = useState<Omit<KeyState, 'enter' | 'forget'>>(() =>
    keptKey() === null ? NOTHING : { ...NOTHING, checking: 'kept' },
  );
  const check = async (key: string, keep: boolean): Promise<void> => {
    const problem = await problemOf(key);
    if (problem === null) {
      if (keep) keepKey(key);
      else forgetKeptKey();
      setState({ ...NOTHING, used: key, isKept: keep });
      return;
    }
    if (problem.isRefused) forgetKeptKey();
    setState({ ...NOTHING, problem: problem.sentence });
  };
  const checkKept = useEffectEvent(() => {
    const kept = keptKey();
    if (kept !== null) void check(kept, true);
  });
  const broughtBack = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted || !state.isKept || keptKey() === state.used) return;
    setState(keptKey() === null ? NOTHING : { ...NOTHING, checking: 'kept' });
    checkKept();
  });
  useEffect(() => {
    checkKept();
    const again = (event: PageTransitionEvent): void => {
      broughtBack(event);
    };
    addEventListener('pageshow', again);
    return () => {
      removeEventListener('pageshow', again);
    };
  }, []);
  const enter = (key: string, keep: boolean): Promise<void> => {
    setState({ ...NOTHING, checking: 'typed' });
    return check(key, keep);
  };
  const forget = (): void => {
    forgetKeptKey();
    setState(NOTHING);
  };
  return { ...state, enter, forget };
}
