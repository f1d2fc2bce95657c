import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { useSitesOnMap, type SitesOnMapQuery } from '../../generated/operations.js';
import { Answer } from '../../parts/Answer.js';
import { Card } from '../../parts/Card.js';
import { useScene } from '../../state/scene.js';
import { MAX_RANKED, rankingOf, type SitesParams } from '../../state/sites.js';
import { texts } from '../../texts/texts.js';
import type { LocatedSite } from './cluster.js';
import { parseCoordinates } from './coordinates.js';
import { MarkerMap } from './MarkerMap.js';

type SitesPage = NonNullable<SitesOnMapQuery['assets']>;

/**
 * Shows sites on a coarse outline of the land. The outline is part of the page, so the map sends no requests to third
 * parties.
 */
export default function SitesMap({
  sites,
  total,
}: {
  readonly sites: SitesParams;
  readonly total: number;
}): ReactElement {
  const { variables } = useScene();
  const { search, filter } = sites;
  const isTooMany = sites.data !== null && total > MAX_RANKED;
  const ranked = rankingOf({ ...sites, by: 'siteName' }, variables, Math.max(1, total));
  const query = useSitesOnMap(
    { search, filter, ranked, limit: MAX_RANKED },
    { enabled: !isTooMany, placeholderData: keepPreviousData, select: ({ assets }) => assets },
  );
  const words = texts().sites;
  return (
    <Card title={words.map} about={words.mapAbout} wide>
      {isTooMany ? (
        <p className="empty">{words.tooManyToPick(MAX_RANKED)}</p>
      ) : (
        <Answer query={query}>
          {(page) =>
            page && page.data.length > 0 ? <LocatedSites page={page} /> : <p className="empty">{words.none}</p>
          }
        </Answer>
      )}
    </Card>
  );
}

function LocatedSites({ page }: { readonly page: SitesPage }): ReactElement {
  const located = useMemo(
    () =>
      page.data.flatMap(({ _id, siteName, siteCode, address }): LocatedSite[] => {
        const coordinates = parseCoordinates(address);
        return coordinates
          ? [{ id: _id, name: siteName ?? siteCode ?? _id, locality: address.locality, ...coordinates }]
          : [];
      }),
    [page],
  );
  const words = texts().sites;
  const without = page.data.length - located.length;
  const omitted = page.total - page.data.length;
  return (
    <>
      {located.length > 0 && <MarkerMap sites={located} />}
      <p className="about">
        {`${words.onMap(located.length)} `}
        {without > 0 && `${words.withoutCoordinates(without)} `}
        {omitted > 0 && words.firstOnMap(page.data.length, page.total)}
      </p>
    </>
  );
}
