import type { ReactElement } from 'react';

/** Marks a text of the service as English, whatever the language of the page. */
export function Said({ children }: { readonly children: string }): ReactElement {
  return <span lang="en">{children}</span>;
}
