import type { ReactElement } from 'react';
import { NO_FINDINGS } from '../route/findingsAddress.js';
import { Link } from '../route/Link.js';
import { NO_SITES } from '../route/sitesAddress.js';
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
      <Link to={{ ...NO_SITES, ...NO_FINDINGS, findings: 'open', building, account: null }}>
        {texts().findings.open(open)}
      </Link>
    </span>
  );
}
