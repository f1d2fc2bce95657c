import { createContext, useContext, useSyncExternalStore } from 'react';
import type { GatewayError, GatewayErrorCode } from '../../../hooks/index.js';

/** Why nothing at all is answered, and so is said once, above everything. */
export interface Outage {
  /** Whether another key helps, or asking again. */
  readonly remedy: 'key' | 'again';
  /** A sentence in plain words. */
  readonly sentence: string;
}

const SENTENCES: Partial<Readonly<Record<GatewayErrorCode, Outage>>> = {
  'invalid-key': {
    remedy: 'key',
    sentence: 'The service does not accept this key any more: it was revoked, or its time is over.',
  },
  unreachable: { remedy: 'again', sentence: 'The service cannot be reached: it has stopped, or the network is down.' },
  'unexpected-answer': { remedy: 'again', sentence: 'Something else answers in place of the service.' },
  'database-unavailable': { remedy: 'again', sentence: 'The service cannot reach its database at the moment.' },
  overloaded: { remedy: 'again', sentence: 'The service has too much to do at the moment.' },
  'rate-limited': { remedy: 'again', sentence: 'This user has asked for as much as is allowed for now.' },
};

/** The outage that an error tells of; null: only what was asked failed. */
export function outageOf({ code, problems }: GatewayError): Outage | null {
  // What failed in one field of an answer is that field's.
  return problems[0]?.path === undefined ? (SENTENCES[code] ?? null) : null;
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
