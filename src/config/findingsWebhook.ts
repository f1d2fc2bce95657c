/** Where new and resolved findings are posted to, and what the posts are signed with. */
export interface FindingsWebhook {
  /** http or https. */
  readonly url: string;
  readonly secret: string;
}

/** Characters of a secret: fewer are guessed. */
const LEAST_SECRET = 16;

/**
 * @param url empty: nothing is posted
 * @throws Error in a sentence that names neither the address nor the secret, as either may hold what is nobody's to know
 */
export function parseFindingsWebhook(url: string, secret: string): FindingsWebhook | null {
  if (url === '' && secret === '') return null;
  if (url === '')
    throw new Error('FINDINGS_WEBHOOK_SECRET signs what is posted to FINDINGS_WEBHOOK, which is empty; set both.');
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new Error('FINDINGS_WEBHOOK must be an http:// or https:// address, such as https://example.com/findings.');
  }
  const { username, password, hash } = new URL(url);
  if (username !== '' || password !== '' || hash !== '') {
    throw new Error('FINDINGS_WEBHOOK must have no user, password or fragment; what is posted is signed instead.');
  }
  if (secret.length < LEAST_SECRET) {
    throw new Error(
      `FINDINGS_WEBHOOK needs FINDINGS_WEBHOOK_SECRET with ${LEAST_SECRET} characters or more, got ${secret.length}.`,
    );
  }
  return Object.freeze({ url, secret });
}
