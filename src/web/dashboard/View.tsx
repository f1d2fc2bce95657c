import type { ReactElement } from 'react';
import { AccountView } from './account/AccountView.js';
import { BuildingView } from './building/BuildingView.js';
import { PortfolioView } from './portfolio/PortfolioView.js';
import { useScene } from './state/scene.js';

/** The view that the address names: an account, a building, or else the portfolio. */
export function View(): ReactElement {
  const { account, building } = useScene().address;
  if (account !== null) return <AccountView key={account} id={account} />;
  if (building !== null) return <BuildingView key={building} id={building} />;
  return <PortfolioView />;
}
