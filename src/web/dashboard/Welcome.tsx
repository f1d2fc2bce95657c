import type { ReactElement } from 'react';
import { KeyForm } from '../shared/KeyForm.js';
import type { KeyState } from '../shared/useKey.js';

/** The first thing that is seen: the field for the key, unless this tab keeps one. */
export function Welcome(state: KeyState): ReactElement {
  if (state.checking === 'kept') {
    return (
      <main>
        <p className="waiting" role="status">
          Asking the service…
        </p>
      </main>
    );
  }
  return (
    <main className="welcome">
      <div className="card">
        <h1>Your portfolio at a glance</h1>
        <p>
          Consumption, cost and emissions of the portfolio, of each building and of each meter; and where data is
          missing. Enter an API key to begin.
        </p>
        <KeyForm {...state} />
        <p className="about">
          <code>npm start</code> prints a key for the sample portfolio, and <code>npx udg keys issue</code> makes one
          for your own. Unless this tab keeps it, it stays in the memory of this page alone.
        </p>
      </div>
    </main>
  );
}
