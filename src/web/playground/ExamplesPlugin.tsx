import { useGraphiQL, useGraphiQLActions, type GraphiQLPlugin } from '@graphiql/react';
import type { ReactElement } from 'react';
import { EXAMPLES } from './examples.js';

function Icon(): ReactElement {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M4 5h16M4 12h10M4 19h16M18 9l3 3-3 3" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** Lists the examples for users who have closed or edited their tabs. Each example opens in a new tab. */
function Content(): ReactElement {
  const actions = useGraphiQLActions();
  const editor = useGraphiQL(({ queryEditor }) => queryEditor);
  return (
    <section aria-label="Examples" className="examples">
      <h2>Examples</h2>
      <p>Examples with the sample portfolio. Each opens in a new tab.</p>
      <ul className="cards">
        {EXAMPLES.map(({ name, title, about, query }) => (
          <li key={name}>
            <h3>{title}</h3>
            <p>{about}</p>
            <button
              type="button"
              onClick={() => {
                actions.addTab();
                editor?.setValue(query);
              }}
            >
              Open
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** GraphiQL panel that lists the examples. */
export const EXAMPLES_PLUGIN: GraphiQLPlugin = { title: 'Examples', icon: Icon, content: Content };
