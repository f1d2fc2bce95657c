import type { ReactElement } from 'react';
import { Link } from '../../route/Link.js';
import { NO_SITES } from '../../route/sitesAddress.js';
import { texts } from '../../texts/texts.js';
import type { LocatedSite } from './cluster.js';

/** Links shown for one marker at most. */
const MOST = 60;

/** Lists the sites of the selected marker with links to their views. */
export function SitesHere({ sites }: { readonly sites: readonly LocatedSite[] }): ReactElement {
  const words = texts().sites;
  const shown = sites.slice(0, MOST);
  return (
    <>
      <p>
        <strong>{words.here(sites.length)}</strong>
        {sites.length > MOST && words.firstHere(MOST)}
      </p>
      <ul className="here">
        {shown.map(({ id, name, locality }) => (
          <li key={id}>
            <Link to={{ ...NO_SITES, building: id }}>{name}</Link>
            {locality !== null && locality !== '' && `, ${locality}`}
          </li>
        ))}
      </ul>
    </>
  );
}
