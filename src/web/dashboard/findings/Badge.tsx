import type { ReactElement } from 'react';
import { Link } from '../route/Link.js';
import { openFindingsPage } from '../route/pages.js';
import { texts } from '../texts/texts.js';

/** Links to the open findings of a building and shows their number. Renders nothing without findings. */
export function Badge({
  building,
  open,
}: {
  readonly building: string;
  readonly open: number | undefined;
}): ReactElement | null {
  if (!open) return null;
  return (
    <span className="badge">
      <Link to={openFindingsPage(building)}>{texts().findings.open(open)}</Link>
    </span>
  );
}
