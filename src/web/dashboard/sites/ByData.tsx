import type { ReactElement } from 'react';
import { useSitesByData, type AssetFilter, type DataShare } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { DataSegments } from '../parts/DataSegments.js';
import { Link } from '../route/Link.js';
import { useScene } from '../state/scene.js';
import { MAX_RANKED, rankedTime } from '../state/sites.js';
import { texts } from '../texts/texts.js';

/** Shows how many sites have all, some or no data; each number filters the list. */
export function ByData({
  search,
  filter,
  total,
  picked,
}: {
  readonly search: string | null;
  readonly filter: AssetFilter;
  readonly total: number;
  readonly picked: DataShare | null;
}): ReactElement | null {
  const { variables } = useScene();
  const isRanked = total > 0 && total <= MAX_RANKED;
  const counts = useSitesByData(
    { search, filter, ranked: rankedTime(variables, total) },
    { enabled: isRanked, select: ({ assets }) => assets?.dataCounts ?? null },
  );
  if (total === 0) return null;
  if (!isRanked) return <p className="about">{texts().sites.tooManyToCount(MAX_RANKED)}</p>;
  return (
    <Answer query={counts}>
      {(dataCounts) => (
        <>
          {dataCounts && <DataSegments counts={dataCounts} picked={picked} />}
          {picked !== null && (
            <p>
              <Link to={{ data: null, page: null }}>{texts().sites.whatever}</Link>
            </p>
          )}
        </>
      )}
    </Answer>
  );
}
