import { startSearch } from './search.js';

/** The origin in the examples of the Markdown documents. */
const EXAMPLE_ORIGIN = 'http://127.0.0.1:4000';

// A copied command must work, so the examples name the origin of this page.
for (const code of document.querySelectorAll('main code')) {
  if (code.textContent.includes(EXAMPLE_ORIGIN)) {
    code.textContent = code.textContent.replaceAll(EXAMPLE_ORIGIN, location.origin);
  }
}
startSearch();
