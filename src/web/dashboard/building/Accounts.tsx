import type { ReactElement } from 'react';
import type { BuildingQuery } from '../generated/operations.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { texts } from '../texts/texts.js';

/** Lists the accounts of a building with links to their views. */
export function Accounts({ building }: { readonly building: NonNullable<BuildingQuery['asset']> }): ReactElement {
  const { total = 0, data = [] } = building.accounts ?? {};
  const { building: words, columns, statuses, types } = texts();
  return (
    <Card title={words.accounts} about={words.accountsAbout(total, data.length)} wide>
      {data.length > 0 && (
        <Figure
          name={words.accounts}
          table={{
            columns: [
              { name: columns.account, as: 'text' },
              { name: columns.type, as: 'text' },
              { name: columns.meterPoint, as: 'text' },
              { name: columns.serialNumber, as: 'text' },
              { name: columns.status, as: 'text' },
            ],
            rows: data.map(({ _id, name, type, meterPointNumber, meterSerialNumber, status, isVirtual }) => ({
              id: _id,
              to: { building: building._id, account: _id, type: null, measure: null },
              cells: [
                name ?? _id,
                types[type],
                meterPointNumber,
                meterSerialNumber,
                isVirtual === true ? words.virtual(statuses[status]) : statuses[status],
              ],
            })),
          }}
        />
      )}
    </Card>
  );
}
