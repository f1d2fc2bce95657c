import { language, type Language } from '../../shared/language.js';
import { de } from './de.js';
import { en, type Texts } from './en.js';

const TEXTS: Readonly<Record<Language, Texts>> = { en, de };

/** Returns the texts in the current language. */
export function texts(): Texts {
  return TEXTS[language()];
}
