import { useState, type ReactElement } from 'react';

/** Copies a text, and announces the result to screen readers. Browsers allow copying only on HTTPS and on localhost. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }): ReactElement {
  const [outcome, setOutcome] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      setOutcome('Copied.');
    } catch {
      setOutcome('The browser does not allow copying here. Browsers allow it on HTTPS and on localhost.');
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
      <span role="status">{outcome}</span>
    </>
  );
}
