/** The outcome of reading a text: a value, or a clause that says what is wrong (`must be …, got …`). */
export type Parsed<T> = { readonly value: T } | { readonly problem: string };

/** Narrows to the failure. */
export function isProblem<T>(parsed: Parsed<T>): parsed is { readonly problem: string } {
  return 'problem' in parsed;
}
