import { createContext, useContext, useSyncExternalStore } from 'react';
import type { GatewayError } from '../../../hooks/index.js';
import type { Texts } from '../texts/en.js';

type OutageCode = keyof Texts['asking']['outages'];

/** Why nothing at all is answered, and so is said once, above everything. */
export interface Outage {
  /** The error that tells of it; the page has a sentence for each. */
  readonly code: OutageCode;
  /** Whether another key helps, or asking again. */
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

/** The outage that an error tells of; null: only what was asked failed. */
export function outageOf({ code, problems }: GatewayError): Outage | null {
  // What failed in one field of an answer is that field's.
  return problems[0]?.path === undefined ? (OUTAGES.find((known) => known.code === code) ?? null) : null;
}

/** Whether there is an outage, as the last answers tell. */
export interface OutageWatch {
  readonly current: () => Outage | null;
  readonly tell: (outage: Outage | null) => void;
  readonly subscribe: (changed: () => void) => () => void;
}

export function createOutageWatch(): OutageWatch {
  let outage: Outage | null = null;
  const listeners = new Set<() => void>();
  return {
    current: () => outage,
    tell: (told) => {
      if (told === outage) return;
      outage = told;
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

/** @throws Error when there is no provider above */
export function useOutageWatch(): OutageWatch {
  const watch = useContext(OutageContext);
  if (watch === null) throw new Error('There is no watch for outages above this component.');
  return watch;
}

/**
 * The outage that there is, kept up to date; null: none.
 * @throws Error when there is no provider above
 */
export function useOutage(): Outage | null {
  const watch = useOutageWatch();
  return useSyncExternalStore(watch.subscribe, watch.current);
}
