/** The origin in the examples of the Markdown documents. */
const WRITTEN = 'http://127.0.0.1:4000';

/** Replaces the origin in all examples by that of this page, so that a copied command works. */
export function showOrigin(): void {
  for (const code of document.querySelectorAll('main code')) {
    if (code.textContent.includes(WRITTEN)) code.textContent = code.textContent.replaceAll(WRITTEN, location.origin);
  }
}
