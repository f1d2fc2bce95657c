import type { ReactElement } from 'react';
import { LANGUAGES, type Language } from '../../shared/language.js';
import { chooseLanguage, useLanguage } from '../../shared/useLanguage.js';
import { texts } from '../texts/texts.js';

/** The name of each language in that language. */
const NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** Shows the choice of language in the footer. */
export function LanguageChoice(): ReactElement {
  const language = useLanguage();
  return (
    <footer className="languages">
      <div role="group" aria-label={texts().page.language}>
        {LANGUAGES.map((choice) => (
          <button
            key={choice}
            type="button"
            className="plain"
            lang={choice}
            aria-pressed={choice === language}
            onClick={() => {
              chooseLanguage(choice);
            }}
          >
            {NAMES[choice]}
          </button>
        ))}
      </div>
    </footer>
  );
}
