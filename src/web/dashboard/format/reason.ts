/** Why a figure is missing: a text of the page, or an English sentence of the service. */
export interface Reason {
  readonly text: string;
  /** Whether the text comes from the service. */
  readonly isSaid: boolean;
}

/** Returns a reason with a text of the page. */
export function ownReason(text: string): Reason {
  return { text, isSaid: false };
}

/** Returns a reason with a sentence of the service. */
export function saidReason(text: string): Reason {
  return { text, isSaid: true };
}
