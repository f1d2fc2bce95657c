import type { ReactElement } from 'react';
import { KeyForm } from '../shared/KeyForm.js';
import { sharedEn } from '../shared/texts/en.js';
import type { KeyState } from '../shared/useKey.js';
import { EXAMPLES } from './examples.js';

/** Shows the form for the key and previews the examples. */
export function Welcome(state: KeyState): ReactElement {
  return (
    <main className="welcome">
      <h1>Ask your utility data anything</h1>
      <KeyForm {...state} texts={sharedEn} />
      <p>
        <code>npm start</code> prints a key for the sample portfolio, and <code>npx udg keys issue</code> makes one for
        your own. Unless this tab keeps it, it stays in the memory of this page alone.
      </p>
      <h2>Examples over the sample portfolio, a tab each</h2>
      <ul className="cards">
        {EXAMPLES.map(({ name, title, about }) => (
          <li key={name}>
            <h3>{title}</h3>
            <p>{about}</p>
          </li>
        ))}
      </ul>
      <p>
        Every type and field says its unit, scope and cost in the documentation next to the editor. For REST there is
        the <a href="/docs">API reference</a>.
      </p>
    </main>
  );
}
