import { useGraphiQL } from '@graphiql/react';
import { useSystemDark } from '../shared/useSystemDark.js';

/** Returns whether the page is dark: by the theme chosen in GraphiQL, else by the system. */
export function useIsDark(): boolean {
  const theme = useGraphiQL((state) => state.theme);
  const isSystemDark = useSystemDark();
  return theme === null ? isSystemDark : theme === 'dark';
}
