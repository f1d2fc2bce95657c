/** The middle half of some times, in milliseconds. */
export interface Spread {
  readonly median: number;
  readonly p25: number;
  readonly p75: number;
}

export function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const index = share * (sorted.length - 1);
    const [low, high] = [sorted[Math.floor(index)] ?? NaN, sorted[Math.ceil(index)] ?? NaN];
    return low + (high - low) * (index - Math.floor(index));
  };
  return { median: at(0.5), p25: at(0.25), p75: at(0.75) };
}

/** Work to measure, and the same work done directly. */
export interface Case {
  readonly name: string;
  readonly targetMs: number | null;
  /** Does it once. @returns the size of the response in bytes, if there is one */
  readonly run: () => Promise<number | null>;
  readonly raw: { readonly what: string; readonly run: () => Promise<unknown> } | null;
}

export interface Result {
  readonly name: string;
  readonly targetMs: number | null;
  readonly ms: Spread;
  readonly raw: { readonly what: string; readonly ms: Spread } | null;
  readonly statements: number;
  readonly bytes: number | null;
}

/**
 * Times cases in turn, alternating the service and the direct way, after a round that does not count.
 * @param warm refreshes what every request needs and the service caches for a while: its key
 */
export async function measure(
  cases: readonly Case[],
  rounds: number,
  { statements, warm }: { readonly statements: () => number; readonly warm: () => Promise<unknown> },
  onRound: (done: number) => void,
): Promise<readonly Result[]> {
  const taken = cases.map(() => ({
    own: [] as number[],
    raw: [] as number[],
    statements: [] as number[],
    bytes: null as number | null,
  }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { run, raw }] of cases.entries()) {
      const into = taken[index];
      if (!into) continue;
      await warm();
      const before = statements();
      const started = performance.now();
      into.bytes = await run();
      const ms = performance.now() - started;
      const sent = statements() - before;
      const rawStarted = performance.now();
      await raw?.run();
      const rawMs = performance.now() - rawStarted;
      if (round === 0) continue;
      into.own.push(ms);
      into.statements.push(sent);
      into.raw.push(rawMs);
    }
    onRound(round);
  }
  return cases.flatMap(({ name, targetMs, raw }, index) => {
    const from = taken[index];
    if (!from) return [];
    const direct = raw ? { what: raw.what, ms: spreadOf(from.raw) } : null;
    return [
      {
        name,
        targetMs,
        ms: spreadOf(from.own),
        raw: direct,
        statements: spreadOf(from.statements).median,
        bytes: from.bytes,
      },
    ];
  });
}
