import { peakOf, positionOf, type HalfHours } from './halfHours.js';
import type { PeriodFinding } from './usePeriodFindings.js';

/** Kinds of findings that say that interval records are too high. */
const TOO_HIGH: readonly string[] = ['spike', 'unit-suspect', 'duplicate-records'];

/** Returns the open finding that doubts the half-hour with the peak demand; null if there is none. */
export function doubtOfPeak(halfHours: HalfHours, findings: readonly PeriodFinding[]): PeriodFinding | null {
  const peak = peakOf(halfHours);
  if (halfHours === null || peak === null) return null;
  const covers = ({ startDate, endDate }: PeriodFinding): boolean =>
    positionOf(halfHours, startDate) < peak + 1 && positionOf(halfHours, endDate) > peak;
  return findings.find((finding) => TOO_HIGH.includes(finding.kind) && covers(finding)) ?? null;
}
