import { peakOf, positionOf, type HalfHours } from './halfHours.js';
import type { PeriodFinding } from './usePeriodFindings.js';

/** The kinds of findings that report interval records as too high. */
const TOO_HIGH: readonly string[] = ['spike', 'unit-suspect', 'duplicate-records'];

/**
 * Returns the open finding that covers the half-hour with the peak demand, so that the peak is suspect; null if there
 * is none.
 */
export function findingAtPeak(halfHours: HalfHours, findings: readonly PeriodFinding[]): PeriodFinding | null {
  const peak = peakOf(halfHours);
  if (halfHours === null || peak === null) return null;
  const covers = ({ startDate, endDate }: PeriodFinding): boolean =>
    positionOf(halfHours, startDate) < peak + 1 && positionOf(halfHours, endDate) > peak;
  return findings.find((finding) => TOO_HIGH.includes(finding.kind) && covers(finding)) ?? null;
}
