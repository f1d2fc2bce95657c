import type { ReactElement } from 'react';
import { formatNumber } from '../../format/numbers.js';
import { count } from '../../format/words.js';
import { Link } from '../../route/Link.js';
import { NO_SITES } from '../../route/sitesAddress.js';
import type { Placed } from './cluster.js';

/** Links that are shown of a mark at most. */
const MOST = 60;

/** The sites of the mark that was clicked; each leads to its view. */
export function SitesHere({ sites }: { readonly sites: readonly Placed[] }): ReactElement {
  const shown = sites.slice(0, MOST);
  return (
    <>
      <p>
        <strong>{`${count(sites.length, 'site')} here`}</strong>
        {sites.length > MOST && `, the first ${formatNumber(MOST)} of them`}
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
