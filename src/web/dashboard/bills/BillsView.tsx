import { keepPreviousData } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { formatPeriod } from '../format/periods.js';
import { useBillList } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Heading } from '../parts/Heading.js';
import { Pages } from '../sites/Pages.js';
import { BILL_COLUMNS, type BillsParams } from '../state/bills.js';
import { useScene } from '../state/scene.js';
import { LastDaysScene } from '../target/LastDaysScene.js';
import { texts } from '../texts/texts.js';
import { BillFilters } from './BillFilters.js';
import { BillTable } from './BillTable.js';

/** Bills per page. */
const PER_PAGE = 50;

/** Lists the bills of all sites with an invoice date in the period. The service filters and sorts them. */
export function BillsView(): ReactElement {
  return (
    <LastDaysScene target={null}>
      <BillsPage />
    </LastDaysScene>
  );
}

function BillsPage(): ReactElement | null {
  const { catalogue, bills: params } = useScene();
  const words = texts().bills;
  if (params === null) return null;
  return (
    <>
      <Heading title={words.title} facts={words.facts} hasPeriodOnly />
      {catalogue.scopes.includes('read:invoices') ? (
        <BillList params={params} />
      ) : (
        <p className="empty">{words.mayNot}</p>
      )}
    </>
  );
}

function BillList({
  params: { filter, undated, by, descending, page },
}: {
  readonly params: BillsParams;
}): ReactElement {
  const { period } = useScene();
  const words = texts().bills;
  const query = useBillList(
    { filter, undated, sort: `${BILL_COLUMNS[by]}:${descending ? 'desc' : 'asc'}`, limit: PER_PAGE, page },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <BillFilters />
      <Answer query={query}>
        {({ invoices, undated: without }) => {
          const total = invoices?.total ?? 0;
          return (
            <>
              <p className="about" role="status">
                {words.dated(total, formatPeriod(period))}
                {without !== null && without.total > 0 && ` ${words.undated(without.total)}`}
              </p>
              {invoices === null || total === 0 ? (
                <p className="empty">{words.none}</p>
              ) : (
                <>
                  <BillTable bills={invoices.data} by={by} descending={descending} />
                  <Pages page={page} pages={Math.ceil(total / PER_PAGE)} listed={words.number(total)} />
                </>
              )}
            </>
          );
        }}
      </Answer>
    </>
  );
}
