import type { ReactElement } from 'react';

/** Whose key is in use, and the button that forgets it. */
export function KeyInUse({ used, forget }: { readonly used: string; readonly forget: () => void }): ReactElement {
  return (
    <p className="key">
      <span>Key of user {used.split(':')[0]}</span>
      <button type="button" onClick={forget}>
        Forget key
      </button>
    </p>
  );
}
