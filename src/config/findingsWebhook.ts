/** The webhook that receives new and resolved findings. */
export interface FindingsWebhook {
  /** An http or https URL. */
  readonly url: string;
  readonly secret: string;
}

/** The least characters of a secret; shorter ones can be guessed. */
const LEAST_SECRET = 16;

/**
 * Parses the variables of the webhook.
 * @param url '' for no webhook
 * @throws Error with a sentence that contains neither the URL nor the secret, because both may be confidential
 */
export function parseFindingsWebhook(url: string, secret: string): FindingsWebhook | null {
  if (url === '' && secret === '') return null;
  if (url === '')
    throw new Error('FINDINGS_WEBHOOK_SECRET is set, but FINDINGS_WEBHOOK is empty: set both or neither.');
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new Error('FINDINGS_WEBHOOK must be an http:// or https:// address, such as https://example.com/findings.');
  }
  const { username, password, hash } = new URL(url);
  if (username !== '' || password !== '' || hash !== '') {
    throw new Error('FINDINGS_WEBHOOK must have no user, password or fragment. The posts are signed instead.');
  }
  if (secret.length < LEAST_SECRET) {
    throw new Error(
      `FINDINGS_WEBHOOK needs FINDINGS_WEBHOOK_SECRET with ${LEAST_SECRET} characters or more, got ${secret.length}.`,
    );
  }
  return Object.freeze({ url, secret });
}
