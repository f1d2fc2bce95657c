import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { useSitesOnMap, type SitesOnMapQuery } from '../../generated/operations.js';
import { Answer } from '../../parts/Answer.js';
import { Card } from '../../parts/Card.js';
import { useScene } from '../../state/scene.js';
import { MOST_RANKED, rankingOf, type SitesParams } from '../../state/sites.js';
import { texts } from '../../texts/texts.js';
import type { Placed } from './cluster.js';
import { placeOf } from './coordinates.js';
import { MarkedLand } from './MarkedLand.js';

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
  const isTooMany = sites.data !== null && total > MOST_RANKED;
  const ranked = rankingOf({ ...sites, by: 'siteName' }, variables, Math.max(1, total));
  const query = useSitesOnMap(
    { search, filter, ranked, limit: MOST_RANKED },
    { enabled: !isTooMany, placeholderData: keepPreviousData, select: ({ assets }) => assets },
  );
  const words = texts().sites;
  return (
    <Card title={words.map} about={words.mapAbout} wide>
      {isTooMany ? (
        <p className="empty">{words.tooManyToPick(MOST_RANKED)}</p>
      ) : (
        <Answer query={query}>
          {(page) => (page && page.data.length > 0 ? <Map page={page} /> : <p className="empty">{words.none}</p>)}
        </Answer>
      )}
    </Card>
  );
}

function Map({ page }: { readonly page: SitesPage }): ReactElement {
  const placed = useMemo(
    () =>
      page.data.flatMap(({ _id, siteName, siteCode, address }): Placed[] => {
        const place = placeOf(address);
        return place ? [{ id: _id, name: siteName ?? siteCode ?? _id, locality: address.locality, ...place }] : [];
      }),
    [page],
  );
  const words = texts().sites;
  const without = page.data.length - placed.length;
  const left = page.total - page.data.length;
  return (
    <>
      {placed.length > 0 && <MarkedLand sites={placed} />}
      <p className="about">
        {`${words.onMap(placed.length)} `}
        {without > 0 && `${words.withoutPlace(without)} `}
        {left > 0 && words.firstOnMap(page.data.length, page.total)}
      </p>
    </>
  );
}
