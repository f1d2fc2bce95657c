import type { RegisterGap } from '../../usage/registers.js';
import type { Mark } from '../finding.js';

/** Falls of registers that nothing explains, each once. */
export function registerFalls(gaps: readonly RegisterGap[]): readonly Mark[] {
  const falls = new Map<string, Mark>();
  for (const { register, from, to, why, readings } of gaps) {
    if (!('fell' in why) || to <= from) continue;
    const [before, after] = readings;
    const evidence = [
      ...(register === null ? [] : [{ name: 'registerId', text: register }]),
      { name: 'before', value: before.shown, from, to: from + 1 },
      { name: 'after', value: after.shown, from: to, to: to + 1 },
    ];
    falls.set(`${register ?? ''} ${from}`, { from, to, evidence });
  }
  return [...falls.values()];
}
