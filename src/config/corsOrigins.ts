/**
 * Parses the comma-separated origins whose pages may send requests; `*` alone allows all.
 * @throws Error with a sentence
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

/** Whether a text is an origin as browsers send it: a scheme, a host and an optional port. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
