import type { RegisterGap, RegisterReading } from '../../usage/registers.js';
import type { Evidence, Observation } from '../finding.js';

/** Finds falls of registers without an explanation, and glitches, each once. */
export function registerFalls(gaps: readonly RegisterGap[]): readonly Observation[] {
  const falls = new Map<string, Observation>();
  for (const { register, from, to, why, readings } of gaps) {
    if ('at' in why || to <= from) continue;
    const [before, after] = readings;
    const evidence = [
      ...(register === null ? [] : [{ name: 'registerId', text: register }]),
      { name: 'before', value: before.shown, from, to: from + 1 },
      ...('glitch' in why ? why.glitch.map(wrongReading) : []),
      { name: 'after', value: after.shown, from: to, to: to + 1 },
    ];
    falls.set(`${register ?? ''} ${from} ${to}`, { from, to, evidence });
  }
  return [...falls.values()];
}

function wrongReading({ at, shown }: RegisterReading): Evidence {
  return { name: 'glitch', value: shown, from: at, to: at + 1 };
}
