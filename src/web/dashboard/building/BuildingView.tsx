import type { ReactElement } from 'react';
import { useBuilding } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Misread } from '../parts/Misread.js';
import { BuildingPage } from './BuildingPage.js';

/** A building by its identifier. */
export function BuildingView({ id }: { readonly id: string }): ReactElement {
  const building = useBuilding({ id });
  return (
    <Answer to={building}>
      {({ asset }) =>
        asset === null ? (
          <Misread problem={`There is no building “${id}” that this key may see.`} />
        ) : (
          <BuildingPage building={asset} />
        )
      }
    </Answer>
  );
}
