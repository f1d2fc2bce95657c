import type { ReactElement } from 'react';
import { count } from '../format/words.js';
import type { AccountQuery } from '../generated/operations.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';

type ContractsPage = NonNullable<AccountQuery['account']>['contracts'];

/** The supply contracts of an account, the newest first. */
export function Contracts({ page }: { readonly page: ContractsPage }): ReactElement {
  const { total = 0, data = [] } = page ?? {};
  const left = total > data.length ? `; the newest ${data.length} are here` : '';
  return (
    <Card title="Contracts" about={`${count(total, 'contract')}${left}.`}>
      {data.length > 0 && (
        <Figure
          name="Contracts"
          table={{
            columns: [
              { name: 'From', as: 'day' },
              { name: 'Last day', as: 'day', none: 'open' },
              { name: 'Supplier', as: 'text' },
            ],
            rows: data.map(({ _id, startDate, endDate, supplierId, supplier }) => ({
              id: _id,
              cells: [startDate, endDate, supplier?.name ?? supplierId],
            })),
          }}
        />
      )}
    </Card>
  );
}
