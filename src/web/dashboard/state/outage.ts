import { createContext, useContext, useSyncExternalStore } from 'react';
import type { GatewayError } from '../../../hooks/index.js';
import type { Texts } from '../texts/en.js';

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

/** The current outage, if any, by the most recent answers. */
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
