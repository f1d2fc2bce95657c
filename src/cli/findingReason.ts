/** The most characters of the reason why a finding is dismissed. */
export const LONGEST_REASON = 1_000;
