import { useSyncExternalStore } from 'react';
import { language, LANGUAGES, languageOf, onLanguageChange, setLanguage, type Language } from './language.js';

/** Key in the session storage. */
const STORAGE_KEY = 'utility-data-gateway-language';

/** Starts with the language that the user chose in this tab, otherwise with the browser's. */
export function startLanguage(): void {
  setLanguage(storedLanguage() ?? languageOf(navigator.languages), navigator.languages);
  document.documentElement.lang = language();
}

/** Switches the page to a language and stores the choice in this tab. */
export function chooseLanguage(chosen: Language): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, chosen);
  } catch {
    // If the browser blocks storage, the choice lasts until the user leaves the page.
  }
  document.documentElement.lang = chosen;
  setLanguage(chosen, navigator.languages);
}

/** Returns the language of the page and re-renders when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, language);
}

function storedLanguage(): Language | undefined {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    return LANGUAGES.find((supported) => supported === stored);
  } catch {
    return undefined;
  }
}
