import type { ReactElement } from 'react';
import { NO_BILLS } from '../route/billsAddress.js';
import type { Address } from '../route/address.js';
import { NO_FINDINGS } from '../route/findingsAddress.js';
import { Link } from '../route/Link.js';
import { NO_SITES } from '../route/sitesAddress.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';

/** The parameters that name a view, all empty: the portfolio. */
const PORTFOLIO = {
  ...NO_SITES,
  ...NO_FINDINGS,
  ...NO_BILLS,
  building: null,
  account: null,
  finding: null,
  invoice: null,
};

const TABS = [
  { name: 'portfolio', to: PORTFOLIO },
  { name: 'sites', to: { ...PORTFOLIO, sites: 'list' } },
  { name: 'findings', to: { ...PORTFOLIO, findings: 'open' } },
  { name: 'bills', to: { ...PORTFOLIO, bills: 'all' } },
] as const;

/** Links to the four parts of the dashboard. The period and the other filters of figures stay. */
export function Tabs(): ReactElement {
  const { address } = useScene();
  const { tabs } = texts();
  const current = tabOf(address);
  return (
    <nav className="tabs" aria-label={tabs.about}>
      {TABS.map(({ name, to }) => (
        <Link key={name} to={to} current={name === current}>
          {tabs[name]}
        </Link>
      ))}
    </nav>
  );
}

/** Returns the tab that a view belongs to: a site and a meter belong to the sites, a finding and a bill to their lists. */
function tabOf({
  finding,
  findings,
  invoice,
  bills,
  sites,
  building,
  account,
}: Address): (typeof TABS)[number]['name'] {
  if (finding !== null || findings !== null) return 'findings';
  if (invoice !== null || bills !== null) return 'bills';
  return sites !== null || building !== null || account !== null ? 'sites' : 'portfolio';
}
