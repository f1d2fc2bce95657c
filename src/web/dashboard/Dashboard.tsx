import { useMemo, type ReactElement } from 'react';
import { useCatalogue } from './generated/operations.js';
import { Answer } from './parts/Answer.js';
import { InvalidAddress } from './parts/InvalidAddress.js';
import { OutageNote } from './parts/OutageNote.js';
import { Tabs } from './parts/Tabs.js';
import { readAddress } from './route/address.js';
import { useSearch } from './route/useAddress.js';
import { catalogueOf, rangeToSearch, type Catalogue } from './state/catalogue.js';
import { useLastShown, useOutage } from './state/outage.js';
import { SceneContext, portfolioScene, type Scene, useScene } from './state/scene.js';
import { AccountView } from './account/AccountView.js';
import { BillView } from './bill/BillView.js';
import { BillsView } from './bills/BillsView.js';
import { BuildingView } from './building/BuildingView.js';
import { FindingView } from './findings/FindingView.js';
import { FindingsView } from './findings/FindingsView.js';
import { PortfolioView } from './portfolio/PortfolioView.js';
import { SitesView } from './sites/SitesView.js';
import { ViewTools } from './views/ViewTools.js';

/** Loads the catalogue, then shows the view that the URL names. During an outage it shows the last complete view, dimmed. */
export function Dashboard({ forget }: { readonly forget: () => void }): ReactElement {
  const today = useMemo(() => new Date(), []);
  const catalogue = useCatalogue(rangeToSearch(today));
  const outage = useOutage();
  const loaded = useMemo(
    () => (catalogue.data ? catalogueOf(catalogue.data, today) : undefined),
    [catalogue.data, today],
  );
  return (
    <main className={outage === null ? '' : 'outage'}>
      {outage !== null && <OutageNote outage={outage} forget={forget} />}
      <Answer query={{ ...catalogue, data: loaded }}>{(data) => <RoutedView catalogue={data} />}</Answer>
    </main>
  );
}

function RoutedView({ catalogue }: { readonly catalogue: Catalogue }): ReactElement {
  const search = useSearch();
  const parsed = useMemo(() => parseScene(search, catalogue), [search, catalogue]);
  const lastShown = useLastShown(parsed);
  const shown = lastShown ?? parsed;
  if (typeof shown === 'string') return <InvalidAddress problem={shown} />;
  return (
    <SceneContext value={shown}>
      <div className="top">
        <Tabs />
        <ViewTools />
      </div>
      <View />
    </SceneContext>
  );
}

/** Returns the scene that a URL names, or a sentence that says what is wrong with the URL. */
function parseScene(search: string, catalogue: Catalogue): Scene | string {
  try {
    return portfolioScene(readAddress(search), catalogue);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Shows the view that the URL names: a finding, a bill, findings, bills, an account, a building, sites, or the portfolio. */
function View(): ReactElement {
  const { address, sites, findings, bills } = useScene();
  const { account, building, finding, invoice } = address;
  if (finding !== null) return <FindingView key={finding} id={finding} />;
  if (invoice !== null) return <BillView key={invoice} id={invoice} />;
  if (findings !== null) return <FindingsView params={findings} />;
  if (bills !== null) return <BillsView />;
  if (account !== null) return <AccountView key={account} id={account} />;
  if (building !== null) return <BuildingView key={building} id={building} />;
  if (sites !== null) return <SitesView sites={sites} />;
  return <PortfolioView />;
}
