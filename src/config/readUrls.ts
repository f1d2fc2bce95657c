/** The most replicas; each has its own connection pool. */
const MAX_ADDRESSES = 16;

/**
 * Parses the comma-separated addresses of the replicas.
 * @param text the variable; '' for no replicas
 * @param databaseUrl the address of the primary; '' for the embedded database, which has no replicas
 * @throws Error with a sentence that names an address by its number, because it may contain a password
 */
export function parseReadUrls(text: string, databaseUrl: string): readonly string[] {
  if (text === '') return [];
  if (databaseUrl === '') {
    throw new Error('DATABASE_READ_URL is set, but DATABASE_URL is empty: set both or neither.');
  }
  const urls = text.split(',').map((url) => url.trim());
  const wrong = urls.findIndex((url) => !/^postgres(ql)?:\/\/./.test(url) || !URL.canParse(url));
  if (wrong >= 0) {
    throw new Error(
      `DATABASE_READ_URL must be postgres:// addresses separated by commas; address ${wrong + 1} is not one.`,
    );
  }
  if (urls.length > MAX_ADDRESSES)
    throw new Error(`DATABASE_READ_URL may name ${MAX_ADDRESSES} addresses at most, got ${urls.length}.`);
  return Object.freeze(urls);
}
