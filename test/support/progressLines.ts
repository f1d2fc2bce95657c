/** A line that an import prints on standard error every ten seconds. */
const PROGRESS = /^.*: [\d,]+ rows read(?:, | and checked, applied).*\n/gm;

/** Returns the text of standard error without progress: on a busy machine an import may take longer than ten seconds anywhere. */
export function withoutProgress(stderr: string): string {
  return stderr.replace(PROGRESS, '');
}
