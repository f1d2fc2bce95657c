import { useMemo, type ReactElement } from 'react';
import { useCatalogue } from './generated/operations.js';
import { Answer } from './parts/Answer.js';
import { Misread } from './parts/Misread.js';
import { readAddress } from './route/address.js';
import { useSearch } from './route/useAddress.js';
import { catalogueOf, lookBack, type Catalogue } from './state/catalogue.js';
import { SceneContext, sceneOf, type Scene } from './state/scene.js';
import { View } from './View.js';

/** What the address asks for, once the service has said what there is. */
export function Dashboard(): ReactElement {
  const today = useMemo(() => new Date(), []);
  const catalogue = useCatalogue(lookBack(today));
  return (
    <main>
      <Answer to={catalogue}>{(data) => <Read catalogue={catalogueOf(data, today)} />}</Answer>
    </main>
  );
}

function Read({ catalogue }: { readonly catalogue: Catalogue }): ReactElement {
  const search = useSearch();
  const read = useMemo(() => tryRead(search, catalogue), [search, catalogue]);
  if (typeof read === 'string') return <Misread problem={read} />;
  return (
    <SceneContext value={read}>
      <View />
    </SceneContext>
  );
}

/** The scene that an address asks for, or why there is none. */
function tryRead(search: string, catalogue: Catalogue): Scene | string {
  try {
    return sceneOf(readAddress(search), catalogue);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
