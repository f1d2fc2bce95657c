import type { ReactElement } from 'react';
import { formatDay, formatDays } from '../format/dates.js';
import { formatMoney } from '../format/money.js';
import { formatNumber, formatWithUnit, NONE } from '../format/numbers.js';
import { useBillNeighbours, type BillQuery, type BillRowFragment } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { Heading } from '../parts/Heading.js';
import { InvalidAddress } from '../parts/InvalidAddress.js';
import { Fact } from '../parts/Tile.js';
import { NO_FINDINGS } from '../route/findingsAddress.js';
import { billPage, findingPage } from '../route/pages.js';
import { Link } from '../route/Link.js';
import { kindName } from '../state/findings.js';
import { useScene } from '../state/scene.js';
import { SubjectContext } from '../state/subject.js';
import { texts } from '../texts/texts.js';
import { BillChecks } from './BillChecks.js';
import { RateLines } from './RateLines.js';
import { useBill } from './useBill.js';

type Bill = NonNullable<BillQuery['invoice']>;

const IDENTIFIER = /^[0-9a-f]{24}$/i;

/** Loads a bill by its identifier and shows it. */
export function BillView({ id }: { readonly id: string }): ReactElement {
  const { catalogue } = useScene();
  const isAllowed = catalogue.scopes.includes('read:invoices');
  const isId = IDENTIFIER.test(id);
  const query = useBill(id, isAllowed && isId);
  const words = texts().bill;
  if (!isAllowed) return <InvalidAddress problem={words.mayNot} />;
  if (!isId) return <InvalidAddress problem={words.unknown(id)} />;
  return (
    <Answer query={query}>
      {({ invoice }) =>
        invoice === null ? <InvalidAddress problem={words.unknown(id)} /> : <BillPage bill={invoice} />
      }
    </Answer>
  );
}

/** Shows a bill: its values, rate lines, check, findings, and the bills before and after it. */
function BillPage({ bill }: { readonly bill: Bill }): ReactElement {
  const { values, account, supplier, currency, isPaid, fileName } = bill;
  const { bill: words, columns, portfolio, records } = texts();
  const title = words.title(values.invoiceNumber ?? bill._id);
  const asset = account?.asset;
  const facts = [
    supplier?.name ?? values.supplierName,
    isPaid === null ? null : isPaid ? words.paid : words.unpaid,
    fileName === null ? null : words.file(fileName),
  ];
  return (
    <SubjectContext value={title}>
      <Heading
        title={title}
        path={
          <>
            <Link to={{ ...NO_FINDINGS }}>{portfolio.title}</Link>
            {asset && (
              <>
                {' › '}
                <Link to={{ ...NO_FINDINGS, building: asset._id }}>
                  {asset.siteName ?? asset.siteCode ?? asset._id}
                </Link>
              </>
            )}
            {account && (
              <>
                {' › '}
                <Link to={{ ...NO_FINDINGS, account: account._id }}>{account.name ?? account._id}</Link>
              </>
            )}
          </>
        }
        facts={facts.filter(Boolean).join(' · ')}
        ignoresPeriod
      />
      <Neighbours bill={bill} />
      <dl className="tiles">
        <Fact name={words.values.totalCost} value={formatMoney(values.totalCost, currency)} />
        <Fact name={words.values.days} value={daysOf(bill)} />
        <Fact name={records.units} value={formatWithUnit(values.totalUnits, values.units, 1)} />
        <Fact name={columns.openFindings} value={formatNumber(bill.findings?.total)} />
      </dl>
      <div className="cards">
        <Findings bill={bill} />
        <Values bill={bill} />
        <RateLines bill={bill._id} />
        <BillChecks bill={bill._id} />
      </div>
    </SubjectContext>
  );
}

/** Formats the first and the last billed day. */
function daysOf({ values: { startDate, endDate } }: Pick<BillRowFragment, 'values'>): string {
  if (startDate !== null && endDate !== null) return formatDays(startDate, endDate);
  return [startDate, endDate].map((date) => (date === null ? NONE : formatDay(date))).join(' – ');
}

/** Lists all values of the bill. */
function Values({ bill: { values, fileName, currency, notes } }: { readonly bill: Bill }): ReactElement {
  const words = texts().bill;
  const money = (amount: number | null): string | null => (amount === null ? null : formatMoney(amount, currency));
  const day = (date: string | null): string | null => (date === null ? null : formatDay(date));
  const read = (value: string | null, type: string | null): string | null =>
    value === null ? null : type === null ? value : `${value} (${type})`;
  const rows = [
    ['fileName', fileName],
    ['invoiceDate', day(values.invoiceDate)],
    ['invoiceDueDate', day(values.invoiceDueDate)],
    ['supplierRef', values.supplierRef],
    ['recipient', values.recipient],
    ['supplyAddress', values.supplyAddress],
    ['meterPointNumber', values.meterPointNumber],
    ['meterSerialNumber', values.meterSerialNumber],
    ['startRead', read(values.startRead, values.startReadType)],
    ['endRead', read(values.endRead, values.endReadType)],
    ['totalUnitCost', money(values.totalUnitCost)],
    ['totalDaily', money(values.totalDaily)],
    ['totalCCL', money(values.totalCCL)],
    ['netTotalCost', money(values.netTotalCost)],
    ['totalTax', money(values.totalTax)],
    ['totalCost', money(values.totalCost)],
    ['notes', notes],
  ] as const;
  return (
    <Card title={words.valuesTitle} about={words.valuesAbout}>
      <Figure
        name={words.valuesTitle}
        table={{
          columns: [
            { name: words.field, as: 'text' },
            { name: words.value, as: 'text' },
          ],
          rows: rows.flatMap(([id, value]) => (value === null ? [] : [{ id, cells: [words.values[id], value] }])),
        }}
      />
    </Card>
  );
}

/** Lists the open findings of the bill. Renders nothing without findings. */
function Findings({ bill: { findings } }: { readonly bill: Bill }): ReactElement | null {
  if (!findings || findings.data.length === 0) return null;
  const { columns, findings: words } = texts();
  return (
    <Card title={columns.openFindings} about={words.inUtc}>
      <Figure
        name={columns.openFindings}
        table={{
          columns: [
            { name: columns.kind, as: 'text' },
            { name: columns.severity, as: 'text' },
            { name: columns.from, as: 'moment' },
            { name: columns.to, as: 'moment' },
          ],
          rows: findings.data.map(({ _id, kind, severity, startDate, endDate }) => ({
            id: _id,
            to: findingPage(_id),
            cells: [kindName(kind), words.severities[severity], startDate, endDate],
          })),
        }}
      />
    </Card>
  );
}

/** Links to the bills of the same meter before and after. Renders nothing for a bill without a meter or without days. */
function Neighbours({ bill: { accountId, values } }: { readonly bill: Bill }): ReactElement | null {
  const { startDate } = values;
  const at = startDate ?? '';
  const filter = { accountId: { eq: accountId } };
  const query = useBillNeighbours(
    {
      previous: { ...filter, values: { startDate: { lt: at } } },
      next: { ...filter, values: { startDate: { gt: at } } },
    },
    { enabled: accountId !== null && startDate !== null },
  );
  const words = texts().bill;
  const [previous, next] = [query.data?.previous?.data[0], query.data?.next?.data[0]];
  if (previous === undefined && next === undefined) return null;
  return (
    <nav className="pages" aria-label={words.neighbours}>
      {previous && <Link to={billPage(previous._id)}>{`← ${words.previous}: ${daysOf(previous)}`}</Link>}
      {next && <Link to={billPage(next._id)}>{`${words.next}: ${daysOf(next)} →`}</Link>}
    </nav>
  );
}
