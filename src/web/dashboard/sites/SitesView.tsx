import { lazy, Suspense, type ReactElement } from 'react';
import { useSitesTotal } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Heading } from '../parts/Heading.js';
import { Link } from '../route/Link.js';
import type { SitesParams } from '../state/sites.js';
import { texts } from '../texts/texts.js';
import { ByData } from './ByData.js';
import { SiteFilters } from './SiteFilters.js';
import { SiteList } from './SiteList.js';

/** The map contains the outline of the land, so the page loads it only when the user opens the map. */
const SitesMap = lazy(() => import('./map/SitesMap.js').catch(() => ({ default: FailedMap })));

/** Replaces the map if its files cannot be loaded. */
function FailedMap(): ReactElement {
  return (
    <p className="failure" role="alert">
      {texts().sites.mapFailed}
    </p>
  );
}

/** Shows the sites that match a search and filters in a list or on a map. */
export function SitesView({ sites }: { readonly sites: SitesParams }): ReactElement {
  const { search, filter, view } = sites;
  const { sites: words } = texts();
  const total = useSitesTotal({ search, filter }, { select: ({ assets }) => assets?.total ?? 0 });
  return (
    <>
      <Heading title={words.title} facts={words.facts} />
      <SiteFilters />
      <nav className="views" aria-label={words.views}>
        {(['list', 'map'] as const).map((name) => (
          <Link key={name} to={{ sites: name, page: null }} current={name === view}>
            {words[name]}
          </Link>
        ))}
      </nav>
      <Answer query={total}>
        {(number) => (
          <>
            <p className="about" role="status">
              {words.number(number)}
            </p>
            <ByData search={search} filter={filter} total={number} picked={sites.data} />
            {view === 'list' ? (
              <SiteList sites={sites} total={number} />
            ) : (
              <Suspense fallback={<p className="waiting">{words.loading}</p>}>
                <SitesMap sites={sites} total={number} />
              </Suspense>
            )}
          </>
        )}
      </Answer>
    </>
  );
}
