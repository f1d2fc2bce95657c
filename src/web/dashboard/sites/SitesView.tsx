import { lazy, Suspense, type ReactElement } from 'react';
import { useSitesTotal } from '../generated/operations.js';
import { count } from '../format/words.js';
import { Answer } from '../parts/Answer.js';
import { Heading } from '../parts/Heading.js';
import { Link } from '../route/Link.js';
import { NO_SITES } from '../route/sitesAddress.js';
import type { SitesAsked } from '../state/sites.js';
import { ByData } from './ByData.js';
import { SiteFilters } from './SiteFilters.js';
import { SiteList } from './SiteList.js';

/** The map brings the outline of the land along, which is loaded when it is opened. */
const SitesMap = lazy(() => import('./map/SitesMap.js'));

/** The sites that a search and filters leave, as a list or on a map. */
export function SitesView({ sites }: { readonly sites: SitesAsked }): ReactElement {
  const { search, filter, view } = sites;
  const total = useSitesTotal({ search, filter }, { select: ({ assets }) => assets?.total ?? 0 });
  return (
    <>
      <Heading
        title="Sites"
        path={<Link to={NO_SITES}>Portfolio</Link>}
        facts="Searched by name, code, address, meter point and serial number."
      />
      <SiteFilters />
      <nav className="views" aria-label="How sites are shown">
        {(['list', 'map'] as const).map((name) => (
          <Link key={name} to={{ sites: name, page: null }} current={name === view}>
            {name === 'list' ? 'List' : 'Map'}
          </Link>
        ))}
      </nav>
      <Answer to={total}>
        {(number) => (
          <>
            <p className="about" role="status">
              {count(number, 'site')}
            </p>
            <ByData search={search} filter={filter} total={number} picked={sites.data} />
            {view === 'list' ? (
              <SiteList sites={sites} total={number} />
            ) : (
              <Suspense fallback={<p className="waiting">Loading the map…</p>}>
                <SitesMap sites={sites} total={number} />
              </Suspense>
            )}
          </>
        )}
      </Answer>
    </>
  );
}
