import { useId, type ReactElement, type ReactNode } from 'react';

/** A part of a view under a heading of its own. */
export function Card({
  title,
  about,
  wide = false,
  children,
}: {
  readonly title: string;
  /** What the figures are, in a sentence. */
  readonly about?: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const id = useId();
  return (
    <section className={wide ? 'card wide' : 'card'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {about !== undefined && <p className="about">{about}</p>}
      {children}
    </section>
  );
}
