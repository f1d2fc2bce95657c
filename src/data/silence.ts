import type pg from 'pg';
import { discard } from './postgresQueryable.js';

/** How much longer than the server may take for a statement a silent one is waited for. */
export const SILENCE_MS = 1_000;

/** Finds servers that say nothing any more, on connections where several statements may be under way. */
export interface SilenceWatch {
  /** A statement was sent. @returns how many are under way before it */
  asked(connection: object): number;
  /** A statement has its answer, or its failure. */
  answered(connection: object): void;
  /** Whether the connection was given up, as no statement had an answer in the time that one may take. */
  isFound(connection: object): boolean;
}

interface Watched {
  underWay: number;
  timer: NodeJS.Timeout | undefined;
  isFound: boolean;
}

/** @param statementTimeoutMs after which the server ends a statement, and says so; 0: it does not */
export function watchSilence(statementTimeoutMs: number): SilenceWatch {
  const watched = new WeakMap<object, Watched>();
  const of = (connection: object): Watched => {
    const found = watched.get(connection) ?? { underWay: 0, timer: undefined, isFound: false };
    watched.set(connection, found);
    return found;
  };
  const restart = (connection: object, own: Watched): void => {
    clearTimeout(own.timer);
    own.timer = undefined;
    if (own.underWay === 0 || statementTimeoutMs === 0) return;
    own.timer = setTimeout(() => {
      own.isFound = true;
      discard(connection as pg.Client);
    }, statementTimeoutMs + SILENCE_MS);
  };
  return {
    asked(connection) {
      const own = of(connection);
      own.underWay += 1;
      // One alone has pg's own timer.
      if (own.underWay === 2) restart(connection, own);
      return own.underWay - 1;
    },
    answered(connection) {
      const own = of(connection);
      own.underWay -= 1;
      restart(connection, own);
    },
    isFound: (connection) => of(connection).isFound,
  };
}
