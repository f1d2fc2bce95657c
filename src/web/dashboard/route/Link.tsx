import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { useScene } from '../state/scene.js';
import { writeAddress, type Address } from './address.js';
import { go } from './useAddress.js';

/** Leads to another view: this one but for what is given. A real link, so it can be copied and opened in a tab. */
export function Link({
  to,
  current = false,
  children,
}: {
  readonly to: Partial<Address>;
  /** Whether it leads to what is shown. */
  readonly current?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const { address } = useScene();
  const url = writeAddress({ ...address, ...to });
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(url, 'push');
  };
  return (
    <a href={url} onClick={follow} aria-current={current ? 'true' : undefined}>
      {children}
    </a>
  );
}
