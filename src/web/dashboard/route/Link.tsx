import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { useScene } from '../state/scene.js';
import { writeAddress, type Address } from './address.js';
import { go } from './useAddress.js';

/**
 * Links to the current view with some of its parameters changed. Renders an `<a>`, so users can copy the address and
 * open it in a tab.
 */
export function Link({
  to,
  current = false,
  children,
}: {
  readonly to: Partial<Address>;
  /** Whether the link leads to the current view. */
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
