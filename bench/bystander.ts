/** The measurements of another client during an attack. */
export interface BystanderTimes {
  /** Times of the successful answers in milliseconds, in order. */
  readonly times: readonly number[];
  /** Responses other than 200, and responses that took longer than a person waits. */
  readonly failures: readonly string[];
}

/** The requests of another client. */
export interface Bystander {
  readonly url: string;
  /** The keys of its users, which it uses in turn. */
  readonly keys: readonly string[];
  /** Returns the target of the n-th request. */
  readonly target: (n: number) => string;
  /** The pause between two requests, in milliseconds. */
  readonly pauseMs: number;
}

const TIMEOUT_MS = 10_000;

/** Sends one cheap request after another while some work runs. */
export async function withBystander(
  { url, keys, target, pauseMs }: Bystander,
  attack: () => Promise<unknown>,
): Promise<BystanderTimes> {
  const ended = new AbortController();
  const times: number[] = [];
  const failures: string[] = [];
  const send = async (n: number): Promise<void> => {
    const since = performance.now();
    try {
      const headers = { 'x-api-key': keys[n % keys.length] ?? '' };
      const answer = await fetch(`${url}${target(n)}`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
      await answer.text();
      if (answer.status === 200) times.push(performance.now() - since);
      else failures.push(String(answer.status));
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  };
  const requests = (async () => {
    for (let n = 0; !ended.signal.aborted; n += 1) {
      await send(n);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  })();
  try {
    await attack();
  } finally {
    ended.abort();
    await requests;
  }
  return { times, failures };
}
