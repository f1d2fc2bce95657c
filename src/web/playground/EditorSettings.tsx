import { useGraphiQL, useGraphiQLActions, useMonaco } from '@graphiql/react';
import { useEffect, type ReactElement } from 'react';

/**
 * Changes settings of GraphiQL's editors that GraphiQL has no props for. Renders nothing, but must be a child of
 * GraphiQL to reach its state.
 */
export function EditorSettings(): ReactElement | null {
  useDashesWithoutHighlight();
  useSchemeOfSystem();
  return null;
}

/** Stops Monaco from highlighting dashes in comments and answers as ambiguous characters. */
function useDashesWithoutHighlight(): void {
  const editors = useMonaco((state) => state.monaco?.editor);
  useEffect(() => {
    if (editors === undefined) return;
    const disableHighlight = (editor: Parameters<Parameters<typeof editors.onDidCreateEditor>[0]>[0]): void => {
      editor.updateOptions({ unicodeHighlight: { ambiguousCharacters: false } });
    };
    editors.getEditors().forEach(disableHighlight);
    const listener = editors.onDidCreateEditor(disableHighlight);
    return () => {
      listener.dispose();
    };
  }, [editors]);
}

/**
 * Follows the colour scheme of the system if the user has chosen neither light nor dark. GraphiQL itself colours its
 * editors only once.
 */
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
