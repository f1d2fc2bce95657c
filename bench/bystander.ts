/** What another client saw during an attack. */
export interface Seen {
  readonly answers: number;
  /** Whatever was not a 200 within the time a person waits. */
  readonly failures: readonly string[];
  readonly slowestMs: number;
}

const PAUSE_MS = 100;
const PATIENCE_MS = 10_000;

/** Asks one cheap request after another while something else goes on. */
export async function whileAsking(url: string, key: string, attack: () => Promise<void>): Promise<Seen> {
  const ended = new AbortController();
  let answers = 0;
  let slowestMs = 0;
  const failures: string[] = [];
  const ask = async (): Promise<void> => {
    const since = performance.now();
    try {
      const headers = { 'x-api-key': key };
      const answer = await fetch(`${url}/2.0/accounts?limit=3`, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
      await answer.text();
      if (answer.status === 200) answers += 1;
      else failures.push(String(answer.status));
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
    slowestMs = Math.max(slowestMs, performance.now() - since);
  };
  const asking = (async () => {
    while (!ended.signal.aborted) {
      await ask();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  try {
    await attack();
  } finally {
    ended.abort();
    await asking;
  }
  return { answers, failures, slowestMs };
}
