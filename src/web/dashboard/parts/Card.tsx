import { useId, type ReactElement, type ReactNode } from 'react';

/** Shows a part of a view with a heading. */
export function Card({
  title,
  about,
  wide = false,
  children,
}: {
  readonly title: string;
  /** One sentence that explains the figures. */
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
