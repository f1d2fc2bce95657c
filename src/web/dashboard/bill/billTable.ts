import type { BillRowFragment } from '../generated/operations.js';
import type { Table } from '../parts/table.js';
import { billPage } from '../route/pages.js';
import { texts } from '../texts/texts.js';

/**
 * Returns the table of some bills; each row links to the page of its bill.
 * @param openFindings number of open findings by bill; null for a table without them
 */
export function billTable(bills: readonly BillRowFragment[], openFindings: ReadonlyMap<string, number> | null): Table {
  const { columns, records } = texts();
  return {
    columns: [
      { name: records.number, as: 'text' },
      { name: columns.supplier, as: 'text' },
      { name: records.date, as: 'day' },
      { name: columns.from, as: 'day' },
      { name: columns.to, as: 'day' },
      { name: records.units, as: 'number', digits: 1 },
      { name: columns.in, as: 'unit' },
      { name: columns.cost, as: 'money' },
      { name: records.paid, as: 'text' },
      ...(openFindings === null ? [] : [{ name: columns.openFindings, as: 'number' } as const]),
    ],
    rows: bills.map(({ _id, isPaid, currency, supplier, values }) => ({
      id: _id,
      currency,
      to: billPage(_id),
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
  };
}
