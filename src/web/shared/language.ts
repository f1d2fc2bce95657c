/** The languages that pages are written in, each by its ISO 639 code. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** How numbers and dates are written where the browser names a language and no country. */
const USUAL: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** The first of a browser's languages that pages are written in; else English. */
export function languageOf(locales: readonly string[]): Language {
  for (const locale of locales) {
    const found = LANGUAGES.find((known) => isOf(locale, known));
    if (found !== undefined) return found;
  }
  return 'en';
}

/** The first of a browser's locales that is of a language, as numbers and dates are written there; else the usual one. */
export function localeOf(language: Language, locales: readonly string[]): string {
  const found = locales.find((locale) => isOf(locale, language));
  return found === undefined || found === language ? USUAL[language] : found;
}

/** `de-AT` is of German, and `den`, which is Slavey, is not; what is no locale is of none. */
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

// The page has one language at a time; what formats a number deep in a chart should not have to be handed it.
let spoken: Spoken = { language: 'en', locale: USUAL.en };
const listeners = new Set<() => void>();

/**
 * Has all texts, numbers and dates be those of a language from now on.
 * @param locales of the browser, the preferred one first
 */
export function speak(chosen: Language, locales: readonly string[]): void {
  spoken = { language: chosen, locale: localeOf(chosen, locales) };
  listeners.forEach((changed) => {
    changed();
  });
}

/** Tells when another language is spoken; what it returns ends that. */
export function onSpoken(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** The language that is spoken. */
export function language(): Language {
  return spoken.language;
}

/** How numbers and dates are written. */
export function locale(): string {
  return spoken.locale;
}

/** Makes something of each locale once, as what formats is dear to make. */
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
