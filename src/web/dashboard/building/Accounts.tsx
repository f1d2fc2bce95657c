import type { ReactElement } from 'react';
import { count } from '../format/words.js';
import type { BuildingQuery } from '../generated/operations.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';

/** The accounts of a building, each of which leads to its view. */
export function Accounts({ building }: { readonly building: NonNullable<BuildingQuery['asset']> }): ReactElement {
  const { total = 0, data = [] } = building.accounts ?? {};
  const left = total > data.length ? `; the first ${data.length} are here` : '';
  return (
    <Card title="Accounts" about={`${count(total, 'account')}${left}.`} wide>
      {data.length > 0 && (
        <Figure
          name="Accounts"
          table={{
            columns: [
              { name: 'Account', as: 'text' },
              { name: 'Type', as: 'text' },
              { name: 'Meter point', as: 'text' },
              { name: 'Serial number', as: 'text' },
              { name: 'Status', as: 'text' },
            ],
            rows: data.map(({ _id, name, type, meterPointNumber, meterSerialNumber, status, isVirtual }) => ({
              id: _id,
              to: { building: building._id, account: _id, type: null, measure: null },
              cells: [
                name ?? _id,
                type,
                meterPointNumber,
                meterSerialNumber,
                isVirtual === true ? `${status}, virtual` : status,
              ],
            })),
          }}
        />
      )}
    </Card>
  );
}
