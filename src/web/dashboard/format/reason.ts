/** Why there is no figure: a sentence of the page, or one of the service, which writes English. */
export interface Reason {
  readonly text: string;
  /** Whether the service says it. */
  readonly isSaid: boolean;
}

/** A reason of the page's own. */
export function ownReason(text: string): Reason {
  return { text, isSaid: false };
}

/** A reason in the words of the service. */
export function saidReason(text: string): Reason {
  return { text, isSaid: true };
}
