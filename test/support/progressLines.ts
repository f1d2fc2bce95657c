/** A line that an import prints on standard error every ten seconds. */
const PROGRESS = /^.*: [\d,]+ rows read(?:, | and checked, applied).*\n/gm;

/** Returns the text of standard error without progress: on a busy machine an import may take longer than ten seconds anywhere. */
export function withoutProgress(stderr: string): string {
  return stderr.replace(PROGRESS, '');
}

/** The line of an import whose company no key sees, as in tests that issue none. */
const HINT = /^(?:[\d,]+ new findings?\. )?No key sees .*\n/gm;

/** Returns the text of standard error without the hint to issue a key. */
export function withoutHint(stderr: string): string {
  return stderr.replace(HINT, '');
}
