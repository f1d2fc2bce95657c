import type { ReactElement } from 'react';
import { useInfiniteBills } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { More } from '../parts/More.js';
import { useBillFindings } from './useBillFindings.js';

/** The invoices of some accounts, the newest first, of any time. */
export function Bills({ accounts }: { readonly accounts: readonly string[] }): ReactElement {
  const bills = useInfiniteBills({ accounts }, { enabled: accounts.length > 0 });
  const found = useBillFindings(bills.data?.rows.map(({ _id }) => _id) ?? []);
  return (
    <Card title="Invoices" about="The newest first, of any time." wide>
      <Answer to={bills}>
        {({ total, rows }) =>
          total === 0 ? (
            <p className="empty">There are no invoices.</p>
          ) : (
            <>
              <Figure
                name="Invoices"
                table={{
                  columns: [
                    { name: 'Number', as: 'text' },
                    { name: 'Supplier', as: 'text' },
                    { name: 'Date', as: 'day' },
                    { name: 'From', as: 'day' },
                    { name: 'To', as: 'day' },
                    { name: 'Units', as: 'number', digits: 1 },
                    { name: 'In', as: 'text' },
                    { name: 'Cost', as: 'money' },
                    { name: 'Paid', as: 'text' },
                    ...(found === null ? [] : [{ name: 'Open findings', as: 'number' } as const]),
                  ],
                  rows: rows.map(({ _id, isPaid, currency, supplier, values }) => ({
                    id: _id,
                    currency,
                    cells: [
                      values.invoiceNumber ?? _id,
                      supplier?.name ?? values.supplierName,
                      values.invoiceDate,
                      values.startDate,
                      values.endDate,
                      values.totalUnits,
                      values.units,
                      values.totalCost,
                      isPaid === null ? null : isPaid ? 'yes' : 'no',
                      ...(found === null ? [] : [found.get(_id) ?? null]),
                    ],
                  })),
                }}
              />
              <More list={bills} shown={rows.length} total={total} />
            </>
          )
        }
      </Answer>
    </Card>
  );
}
