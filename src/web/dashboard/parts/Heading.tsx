import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { language, type Language } from '../../shared/language.js';
import { periodInWords } from '../format/periods.js';
import { writeAddress } from '../route/address.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { Filters } from './Filters.js';
import { usePaperFooter } from './usePaperFooter.js';

/** The language that a view was shown in before: the focus follows to the next view, and not where only the language is another. */
let shown: Language | null = null;

/** The head of a view: where one is, what it is, and the filters. */
export function Heading({
  title,
  path,
  facts,
  isOfAnyTime = false,
}: {
  readonly title: string;
  /** Links to what it is a part of. */
  readonly path?: ReactNode;
  readonly facts?: string;
  /** Whether what is shown is not of the period, so that its filters are left out. */
  readonly isOfAnyTime?: boolean;
}): ReactElement {
  const { address, period } = useScene();
  // With the period, which an address may leave to the time when it is opened.
  usePaperFooter(new URL(writeAddress({ ...address, period: period.id }), location.href).href);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = texts().page.titled(isOfAnyTime ? title : `${title}, ${periodInWords(period)}`);
  }, [title, period, isOfAnyTime]);
  useEffect(() => {
    if (shown === language()) heading.current?.focus();
    shown = language();
  }, []);
  return (
    <div className="heading">
      <div>
        {path !== undefined && <nav aria-label={texts().page.path}>{path}</nav>}
        <h1 ref={heading} tabIndex={-1}>
          {title} {!isOfAnyTime && <span>{periodInWords(period)}</span>}
        </h1>
        {facts !== undefined && facts !== '' && <p className="about">{facts}</p>}
      </div>
      {!isOfAnyTime && <Filters />}
    </div>
  );
}
