/** What the list of findings is narrowed to, as the address says it; its building and its page stand there as elsewhere. */
export interface FindingsAddress {
  /** `open`, `resolved`, `dismissed` or `all`; null: another view is looked at. */
  readonly findings: string | null;
  readonly kind: string | null;
  readonly severity: string | null;
}

export const FINDINGS_NAMES = ['findings', 'kind', 'severity'] as const satisfies (keyof FindingsAddress)[];

/** @param value what the address has by a name */
export function readFindings(value: (name: keyof FindingsAddress) => string | null): FindingsAddress {
  return { findings: value('findings'), kind: value('kind'), severity: value('severity') };
}

/** What the address of every other view has of it. */
export const NO_FINDINGS: FindingsAddress = readFindings(() => null);
