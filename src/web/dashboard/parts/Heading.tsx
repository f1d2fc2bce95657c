import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { periodInWords } from '../format/periods.js';
import { writeAddress } from '../route/address.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { Filters } from './Filters.js';
import { usePaperFooter } from './usePaperFooter.js';

/** Whether a view was shown before, so that the focus follows to the next one. */
let shown = false;

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
    if (shown) heading.current?.focus();
    shown = true;
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
