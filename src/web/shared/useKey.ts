import { useEffect, useEffectEvent, useState } from 'react';
import { forgetKeptKey, keepKey, keptKey } from './keptKey.js';

/** What the service says against a key. */
export interface KeyProblem {
  readonly sentence: string;
  /** Whether the key itself is refused, and not only unanswered. */
  readonly isRefused: boolean;
}

/** The key that is in use, if any, and what came of the last one that was given. */
export interface KeyState {
  /** A key that the service has accepted; null: none yet. */
  readonly used: string | null;
  /** Whether this tab keeps it. */
  readonly isKept: boolean;
  /** What is being asked of: a key that was typed, or the one that this tab keeps. */
  readonly checking: 'typed' | 'kept' | null;
  /** Why the last one was refused, in the service's sentence. */
  readonly problem: string | null;
  /**
   * Tries a key, and uses it when the service accepts it.
   * @param keep whether this tab keeps it, so that reloading does not ask for it again
   */
  readonly enter: (key: string, keep: boolean) => Promise<void>;
  readonly forget: () => void;
}

const NOTHING = { used: null, isKept: false, checking: null, problem: null } as const;

/**
 * Keeps the key in the memory of this page alone, unless the reader chooses that the tab keeps it: then reloading, and our other
 * pages in the tab, take it from there. A key that is refused, or that the reader leaves, is kept no more, and a page that the
 * browser brings back whole holds it no more either.
 * @param problemOf what the service says against a key; null: nothing
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
