/** URL parameters of the findings view. It shares `building` and `page` with other views. */
export interface FindingsAddress {
  /** `open`, `resolved`, `dismissed` or `all`; null for the other views. */
  readonly findings: string | null;
  readonly kind: string | null;
  readonly severity: string | null;
}

export const FINDINGS_NAMES = ['findings', 'kind', 'severity'] as const satisfies (keyof FindingsAddress)[];

/**
 * Reads the parameters of the findings view.
 * @param value returns a parameter by its name
 */
export function readFindings(value: (name: keyof FindingsAddress) => string | null): FindingsAddress {
  return { findings: value('findings'), kind: value('kind'), severity: value('severity') };
}

/** The parameters of every other view. */
export const NO_FINDINGS: FindingsAddress = readFindings(() => null);
