import { language, type Language } from '../../shared/language.js';
import { de } from './de.js';
import { en, type Texts } from './en.js';

const TEXTS: Readonly<Record<Language, Texts>> = { en, de };

/** The texts of the dashboard in the language that is spoken. */
export function texts(): Texts {
  return TEXTS[language()];
}
