/** Where the service is in the examples as they are written. */
const WRITTEN = 'http://127.0.0.1:4000';

/** Has the examples name the service that the page comes from, so that they run as they are copied. */
export function showOrigin(): void {
  for (const code of document.querySelectorAll('main code')) {
    if (code.textContent.includes(WRITTEN)) code.textContent = code.textContent.replaceAll(WRITTEN, location.origin);
  }
}
