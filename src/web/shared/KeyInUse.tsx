import type { ReactElement, ReactPortal } from 'react';
import { createPortal } from 'react-dom';
import type { SharedTexts } from './texts/en.js';

/**
 * Shows the label of the current key, or its user if it has no label, and a button that removes the key. They stand at
 * the end of the top bar.
 * @throws Error if the page has no element `#bar-end`
 */
export function KeyInUse({
  apiKey,
  label,
  forget,
  texts,
}: {
  readonly apiKey: string;
  readonly label: string | null;
  readonly forget: () => void;
  readonly texts: SharedTexts;
}): ReactPortal {
  const barEnd = document.getElementById('bar-end');
  if (barEnd === null) throw new Error('the page has no element #bar-end');
  const user = texts.ofUser(apiKey.split(':')[0] ?? '');
  const keyInUse: ReactElement = (
    <p className="key">
      <span title={user}>{label ?? user}</span>
      <button type="button" onClick={forget}>
        {texts.forget}
      </button>
    </p>
  );
  return createPortal(keyInUse, barEnd);
}
