/** Languages of the pages, as ISO 639 codes. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Locale for numbers and dates if the browser names a language without a country. */
const USUAL: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** Returns the first of the browser's languages that the pages support; English if they support none. */
export function languageOf(locales: readonly string[]): Language {
  for (const locale of locales) {
    const match = LANGUAGES.find((known) => isOf(locale, known));
    if (match !== undefined) return match;
  }
  return 'en';
}

/** Returns the browser's first locale of a language, for numbers and dates; or a default locale. */
export function localeOf(language: Language, locales: readonly string[]): string {
  const match = locales.find((locale) => isOf(locale, language));
  return match === undefined || match === language ? USUAL[language] : match;
}

/** Compares languages, not prefixes: `de-AT` is German, `den` is Slavey. Returns false for an invalid locale. */
function isOf(locale: string, language: Language): boolean {
  try {
    return new Intl.Locale(locale).language === language;
  } catch {
    return false;
  }
}

interface Spoken {
  readonly language: Language;
  readonly locale: string;
}

// Module state, because the page has one language at a time, and a chart's number formatter should not need a parameter
// for it.
let spoken: Spoken = { language: 'en', locale: USUAL.en };
const listeners = new Set<() => void>();

/**
 * Switches all texts, numbers and dates to a language.
 * @param locales of the browser, in its order of preference
 */
export function speak(chosen: Language, locales: readonly string[]): void {
  spoken = { language: chosen, locale: localeOf(chosen, locales) };
  listeners.forEach((changed) => {
    changed();
  });
}

/** Subscribes to language changes. Returns the function that unsubscribes. */
export function onSpoken(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Returns the current language. */
export function language(): Language {
  return spoken.language;
}

/** Returns the current locale for numbers and dates. */
export function locale(): string {
  return spoken.locale;
}

/** Caches a value per locale, because `Intl` formatters are expensive to create. */
export function perLocale<Value>(make: (locale: string) => Value): () => Value {
  const made = new Map<string, Value>();
  return () => {
    const known = made.get(spoken.locale);
    if (known !== undefined) return known;
    const value = make(spoken.locale);
    made.set(spoken.locale, value);
    return value;
  };
}
