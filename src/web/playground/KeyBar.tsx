import type { ReactElement } from 'react';
import { KeyForm } from '../shared/KeyForm.js';
import { KeyInUse } from '../shared/KeyInUse.js';
import type { KeyState } from '../shared/useKey.js';

/** The head of the page: whose it is, the key field, and what came of the key. */
export function KeyBar(state: KeyState): ReactElement {
  return (
    <header className="bar">
      <p className="bar-name">
        <a href="/">Utility data gateway</a> <span>GraphQL playground</span>
      </p>
      {state.used === null ? <KeyForm {...state} /> : <KeyInUse used={state.used} forget={state.forget} />}
    </header>
  );
}
