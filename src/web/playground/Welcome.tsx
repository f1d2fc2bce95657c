import type { ReactElement } from 'react';
import { EXAMPLES } from './examples.js';

/** What to do without a key, and what there is with one. */
export function Welcome(): ReactElement {
  return (
    <main className="welcome">
      <h1>Ask your utility data anything</h1>
      <p>
        Enter an API key above. <code>npm start</code> prints one for the sample portfolio, and{' '}
        <code>npx udg keys issue</code> makes one for your own. It stays in the memory of this page alone: reloading
        asks for it again.
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
        Every type and field says its unit, scope and cost in the documentation beside the editor. For REST there is the{' '}
        <a href="/docs">API reference</a>.
      </p>
    </main>
  );
}
