import MiniSearch from 'minisearch';
import type { GuideSection } from './section.js';

/** The maximum number of results. */
const MAX_RESULTS = 12;

/** Downloads the text of all pages and builds the search index. Runs only when a reader starts to search. */
async function loadIndex(address: string): Promise<(text: string) => readonly GuideSection[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the search index of the guide is missing (status ${response.status})`);
  const sections = (await response.json()) as readonly GuideSection[];
  const byId = new Map(sections.map((section) => [section.id, section]));
  const index = new MiniSearch<GuideSection>({
    fields: ['heading', 'page', 'words'],
    searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.1, combineWith: 'AND' },
  });
  index.addAll(sections);
  return (text) =>
    index
      .search(text)
      .slice(0, MAX_RESULTS)
      .flatMap(({ id }) => byId.get(String(id)) ?? []);
}

/** Creates an element with content. */
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  created.append(...content);
  return created;
}

function resultOf({ id, page, heading, words }: GuideSection, text: string): HTMLLIElement {
  const link = element('a', heading === page ? page : `${page}: ${heading}`);
  link.href = id;
  const parts = excerptOf(words, text).map(({ part, isMatch }) => (isMatch ? element('mark', part) : part));
  return element('li', link, element('p', ...parts));
}

/** Shows the search field, which stays hidden without JavaScript, and searches while the reader types. */
export function startSearch(): void {
  const search = document.querySelector<HTMLElement>('#search');
  const input = search?.querySelector('input');
  const results = search?.querySelector<HTMLElement>('#results');
  const [status, list] = [results?.querySelector('p'), results?.querySelector('ol')];
  if (!search || !input || !results || !status || !list) return;

  let index: ReturnType<typeof loadIndex> | undefined;
  const show = async (): Promise<void> => {
    const text = input.value.trim();
    index ??= loadIndex(search.dataset.sections ?? '');
    const matches = text === '' ? [] : (await index)(text);
    // Drop the result if the reader typed on while the index loaded.
    if (text !== input.value.trim()) return;
    results.hidden = text === '';
    status.textContent = matches.length === 0 ? `No results for “${text}”.` : 'Results, the best match first:';
    list.replaceChildren(...matches.map((section) => resultOf(section, text)));
  };
  const showOrReportError = (): void => {
    show().catch((error: unknown) => {
      index = undefined;
      results.hidden = false;
      status.textContent = `The search failed: ${error instanceof Error ? error.message : String(error)}.`;
    });
  };
  input.addEventListener('focus', showOrReportError);
  input.addEventListener('input', showOrReportError);
  // A link within this page loads no other page, so the list must be closed here.
  list.addEventListener('click', () => {
    results.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') results.hidden = true;
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    input.focus({ preventScroll: true });
  });
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !search.contains(event.target)) results.hidden = true;
  });
  search.hidden = false;
}

/** A part of an excerpt, and whether it matches a search term. */
interface ExcerptPart {
  readonly part: string;
  readonly isMatch: boolean;
}

/** The number of characters before the first match. `LENGTH` is the length of the excerpt. */
const CHARS_BEFORE = 50;
const EXCERPT_LENGTH = 180;

/**
 * Returns an excerpt around the first search term, split so that the page can highlight the matches.
 * @param words the text of a section
 * @param text the search terms
 */
function excerptOf(words: string, text: string): readonly ExcerptPart[] {
  const terms = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const lower = words.toLowerCase();
  const positions = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const first = Math.max(0, Math.min(...positions, words.length) - CHARS_BEFORE);
  // If only the heading matches, the excerpt starts at the beginning of the section.
  const from = positions.length === 0 ? 0 : first === 0 ? 0 : words.indexOf(' ', first) + 1;
  const excerpt = words.slice(from, from + EXCERPT_LENGTH);
  const parts = terms.length === 0 ? [excerpt] : excerpt.split(new RegExp(`(${terms.join('|')})`, 'iu'));
  const shown = parts.map((part, index) => ({ part, isMatch: index % 2 === 1 }));
  return from + EXCERPT_LENGTH < words.length ? [...shown, { part: ' …', isMatch: false }] : shown;
}
