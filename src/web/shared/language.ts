/** Languages of the pages, as ISO 639 codes. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Locale for numbers and dates if the browser names a language without a country. */
const DEFAULT_LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** Returns the first of the browser's languages that the pages support; English if they support none. */
export function languageOf(locales: readonly string[]): Language {
  for (const locale of locales) {
    const match = LANGUAGES.find((supported) => isOf(locale, supported));
    if (match !== undefined) return match;
  }
  return 'en';
}

/** Returns the browser's first locale of a language, for numbers and dates; or a default locale. */
export function localeOf(language: Language, locales: readonly string[]): string {
  const match = locales.find((locale) => isOf(locale, language));
  return match === undefined || match === language ? DEFAULT_LOCALES[language] : match;
}

/** Compares languages, not prefixes: `de-AT` is German, `den` is Slavey. Returns false for an invalid locale. */
function isOf(locale: string, language: Language): boolean {
  try {
    return new Intl.Locale(locale).language === language;
  } catch {
    return false;
  }
}

interface LanguageState {
  readonly language: Language;
  readonly locale: string;
}

// The state belongs to the module, because the page has one language at a time. Otherwise a chart's number formatter
// would need a parameter for it.
let current: LanguageState = { language: 'en', locale: DEFAULT_LOCALES.en };
const listeners = new Set<() => void>();

/**
 * Switches all texts, numbers and dates to a language.
 * @param locales of the browser, in its order of preference
 */
export function setLanguage(chosen: Language, locales: readonly string[]): void {
  current = { language: chosen, locale: localeOf(chosen, locales) };
  listeners.forEach((changed) => {
    changed();
  });
}

/** Subscribes to language changes. Returns the function that unsubscribes. */
export function onLanguageChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Returns the current language. */
export function language(): Language {
  return current.language;
}

/** Returns the current locale for numbers and dates. */
export function locale(): string {
  return current.locale;
}

/** Caches a value per locale, because `Intl` formatters are expensive to create. */
export function perLocale<Value>(make: (locale: string) => Value): () => Value {
  const cache = new Map<string, Value>();
  return () => {
    const cached = cache.get(current.locale);
    if (cached !== undefined) return cached;
    const value = make(current.locale);
    cache.set(current.locale, value);
    return value;
  };
}
