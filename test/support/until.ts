import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

/**
 * How long a wait may take. Nothing takes as long, even on a busy machine, so a longer wait is for something that never
 * happens.
 */
const TIMEOUT_MS = 100_000;
const EVERY_MS = 20;
/** An error shows at most this many characters of the last state. */
const MAX_TOLD = 2_000;

type Nothing = false | null | undefined | 0 | '';

/**
 * Waits until a condition holds by checking it again and again. Tests wait for conditions with this function, and never
 * for a time.
 * @param what the condition, in words for the error: `two workers run`
 * @param look returns the state; if it throws, the wait ends
 * @param holds whether the condition holds for a state; unless given, any state except false, null, undefined, 0 and ''
 * @param timeoutMs how long to wait
 * @returns the state for which the condition holds
 * @throws Error with the condition and the last state
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
  return text.length > MAX_TOLD ? `… ${text.slice(-MAX_TOLD)}` : text;
}
