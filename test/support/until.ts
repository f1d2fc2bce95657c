import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

/** A test that waits for longer than this waits for what never comes: nothing takes as long, even on a machine that is busy. */
const TIMEOUT_MS = 100_000;
const EVERY_MS = 20;
/** Of the last state an error tells at most this many characters. */
const MOST_TOLD = 2_000;

type Nothing = false | null | undefined | 0 | '';

/**
 * Waits until something has come about, by looking again and again. Tests wait for a condition by this, and never for a time.
 * @param what has come about then, in words that an error can tell: `two workers run`
 * @param look returns the state; what it throws ends the wait
 * @param holds whether that is the state waited for: unless given, whether it is anything but false, null, undefined, 0 or ''
 * @param timeoutMs after how long it gives up
 * @returns the state that holds
 * @throws Error that tells what did not come about, and the last state
 */
export function until<State>(
  what: string,
  look: () => State | Promise<State>,
  holds?: undefined,
  timeoutMs?: number,
): Promise<Exclude<State, Nothing>>;
export function until<State>(
  what: string,
  look: () => State | Promise<State>,
  holds: (state: State) => boolean,
  timeoutMs?: number,
): Promise<State>;
export async function until<State>(
  what: string,
  look: () => State | Promise<State>,
  holds: (state: State) => boolean = Boolean,
  timeoutMs = TIMEOUT_MS,
): Promise<State> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const state = await look();
    if (holds(state)) return state;
    if (performance.now() > end) throw new Error(`It did not come about that ${what}; the last state:\n${told(state)}`);
    await pause(EVERY_MS);
  }
}

function told(state: unknown): string {
  const text = typeof state === 'string' ? state : inspect(state, { depth: 4 });
  return text.length > MOST_TOLD ? `… ${text.slice(-MOST_TOLD)}` : text;
}
