import { useGraphiQL, useGraphiQLActions, useMonaco } from '@graphiql/react';
import { useEffect, type ReactElement } from 'react';

/** What GraphiQL leaves out of its editors; shows nothing itself, and stands within it to reach them. */
export function EditorSettings(): ReactElement | null {
  useDashesUnmarked();
  useSchemeOfSystem();
  return null;
}

/** Monaco marks dashes in comments and answers as characters that look like others; here they are only dashes. */
function useDashesUnmarked(): void {
  const editors = useMonaco((state) => state.monaco?.editor);
  useEffect(() => {
    if (editors === undefined) return;
    const unmark = (editor: Parameters<Parameters<typeof editors.onDidCreateEditor>[0]>[0]): void => {
      editor.updateOptions({ unicodeHighlight: { ambiguousCharacters: false } });
    };
    editors.getEditors().forEach(unmark);
    const listener = editors.onDidCreateEditor(unmark);
    return () => {
      listener.dispose();
    };
  }, [editors]);
}

/** GraphiQL colours its editors once; who has chosen neither light nor dark gets the scheme of the system as it changes. */
function useSchemeOfSystem(): void {
  const theme = useGraphiQL((state) => state.theme);
  const { setTheme } = useGraphiQLActions();
  useEffect(() => {
    if (theme !== null) return;
    const query = globalThis.matchMedia('(prefers-color-scheme: dark)');
    const recolour = (): void => {
      setTheme(null);
    };
    query.addEventListener('change', recolour);
    return () => {
      query.removeEventListener('change', recolour);
    };
  }, [theme, setTheme]);
}
