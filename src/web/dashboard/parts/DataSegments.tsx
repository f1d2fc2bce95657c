import type { ReactElement } from 'react';
import type { DataShare, SitesByDataQuery } from '../generated/operations.js';
import { Link } from '../route/Link.js';
import { texts } from '../texts/texts.js';

/** How many sites have all, some or no data, as the service counts them. */
export type DataCounts = NonNullable<NonNullable<SitesByDataQuery['assets']>['dataCounts']>;

/** The numbers of buildings by how much data they have; each leads to the list of these. */
export function DataSegments({
  counts,
  picked = null,
}: {
  readonly counts: DataCounts;
  /** The one whose list this is. */
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
