import { useSyncExternalStore } from 'react';
import { language, LANGUAGES, languageOf, onSpoken, speak, type Language } from './language.js';

/** The name under which this tab keeps the language that its reader chose. */
const NAME = 'utility-data-gateway-language';

/** Has the page begin with the language that its reader chose in this tab, else with the browser's. */
export function beginLanguage(): void {
  speak(chosenBefore() ?? languageOf(navigator.languages), navigator.languages);
  document.documentElement.lang = language();
}

/** Has the page speak a language, and this tab keep that. */
export function chooseLanguage(chosen: Language): void {
  try {
    sessionStorage.setItem(NAME, chosen);
  } catch {
    // The browser forbids it: then it is chosen until the page is left.
  }
  document.documentElement.lang = chosen;
  speak(chosen, navigator.languages);
}

/** The language of the page, kept up to date. */
export function useLanguage(): Language {
  return useSyncExternalStore(onSpoken, language);
}

function chosenBefore(): Language | undefined {
  try {
    const kept = sessionStorage.getItem(NAME);
    return LANGUAGES.find((known) => known === kept);
  } catch {
    return undefined;
  }
}
