/** Why a figure is missing, or the sentence of a finding: a text of the page, or an English sentence of the service. */
export interface Reason {
  readonly text: string;
  /** Whether the text comes from the service. */
  readonly isFromService: boolean;
}

/** Returns a reason with a text of the page. */
export function pageReason(text: string): Reason {
  return { text, isFromService: false };
}

/** Returns a reason with a sentence of the service. */
export function serviceReason(text: string): Reason {
  return { text, isFromService: true };
}
