import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { texts } from '../texts/texts.js';

/** Lets a wide table or chart scroll sideways. A note appears while a part of it is out of view. */
export function Scroll({
  label,
  hasManyColumns = false,
  children,
}: {
  readonly label: string;
  /** Whether it contains a table with so many columns that its rows are cards on a tablet, too. */
  readonly hasManyColumns?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const region = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const outer = region.current;
    if (outer === null) return;
    const observer = new ResizeObserver(() => {
      setCut(outer.scrollWidth > outer.clientWidth);
    });
    for (const element of [outer, ...outer.children]) observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  return (
    <>
      <div
        ref={region}
        className={hasManyColumns ? 'scroll many' : 'scroll'}
        role="region"
        aria-label={label}
        tabIndex={0}
      >
        {children}
      </div>
      {isCut && <p className="about scrolls">{texts().tables.scrolls}</p>}
    </>
  );
}
