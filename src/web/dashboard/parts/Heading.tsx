import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { language, type Language } from '../../shared/language.js';
import { formatPeriod } from '../format/periods.js';
import { writeAddress } from '../route/address.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { Filters } from './Filters.js';
import { usePaperFooter } from './usePaperFooter.js';

/** Language of the previous view. The heading of a new view takes the focus, but not after a change of language alone. */
let previousLanguage: Language | null = null;

/** Shows the head of a view: breadcrumb, title and filters. */
export function Heading({
  title,
  path,
  facts,
  ignoresPeriod = false,
  hasPeriodOnly = false,
}: {
  readonly title: string;
  /** Links to the parent views. */
  readonly path?: ReactNode;
  readonly facts?: string;
  /** Whether the view ignores the period; then it shows no filters for it. */
  readonly ignoresPeriod?: boolean;
  /** Whether the view follows the period but no other filter. */
  readonly hasPeriodOnly?: boolean;
}): ReactElement {
  const { address, period } = useScene();
  // Without a period in the URL, the view depends on the date. The printed address names the period.
  usePaperFooter(new URL(writeAddress({ ...address, period: period.id }), location.href).href);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = texts().page.titled(ignoresPeriod ? title : `${title}, ${formatPeriod(period)}`);
  }, [title, period, ignoresPeriod]);
  useEffect(() => {
    if (previousLanguage === language()) heading.current?.focus();
    previousLanguage = language();
  }, []);
  return (
    <div className="heading">
      <div>
        {path !== undefined && <nav aria-label={texts().page.path}>{path}</nav>}
        <h1 ref={heading} tabIndex={-1}>
          {title} {!ignoresPeriod && <span>{formatPeriod(period)}</span>}
        </h1>
        {facts !== undefined && facts !== '' && <p className="about">{facts}</p>}
      </div>
      {!ignoresPeriod && <Filters hasPeriodOnly={hasPeriodOnly} />}
    </div>
  );
}
