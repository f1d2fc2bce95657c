/** Replicas at most: each has a pool of its own. */
const MOST = 16;

/**
 * The replicas' addresses, a comma between two.
 * @param text empty: there are none
 * @param databaseUrl the primary's address; empty: the embedded database, which has no replicas
 * @throws Error in a sentence that names an address by its number, as it may hold a password
 */
export function parseReadUrls(text: string, databaseUrl: string): readonly string[] {
  if (text === '') return [];
  if (databaseUrl === '') {
    throw new Error('DATABASE_READ_URL names replicas of the PostgreSQL at DATABASE_URL, which is empty; set both.');
  }
  const urls = text.split(',').map((url) => url.trim());
  const wrong = urls.findIndex((url) => !/^postgres(ql)?:\/\/./.test(url) || !URL.canParse(url));
  if (wrong >= 0) {
    throw new Error(
      `DATABASE_READ_URL must be postgres:// addresses with a comma between two; number ${wrong + 1} is none.`,
    );
  }
  if (urls.length > MOST) throw new Error(`DATABASE_READ_URL may name ${MOST} addresses at most, got ${urls.length}.`);
  return Object.freeze(urls);
}
