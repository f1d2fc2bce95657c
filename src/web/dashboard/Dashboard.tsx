import { useMemo, type ReactElement } from 'react';
import { useCatalogue } from './generated/operations.js';
import { Answer } from './parts/Answer.js';
import { Misread } from './parts/Misread.js';
import { OutageNote } from './parts/OutageNote.js';
import { readAddress } from './route/address.js';
import { useSearch } from './route/useAddress.js';
import { catalogueOf, lookBack, type Catalogue } from './state/catalogue.js';
import { useOutage } from './state/outage.js';
import { SceneContext, wholeScene, type Scene } from './state/scene.js';
import { useLastShown } from './state/useLastShown.js';
import { View } from './View.js';

/** What the address asks for, once the service has said what there is; in an outage what was shown last, dimmed. */
export function Dashboard({ forget }: { readonly forget: () => void }): ReactElement {
  const today = useMemo(() => new Date(), []);
  const catalogue = useCatalogue(lookBack(today));
  const outage = useOutage();
  const known = useMemo(
    () => (catalogue.data ? catalogueOf(catalogue.data, today) : undefined),
    [catalogue.data, today],
  );
  return (
    <main className={outage === null ? '' : 'outage'}>
      {outage !== null && <OutageNote outage={outage} forget={forget} />}
      <Answer to={{ ...catalogue, data: known }}>{(data) => <Read catalogue={data} />}</Answer>
    </main>
  );
}

function Read({ catalogue }: { readonly catalogue: Catalogue }): ReactElement {
  const search = useSearch();
  const read = useMemo(() => tryRead(search, catalogue), [search, catalogue]);
  const last = useLastShown(read);
  const shown = last ?? read;
  if (typeof shown === 'string') return <Misread problem={shown} />;
  return (
    <SceneContext value={shown}>
      <View />
    </SceneContext>
  );
}

/** The scene that an address asks for, or why there is none. */
function tryRead(search: string, catalogue: Catalogue): Scene | string {
  try {
    return wholeScene(readAddress(search), catalogue);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
