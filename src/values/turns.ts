/** About how long one task may keep the event loop: a small request waits for some five turns of others. */
export const TURN_MS = 2;

/** Lets the work of many who share one event loop take turns. */
export interface Turns {
  /**
   * Whether the work of this turn of the event loop, whoever's it is, has taken so long that others should be let in. Work is
   * measured from the first look on, so that what is small never waits.
   */
  readonly isTurnOver: () => boolean;
  /** Waits until the event loop has come round, and whoever waited before has had a turn: each turn is one's alone. */
  readonly nextTurn: () => Promise<void>;
  /** Does something with each of a list, in turns. */
  readonly inTurns: <T>(list: Iterable<T>, visit: (one: T) => void) => Promise<void>;
}

/** @param now milliseconds of a clock that is never set back */
export function createTurns(now: () => number): Turns {
  /** When the work of this turn of the event loop was first looked at; undefined: not yet. */
  let began: number | undefined;
  const waiting: (() => void)[] = [];

  const endTurn = (): void => {
    began = undefined;
  };
  const beginTurn = (): void => {
    began = now();
    waiting.shift()?.();
    if (waiting.length > 0) scheduleTurn();
  };
  /** What one turn does, in promises that it keeps, comes before what is scheduled behind it. */
  const scheduleTurn = (): void => {
    setImmediate(beginTurn);
    setImmediate(endTurn);
  };
  const isTurnOver = (): boolean => {
    if (began !== undefined) return now() - began > TURN_MS;
    began = now();
    setImmediate(endTurn);
    return false;
  };
  const nextTurn = (): Promise<void> =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) scheduleTurn();
    });
  return {
    isTurnOver,
    nextTurn,
    async inTurns(list, visit) {
      for (const one of list) {
        visit(one);
        if (isTurnOver()) await nextTurn();
      }
    },
  };
}

/** The turns of this process, which has one event loop. */
export const { isTurnOver, nextTurn, inTurns } = createTurns(() => performance.now());
