import { lazy, Suspense, type ReactElement } from 'react';
import { KeyInUse } from '../shared/KeyInUse.js';
import { sharedEn } from '../shared/texts/en.js';
import { useKey } from '../shared/useKey.js';
import { checkKey } from './sendQuery.js';
import { Welcome } from './Welcome.js';

/** The editor is large, so the page loads it only after the user has entered a key. */
const Editor = lazy(() => import('./Editor.js'));

/** Shows the form for the key, then GraphiQL. */
export function Playground(): ReactElement {
  const state = useKey(checkKey);
  const { used, checking, forget } = state;
  const loading = <p className="loading">Loading the editor…</p>;
  if (used === null) return checking === 'stored' ? loading : <Welcome {...state} />;
  return (
    <>
      <KeyInUse used={used} forget={forget} texts={sharedEn} />
      <main className="editor">
        <h1 className="visually-hidden">GraphQL playground</h1>
        <Suspense fallback={loading}>
          <Editor apiKey={used} />
        </Suspense>
      </main>
    </>
  );
}
