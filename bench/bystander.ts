/** What another client saw during an attack. */
export interface Seen {
  /** Times of the successful answers in milliseconds, in order. */
  readonly times: readonly number[];
  /** Whatever was not a 200 within the time a person waits. */
  readonly failures: readonly string[];
}

/** What another client asks. */
export interface Asking {
  readonly url: string;
  /** Of its users, who ask in turn. */
  readonly keys: readonly string[];
  /** The target of its n-th request. */
  readonly target: (n: number) => string;
  /** Between two requests, milliseconds. */
  readonly pauseMs: number;
}

const TIMEOUT_MS = 10_000;

/** Asks one cheap request after another while something else goes on. */
export async function whileAsking(
  { url, keys, target, pauseMs }: Asking,
  attack: () => Promise<unknown>,
): Promise<Seen> {
  const ended = new AbortController();
  const times: number[] = [];
  const failures: string[] = [];
  const ask = async (n: number): Promise<void> => {
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
  const asking = (async () => {
    for (let n = 0; !ended.signal.aborted; n += 1) {
      await ask(n);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  })();
  try {
    await attack();
  } finally {
    ended.abort();
    await asking;
  }
  return { times, failures };
}
