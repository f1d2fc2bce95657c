import type { ReactElement } from 'react';
import { useInfiniteBills, useBillFindings as useCounts } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { More } from '../parts/More.js';
import { texts } from '../texts/texts.js';
import { useScene } from '../state/scene.js';

/** Lists the invoices of some accounts, newest first, regardless of the period. */
export function Bills({ accounts }: { readonly accounts: readonly string[] }): ReactElement {
  const { columns, records } = texts();
  const bills = useInfiniteBills({ accounts }, { enabled: accounts.length > 0 });
  const openFindings = useBillFindings(bills.data?.rows.map(({ _id }) => _id) ?? []);
  return (
    <Card title={records.bills} about={records.billsAbout} wide>
      <Answer query={bills}>
        {({ total, rows }) =>
          total === 0 ? (
            <p className="empty">{records.noBills}</p>
          ) : (
            <>
              <Figure
                name={records.bills}
                table={{
                  columns: [
                    { name: records.number, as: 'text' },
                    { name: columns.supplier, as: 'text' },
                    { name: records.date, as: 'day' },
                    { name: columns.from, as: 'day' },
                    { name: columns.to, as: 'day' },
                    { name: records.units, as: 'number', digits: 1 },
                    { name: columns.in, as: 'text' },
                    { name: columns.cost, as: 'money' },
                    { name: records.paid, as: 'text' },
                    ...(openFindings === null ? [] : [{ name: columns.openFindings, as: 'number' } as const]),
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
                      isPaid === null ? null : isPaid ? records.yes : records.no,
                      ...(openFindings === null ? [] : [openFindings.get(_id) ?? null]),
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

const NONE: ReadonlyMap<string, number> = new Map();
/** Invoices in one query: the service accepts this many values in a filter. */
const MOST = 1_000;

/** Returns the number of open findings by invoice; null if the key may not read findings. */
function useBillFindings(invoices: readonly string[]): ReadonlyMap<string, number> | null {
  const { catalogue } = useScene();
  const isAllowed = catalogue.scopes.includes('read:findings');
  const ids = invoices.slice(0, MOST);
  const counts = useCounts(
    { ids, limit: Math.max(1, ids.length) },
    {
      enabled: isAllowed && ids.length > 0,
      select: ({ invoices: page }) =>
        new Map((page?.data ?? []).map(({ _id, findings }) => [_id, findings?.total ?? 0])),
    },
  );
  return isAllowed ? (counts.data ?? NONE) : null;
}
