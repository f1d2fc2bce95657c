import type { ReactElement } from 'react';
import type { AccountQuery } from '../generated/operations.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { texts } from '../texts/texts.js';

type ContractsPage = NonNullable<AccountQuery['account']>['contracts'];

/** Lists the supply contracts of an account, newest first. */
export function Contracts({ page }: { readonly page: ContractsPage }): ReactElement {
  const { total = 0, data = [] } = page ?? {};
  const { account: words, columns } = texts();
  return (
    <Card title={words.contracts} about={words.contractsAbout(total, data.length)}>
      {data.length > 0 && (
        <Figure
          name={words.contracts}
          table={{
            columns: [
              { name: columns.from, as: 'day' },
              { name: words.lastDay, as: 'day', none: words.openEnd },
              { name: columns.supplier, as: 'text' },
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
