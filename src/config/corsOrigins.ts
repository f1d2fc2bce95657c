/**
 * Origins whose pages may ask, with commas between them; `*` alone: all.
 * @throws Error in a sentence
 */
export function parseCorsOrigins(text: string): readonly string[] {
  const origins = text
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
  const wrong = origins.find((origin) => !isOrigin(origin) && origins.join() !== '*');
  if (wrong === undefined) return origins;
  throw new Error(`CORS_ORIGINS must be origins such as https://app.example.com, or *, got ${JSON.stringify(wrong)}.`);
}

/** A scheme, a host and perhaps a port, as browsers send them. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
