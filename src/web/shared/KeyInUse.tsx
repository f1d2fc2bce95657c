import type { ReactElement, ReactPortal } from 'react';
import { createPortal } from 'react-dom';
import type { SharedTexts } from './texts/en.js';

/** Whose key is in use, and the button that forgets it; stands at the end of the bar on top of the page. */
export function KeyInUse({
  used,
  forget,
  texts,
}: {
  readonly used: string;
  readonly forget: () => void;
  readonly texts: SharedTexts;
}): ReactPortal {
  const place = document.getElementById('bar-end');
  if (place === null) throw new Error('the page has no element #bar-end');
  const shown: ReactElement = (
    <p className="key">
      <span>{texts.ofUser(used.split(':')[0] ?? '')}</span>
      <button type="button" onClick={forget}>
        {texts.forget}
      </button>
    </p>
  );
  return createPortal(shown, place);
}
