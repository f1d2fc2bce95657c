import type { ReactElement } from 'react';
import { formatDay } from '../format/dates.js';
import { formatMoney } from '../format/money.js';
import { formatWithUnit, NONE } from '../format/numbers.js';
import type { BillListQuery } from '../generated/operations.js';
import { Scroll } from '../parts/Scroll.js';
import { SortHeading } from '../parts/SortHeading.js';
import { writeAddress } from '../route/address.js';
import { NO_BILLS } from '../route/billsAddress.js';
import { Link } from '../route/Link.js';
import { NO_SITES } from '../route/sitesAddress.js';
import { go } from '../route/useAddress.js';
import type { BillColumn } from '../state/bills.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';

type Bill = NonNullable<BillListQuery['invoices']>['data'][number];

interface Column {
  readonly name: string;
  /** The column's name for sorting; null if the service cannot sort by it. */
  readonly by: BillColumn | null;
  readonly isNumber: boolean;
  /** Whether its text may take several lines. */
  readonly wraps?: boolean;
  readonly show: (bill: Bill) => string | ReactElement;
}

/** Shows a page of bills. A click on a heading makes the service sort all bills, not only this page. */
export function BillTable({
  bills,
  by: sorted,
  descending,
}: {
  readonly bills: readonly Bill[];
  readonly by: BillColumn;
  readonly descending: boolean;
}): ReactElement {
  const { address } = useScene();
  const { bills: words, tables } = texts();
  const columns = columnsOf();
  const sortBy = (by: BillColumn, isNumber: boolean): void => {
    const direction = (sorted === by ? !descending : isNumber) ? 'desc' : 'asc';
    go(writeAddress({ ...address, page: null, sort: `${by}:${direction}` }), 'replace');
  };
  return (
    <Scroll label={tables.ofTable(words.title)} hasManyColumns>
      <table className="as-cards">
        <caption className="visually-hidden">{words.title}</caption>
        <thead>
          <tr data-sort={tables.sortBy}>
            {columns.map(({ name, by, isNumber }) => (
              <SortHeading
                key={name}
                text={name}
                isNumber={isNumber}
                sorted={by !== null && by === sorted ? (descending ? 'descending' : 'ascending') : undefined}
                onSort={
                  by === null
                    ? null
                    : () => {
                        sortBy(by, isNumber);
                      }
                }
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {bills.map((bill) => (
            <tr key={bill._id}>
              {columns.map(({ name, isNumber, wraps = false, show }, index) =>
                index === 0 ? (
                  <th key={name} scope="row">
                    {show(bill)}
                  </th>
                ) : (
                  <td key={name} data-name={name} className={isNumber ? 'number' : wraps ? 'wraps' : ''}>
                    {show(bill)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function columnsOf(): readonly Column[] {
  const { bills: words, columns, records } = texts();
  return [
    { name: records.number, by: 'number', isNumber: false, show: billOf },
    {
      ...{ name: columns.supplier, by: 'supplier', isNumber: false, wraps: true },
      show: ({ supplier, values }) => supplier?.name ?? values.supplierName ?? NONE,
    },
    { name: columns.building, by: null, isNumber: false, wraps: true, show: siteOf },
    { name: columns.account, by: null, isNumber: false, wraps: true, show: meterOf },
    { name: records.date, by: 'date', isNumber: false, show: ({ values }) => formatDate(values.invoiceDate) },
    { name: columns.from, by: 'from', isNumber: false, show: ({ values }) => formatDate(values.startDate) },
    { name: columns.to, by: 'to', isNumber: false, show: ({ values }) => formatDate(values.endDate) },
    {
      ...{ name: records.units, by: 'units', isNumber: true },
      show: ({ values }) => formatWithUnit(values.totalUnits, values.units, 1),
    },
    {
      ...{ name: columns.cost, by: 'cost', isNumber: true },
      show: ({ values, currency }) => formatMoney(values.totalCost, currency),
    },
    {
      ...{ name: columns.status, by: null, isNumber: false },
      show: ({ isPaid }) => (isPaid === null ? NONE : words.payments[isPaid ? 'paid' : 'unpaid']),
    },
  ];
}

const formatDate = (moment: string | null): string => (moment === null ? NONE : formatDay(moment));

function billOf({ _id, values }: Bill): ReactElement {
  return <Link to={{ ...NO_BILLS, invoice: _id }}>{values.invoiceNumber ?? _id}</Link>;
}

function siteOf({ account }: Bill): string | ReactElement {
  const site = account?.asset;
  if (!site) return NONE;
  return (
    <Link to={{ ...NO_SITES, ...NO_BILLS, building: site._id }}>{site.siteName ?? site.siteCode ?? site._id}</Link>
  );
}

function meterOf({ account, accountId }: Bill): string | ReactElement {
  if (accountId === null) return NONE;
  return (
    <Link to={{ ...NO_SITES, ...NO_BILLS, building: account?.asset?._id ?? null, account: accountId }}>
      {account?.name ?? accountId}
    </Link>
  );
}
