import { useState, type ReactElement } from 'react';
import { billTable } from '../bill/billTable.js';
import { addDays } from '../format/days.js';
import { formatPeriod } from '../format/periods.js';
import { useInfiniteBills, useBillFindings as useCounts } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { More } from '../parts/More.js';
import { texts } from '../texts/texts.js';
import { useScene } from '../state/scene.js';

/** Lists the invoices of some accounts, newest first: those for days of the period, or all. */
export function Bills({ accounts }: { readonly accounts: readonly string[] }): ReactElement {
  const { period } = useScene();
  const [isOfAnyTime, setIsOfAnyTime] = useState(false);
  const { records } = texts();
  const time = formatPeriod(period);
  const inPeriod = {
    values: {
      startDate: { lt: `${addDays(period.to, 1)}T00:00:00.000Z` },
      endDate: { gte: `${period.from}T00:00:00.000Z` },
    },
  };
  const filter = { accountId: { in: accounts }, ...(isOfAnyTime ? {} : inPeriod) };
  const bills = useInfiniteBills({ filter }, { enabled: accounts.length > 0 });
  const openFindings = useBillFindings(bills.data?.rows.map(({ _id }) => _id) ?? []);
  return (
    <Card title={records.bills} about={isOfAnyTime ? records.billsAlways : records.billsIn(time)} wide>
      {accounts.length === 0 ? (
        <p className="empty">{records.noBills}</p>
      ) : (
        <Answer query={bills}>
          {({ total, rows }) =>
            total === 0 ? (
              <p className="empty">{isOfAnyTime ? records.noBills : records.noBillsIn(time)}</p>
            ) : (
              <>
                <Figure name={records.bills} table={billTable(rows, openFindings)} />
                <More list={bills} shown={rows.length} total={total} />
              </>
            )
          }
        </Answer>
      )}
      <button
        type="button"
        className="plain"
        onClick={() => {
          setIsOfAnyTime(!isOfAnyTime);
        }}
      >
        {isOfAnyTime ? records.showPeriod(time) : records.showAlways}
      </button>
    </Card>
  );
}

const NONE: ReadonlyMap<string, number> = new Map();
/** The maximum number of invoices in one query: the service accepts this many values in a filter. */
const MAX_INVOICES = 1_000;

/** Returns the number of open findings by invoice; null if the key lacks the scope `read:findings`. */
function useBillFindings(invoices: readonly string[]): ReadonlyMap<string, number> | null {
  const { catalogue } = useScene();
  const isAllowed = catalogue.scopes.includes('read:findings');
  const ids = invoices.slice(0, MAX_INVOICES);
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
