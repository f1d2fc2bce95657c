import { quoted } from '../../errors/suggest.js';

/** What yauzl says, and what it means for who has the archive. */
const MEANINGS: readonly (readonly [RegExp, (...groups: readonly string[]) => string])[] = [
  [
    /^(?:invalid relative path|absolute path|invalid characters in fileName): (.*)$/s,
    (name = '') => `names a member ${quoted(name)}, which leads out of it; pack it again with names within it`,
  ],
  [/^strong encryption/, () => 'is encrypted; unpack it with its password first'],
  [/^multi-disk/, () => 'is one of several parts; join them first'],
  [/^End of central directory record signature not found/, () => 'has no end: it is cut off or damaged'],
];

/**
 * A failure with an archive, in words that begin with "the archive"; what is already, and a system's error, as it is.
 */
export function archiveProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error.message.startsWith('the ')) return error;
  const code = 'code' in error ? String(error.code) : '';
  // The system's, such as ENOENT; those of zlib are of the data.
  if (/^E[A-Z]+$/.test(code)) return error;
  for (const [pattern, meaning] of MEANINGS) {
    const found = pattern.exec(error.message);
    if (found) return new Error(`the archive ${meaning(...found.slice(1))}`, { cause: error });
  }
  const said = error.message.replace(/\.$/, '');
  return new Error(`the archive is damaged (${said})`, { cause: error });
}
