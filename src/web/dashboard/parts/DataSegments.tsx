import type { ReactElement } from 'react';
import type { DataShare, SitesByDataQuery } from '../generated/operations.js';
import { Link } from '../route/Link.js';
import { texts } from '../texts/texts.js';

/** Number of sites by share of data. */
export type DataCounts = NonNullable<NonNullable<SitesByDataQuery['assets']>['dataCounts']>;

/**
 * Shows the number of buildings with all, some and no data as a segmented bar. Each segment links to the list of its
 * buildings.
 */
export function DataSegments({
  counts,
  picked = null,
}: {
  readonly counts: DataCounts;
  /** The segment whose list the page shows. */
  readonly picked?: DataShare | null;
}): ReactElement {
  const { buildings, segments } = texts().portfolio;
  return (
    <p className="segments">
      {(['all', 'some', 'none', 'notExpected'] as const)
        .filter((name) => counts[name] > 0)
        .map((name) => (
          <span key={name} className={`segment ${name}`} style={{ flexGrow: counts[name] }}>
            <Link to={{ sites: 'list', data: name, page: null }} current={name === picked}>
              <strong>{buildings(counts[name])}</strong> {segments[name]}
            </Link>
          </span>
        ))}
    </p>
  );
}
