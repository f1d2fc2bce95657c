import { lazy, Suspense, type ReactElement } from 'react';
import { useKey } from '../shared/useKey.js';
import { KeyBar } from './KeyBar.js';
import { problemOf } from './problemOf.js';
import { Welcome } from './Welcome.js';

/** The editor is large, and is loaded only once there is a key to ask with. */
const Editor = lazy(() => import('./Editor.js'));

/** The page: a key, then GraphiQL with it. */
export function Playground(): ReactElement {
  const state = useKey(problemOf);
  return (
    <>
      <KeyBar {...state} />
      {state.used === null ? (
        <Welcome />
      ) : (
        <Suspense fallback={<p className="loading">Loading the editor…</p>}>
          <Editor apiKey={state.used} />
        </Suspense>
      )}
    </>
  );
}
