/** How long one piece of work keeps the event loop, about: a small request waits for some five turns of others. */
const TURN_MS = 3;

/** When the work of this turn of the event loop was first looked at; undefined: not yet. */
let began: number | undefined;

const waiting: (() => void)[] = [];

/**
 * Whether the work of this turn of the event loop, whoever's it is, has taken so long that others should be let in. Work is
 * measured from the first look on, so that what is small never waits.
 */
export function isTurnOver(): boolean {
  if (began !== undefined) return performance.now() - began > TURN_MS;
  began = performance.now();
  setImmediate(endTurn);
  return false;
}

/** Waits until the event loop has come round, and whoever waited before has had a turn: each turn is one's alone. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) scheduleTurn();
  });
}

/** Does something with each of a list, in turns. */
export async function inTurns<T>(list: Iterable<T>, visit: (one: T) => void): Promise<void> {
  for (const one of list) {
    visit(one);
    if (isTurnOver()) await nextTurn();
  }
}

/** What one turn does, in promises that it keeps, comes before what is scheduled behind it. */
function scheduleTurn(): void {
  setImmediate(beginTurn);
  setImmediate(endTurn);
}

function beginTurn(): void {
  began = performance.now();
  waiting.shift()?.();
  if (waiting.length > 0) scheduleTurn();
}

function endTurn(): void {
  began = undefined;
}
