import type { ReactElement } from 'react';
import { useBuilding } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { InvalidAddress } from '../parts/InvalidAddress.js';
import { texts } from '../texts/texts.js';
import { BuildingPage } from './BuildingPage.js';

/** Loads a building by its identifier and shows it. */
export function BuildingView({ id }: { readonly id: string }): ReactElement {
  const building = useBuilding({ id });
  return (
    <Answer query={building}>
      {({ asset }) =>
        asset === null ? <InvalidAddress problem={texts().wrong.building(id)} /> : <BuildingPage building={asset} />
      }
    </Answer>
  );
}
