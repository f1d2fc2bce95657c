import { createContext, useContext } from 'react';

/** What a view is of, as its files are called: a building's name, an account's. */
export const SubjectContext = createContext('Portfolio');

/** What the view is of; unless a view says so, all that the key may see. */
export function useSubject(): string {
  return useContext(SubjectContext);
}
