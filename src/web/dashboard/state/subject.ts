import { createContext, useContext } from 'react';
import { texts } from '../texts/texts.js';

/** What a view is of, as its files are called: a building's name, an account's; null: all that the key may see. */
export const SubjectContext = createContext<string | null>(null);

/** What the view is of; unless a view says so, all that the key may see. */
export function useSubject(): string {
  return useContext(SubjectContext) ?? texts().portfolio.title;
}
