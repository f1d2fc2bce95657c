import { type MonacoEditor, useGraphiQL } from '@graphiql/react';
import { useCallback, useSyncExternalStore } from 'react';
import type { Query } from './queryLink.js';

/** Returns the query and the variables in the editors. GraphiQL stores them in the state of the tab only later. */
export function useOpenTab(): Query {
  const query = useTextOf(useGraphiQL((state) => state.queryEditor));
  const variables = useTextOf(useGraphiQL((state) => state.variableEditor));
  return { query, variables };
}

function useTextOf(editor: MonacoEditor | undefined): string {
  const subscribe = useCallback(
    (changed: () => void) => {
      const listener = editor?.onDidChangeModelContent(changed);
      return () => listener?.dispose();
    },
    [editor],
  );
  return useSyncExternalStore(subscribe, () => editor?.getValue() ?? '');
}
