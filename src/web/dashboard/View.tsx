import type { ReactElement } from 'react';
import { AccountView } from './account/AccountView.js';
import { BuildingView } from './building/BuildingView.js';
import { FindingsView } from './findings/FindingsView.js';
import { PortfolioView } from './portfolio/PortfolioView.js';
import { SitesView } from './sites/SitesView.js';
import { useScene } from './state/scene.js';

/** Shows the view that the URL names: findings, an account, a building, sites, or the portfolio. */
export function View(): ReactElement {
  const { address, sites, findings } = useScene();
  const { account, building } = address;
  if (findings !== null) return <FindingsView params={findings} />;
  if (account !== null) return <AccountView key={account} id={account} />;
  if (building !== null) return <BuildingView key={building} id={building} />;
  if (sites !== null) return <SitesView sites={sites} />;
  return <PortfolioView />;
}
