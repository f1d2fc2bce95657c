import { createContext, useContext, useSyncExternalStore, useCallback, useState, useEffect } from 'react';
import { type GatewayError, useGateway } from '../../../hooks/index.js';
import type { Texts } from '../texts/en.js';
import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '../generated/operations.js';
import type { Scene } from './scene.js';

type OutageCode = keyof Texts['queries']['outages'];

/** A failure that affects every query, so the page shows it once instead of in each card. */
export interface Outage {
  /** The error code; the page has a sentence for each. */
  readonly code: OutageCode;
  /** Whether the user needs another key or only to retry. */
  readonly remedy: 'key' | 'again';
}

const OUTAGES: readonly Outage[] = [
  { code: 'invalid-key', remedy: 'key' },
  { code: 'unreachable', remedy: 'again' },
  { code: 'unexpected-answer', remedy: 'again' },
  { code: 'database-unavailable', remedy: 'again' },
  { code: 'overloaded', remedy: 'again' },
  { code: 'rate-limited', remedy: 'again' },
];

/** Returns the outage that an error indicates; null if only the one query failed. */
export function outageOf({ code, problems }: GatewayError): Outage | null {
  // An error with a path concerns one field of the answer.
  return problems[0]?.path === undefined ? (OUTAGES.find((outage) => outage.code === code) ?? null) : null;
}

/** The current outage according to the most recent answers, or null. */
export interface OutageWatch {
  readonly current: () => Outage | null;
  readonly report: (outage: Outage | null) => void;
  readonly subscribe: (changed: () => void) => () => void;
}

export function createOutageWatch(): OutageWatch {
  let outage: Outage | null = null;
  const listeners = new Set<() => void>();
  return {
    current: () => outage,
    report: (next) => {
      if (next === outage) return;
      outage = next;
      listeners.forEach((changed) => {
        changed();
      });
    },
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

export const OutageContext = createContext<OutageWatch | null>(null);

/**
 * Returns the outage state of the nearest provider.
 * @throws Error if there is no provider
 */
export function useOutageWatch(): OutageWatch {
  const watch = useContext(OutageContext);
  if (watch === null) throw new Error('There is no watch for outages above this component.');
  return watch;
}

/**
 * Returns the current outage, or null, and re-renders when it changes.
 * @throws Error if there is no provider
 */
export function useOutage(): Outage | null {
  const watch = useOutageWatch();
  return useSyncExternalStore(watch.subscribe, watch.current);
}

/** Sends a small query. If the service responds, the outage is over, and all failed queries run again. */
export function useTryAgain(): { readonly isRetrying: boolean; readonly tryAgain: () => Promise<void> } {
  const gateway = useGateway();
  const cache = useQueryClient();
  const [isRetrying, setRetrying] = useState(false);
  const tryAgain = useCallback(async () => {
    setRetrying(true);
    try {
      await cache.query({ ...useSession.options(gateway), retry: false, staleTime: 0 });
      await cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    } catch {
      // The query cache has already reported the error.
    } finally {
      setRetrying(false);
    }
  }, [cache, gateway]);
  return { isRetrying, tryAgain };
}

/**
 * Returns the last scene with answers to all its queries during an outage; null without an outage. The hook stores a
 * scene when the user leaves it, because a timer after the last answer would miss users who move on at once.
 */
export function useLastShown(scene: Scene | string): Scene | null {
  const cache = useQueryClient();
  const watch = useOutageWatch();
  const [last, setLast] = useState<Scene | null>(null);
  useEffect(() => {
    if (typeof scene === 'string') return undefined;
    return () => {
      if (watch.current() === null && cache.isFetching() === 0) setLast(scene);
    };
  }, [cache, watch, scene]);
  return useOutage() === null ? null : last;
}
