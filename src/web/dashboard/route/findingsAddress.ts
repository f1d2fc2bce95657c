/**
 * URL parameters of the findings view, and of the pages of one finding and one bill. They share `building` and `page`
 * with other views.
 */
export interface FindingsAddress {
  /** `open`, `resolved`, `dismissed` or `all`; null for the other views. */
  readonly findings: string | null;
  readonly kind: string | null;
  readonly severity: string | null;
  /** Identifier of the finding; null for the other views. */
  readonly finding: string | null;
  /** Identifier of the bill; null for the other views. */
  readonly invoice: string | null;
}

export const FINDINGS_NAMES = [
  ...(['finding', 'invoice', 'findings', 'kind', 'severity'] as const),
] satisfies (keyof FindingsAddress)[];

/**
 * Reads the parameters of findings and bills.
 * @param value returns a parameter by its name
 */
export function readFindings(value: (name: keyof FindingsAddress) => string | null): FindingsAddress {
  return {
    findings: value('findings'),
    kind: value('kind'),
    severity: value('severity'),
    finding: value('finding'),
    invoice: value('invoice'),
  };
}

/** The parameters of every other view. */
export const NO_FINDINGS: FindingsAddress = readFindings(() => null);
