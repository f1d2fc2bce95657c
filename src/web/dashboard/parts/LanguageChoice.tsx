import type { ReactElement } from 'react';
import { LANGUAGES, type Language } from '../../shared/language.js';
import { chooseLanguage, useLanguage } from '../../shared/useLanguage.js';
import { texts } from '../texts/texts.js';

/** Each language in its own words. */
const NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** Shows the choice of language in the footer. */
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
