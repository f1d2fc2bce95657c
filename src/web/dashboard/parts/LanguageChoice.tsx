import type { ReactElement } from 'react';
import { LANGUAGES, type Language } from '../../shared/language.js';
import { chooseLanguage, useLanguage } from '../../shared/useLanguage.js';
import { texts } from '../texts/texts.js';

/** What each language is called by those who speak it. */
const NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** The languages of the page at its foot, for those whose browser has another than they read. */
export function LanguageChoice(): ReactElement {
  const language = useLanguage();
  return (
    <footer className="languages">
      <div role="group" aria-label={texts().page.language}>
        {LANGUAGES.map((known) => (
          <button
            key={known}
            type="button"
            className="plain"
            lang={known}
            aria-pressed={known === language}
            onClick={() => {
              chooseLanguage(known);
            }}
          >
            {NAMES[known]}
          </button>
        ))}
      </div>
    </footer>
  );
}
