/** The line that an import prints on standard error every ten seconds. */
const PROGRESS = /^.*: [\d,]+ rows read(?:, | and checked, applied).*\n/gm;

/**
 * Returns the text of standard error without lines of progress. On a busy machine, any import may take longer than ten
 * seconds.
 */
export function withoutProgress(stderr: string): string {
  return stderr.replace(PROGRESS, '');
}

/** The hint that an import prints if no key sees the company, which is so in tests that issue no key. */
const HINT = /^(?:[\d,]+ new findings?\. )?No key sees .*\n/gm;

/** Returns the text of standard error without the hint to issue a key. */
export function withoutHint(stderr: string): string {
  return stderr.replace(HINT, '');
}
