import type { ReactElement, ReactPortal } from 'react';
import { createPortal } from 'react-dom';
import type { SharedTexts } from './texts/en.js';

/**
 * Shows the user of the current key and a button that removes the key, at the end of the top bar.
 * @throws Error if the page has no element `#bar-end`
 */
export function KeyInUse({
  used,
  forget,
  texts,
}: {
  readonly used: string;
  readonly forget: () => void;
  readonly texts: SharedTexts;
}): ReactPortal {
  const barEnd = document.getElementById('bar-end');
  if (barEnd === null) throw new Error('the page has no element #bar-end');
  const keyInUse: ReactElement = (
    <p className="key">
      <span>{texts.ofUser(used.split(':')[0] ?? '')}</span>
      <button type="button" onClick={forget}>
        {texts.forget}
      </button>
    </p>
  );
  return createPortal(keyInUse, barEnd);
}
