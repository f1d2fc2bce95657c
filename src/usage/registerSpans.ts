import { glitchesOf, type Glitch } from './glitches.js';
import { between, type Moment, type RegisterGap, type RegisterSpan } from './registers.js';

/**
 * Returns the spans and gaps of a register by their start (figures 4). The spans to and from a glitch are one gap.
 * @param moments the moments of a register in order of time, including `NEIGHBOURS` moments beyond the relevant days
 */
export function spansOf(moments: readonly Moment[]): readonly (RegisterSpan | RegisterGap)[] {
  const glitches = new Map<number, Glitch[]>();
  for (const glitch of glitchesOf(moments)) {
    glitches.set(glitch.before, [...(glitches.get(glitch.before) ?? []), glitch]);
  }
  const spans: (RegisterSpan | RegisterGap)[] = [];
  let wrongUpTo = 0;
  for (const [index, moment] of moments.entries()) {
    const before = moments[index - 1];
    if (before && index > wrongUpTo) spans.push(between(before, moment));
    for (const glitch of glitches.get(index) ?? []) {
      spans.push(gapOf(glitch));
      wrongUpTo = Math.max(wrongUpTo, glitch.after);
    }
  }
  return spans;
}

function gapOf({ wrong, around }: Glitch): RegisterGap {
  const [{ at: from, register }, { at: to }] = around;
  return { register, from, to, why: { glitch: wrong }, readings: around };
}
