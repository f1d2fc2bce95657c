import { createContext, useContext } from 'react';
import { texts } from '../texts/texts.js';

/** Name of the building or account of a view, for its file names; null for the portfolio. */
export const SubjectContext = createContext<string | null>(null);

/** Returns the name of the building or account of the view; of the portfolio by default. */
export function useSubject(): string {
  return useContext(SubjectContext) ?? texts().portfolio.title;
}
