import type { ReactElement } from 'react';

/** What the service says in its own words, which are English, whatever the language of the page. */
export function Said({ children }: { readonly children: string }): ReactElement {
  return <span lang="en">{children}</span>;
}
