import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import type { Query } from './queryLink.js';

/** Returns a function that opens a query in a new tab; null until the editors are loaded. */
export function useOpenQuery(): ((query: Query) => void) | null {
  const actions = useGraphiQLActions();
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  if (queryEditor === undefined || variableEditor === undefined) return null;
  return ({ query, variables }) => {
    actions.addTab();
    queryEditor.setValue(query);
    variableEditor.setValue(variables);
  };
}
