import type { ReactElement } from 'react';
import { BillChecks } from '../bill/BillChecks.js';
import { billTable } from '../bill/billTable.js';
import { RateLines } from '../bill/RateLines.js';
import { formatMoment } from '../format/dates.js';
import { capital } from '../format/words.js';
import { useOneFinding } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { Heading } from '../parts/Heading.js';
import { InvalidAddress } from '../parts/InvalidAddress.js';
import { ReasonText } from '../parts/ServiceText.js';
import { Fact } from '../parts/Tile.js';
import { NO_FINDINGS } from '../route/findingsAddress.js';
import { billPage } from '../route/pages.js';
import { Link } from '../route/Link.js';
import { kindName, kindOf } from '../state/findings.js';
import { useScene } from '../state/scene.js';
import { SubjectContext } from '../state/subject.js';
import { texts } from '../texts/texts.js';
import { chartsOf } from './chartsOf.js';
import { Evidence } from './Evidence.js';
import { FindingChart } from './FindingChart.js';
import type { OneFinding } from './oneFinding.js';
import { useSentence } from './useSentence.js';

const IDENTIFIER = /^[0-9a-f]{24}$/i;

/** Loads a finding by its identifier and shows it. */
export function FindingView({ id }: { readonly id: string }): ReactElement {
  const { catalogue } = useScene();
  const isAllowed = catalogue.scopes.includes('read:findings');
  const isId = IDENTIFIER.test(id);
  const query = useOneFinding(
    { id, withInvoices: catalogue.scopes.includes('read:invoices') },
    { enabled: isAllowed && isId },
  );
  const { finding: words, findings } = texts();
  if (!isAllowed) return <InvalidAddress problem={findings.mayNot} />;
  if (!isId) return <InvalidAddress problem={words.unknown(id)} />;
  return (
    <Answer query={query}>
      {({ finding }) =>
        finding === null ? <InvalidAddress problem={words.unknown(id)} /> : <FindingPage finding={finding} />
      }
    </Answer>
  );
}

/** Shows a finding: its sentence, the next step, its evidence, chart, bills and history. */
function FindingPage({ finding }: { readonly finding: OneFinding }): ReactElement {
  const { kind, severity, status, account, accountId, asset, assetId } = finding;
  const { finding: words, findings, portfolio } = texts();
  const toSentence = useSentence();
  const title = kindName(kind);
  const supportedKind = kindOf(kind);
  return (
    <SubjectContext value={title}>
      <Heading
        title={title}
        path={
          <>
            <Link to={{ ...NO_FINDINGS }}>{portfolio.title}</Link>
            {' › '}
            <Link to={{ ...NO_FINDINGS, findings: 'open' }}>{findings.title}</Link>
            {assetId !== null && (
              <>
                {' › '}
                <Link to={{ ...NO_FINDINGS, building: assetId }}>{asset?.siteName ?? asset?.siteCode ?? assetId}</Link>
              </>
            )}
            {' › '}
            <Link to={chartsOf(finding)}>{account?.name ?? accountId}</Link>
          </>
        }
        facts={`${words.severity(findings.severities[severity])} · ${findings.statuses[status]}`}
        ignoresPeriod
      />
      <p className="lead">
        <ReasonText reason={toSentence(finding)} />
      </p>
      <div className="cards">
        <Card title={words.next}>
          {supportedKind !== null && <p>{words.todo[supportedKind]}</p>}
          <p className="about">
            <Link to={chartsOf(finding)}>{words.charts}</Link>
          </p>
          {status === 'open' && (
            <p className="about">
              {words.dismiss} <code>{words.dismissCommand(finding._id)}</code>
            </p>
          )}
        </Card>
        <History finding={finding} />
        <Evidence finding={finding} />
        <FindingChart finding={finding} />
        <Bills finding={finding} />
      </div>
    </SubjectContext>
  );
}

/** Shows when the finding was first detected, changed, resolved or dismissed. */
function History({ finding }: { readonly finding: OneFinding }): ReactElement {
  const { firstSeenAt, updatedAt, resolvedAt, dismissedReason } = finding;
  const words = texts().finding.history;
  return (
    <Card title={words.title} about={words.about}>
      <dl className="tiles plain">
        <Fact name={words.firstSeen} value={formatMoment(firstSeenAt)} />
        <Fact name={words.changed} value={formatMoment(updatedAt)} />
        {resolvedAt !== null && <Fact name={words.resolved} value={formatMoment(resolvedAt)} />}
        {dismissedReason !== null && (
          <Fact name={capital(texts().findings.statuses.dismissed)} value={dismissedReason} />
        )}
      </dl>
    </Card>
  );
}

/** Lists the bills of a finding, with the rate lines and the check of the last one. Renders nothing without bills. */
function Bills({ finding: { bills } }: { readonly finding: OneFinding }): ReactElement | null {
  const last = bills?.data.at(-1);
  if (!bills || last === undefined) return null;
  const { finding: words, records } = texts();
  return (
    <>
      <Card title={records.bills} about={words.bills(bills.data.length, bills.total)} wide>
        <Figure name={records.bills} table={billTable(bills.data, null)} />
        {bills.data.length > 1 && (
          <p className="about">
            {words.lastBill} <Link to={billPage(last._id)}>{last.values.invoiceNumber ?? last._id}</Link>
          </p>
        )}
      </Card>
      <RateLines bill={last._id} />
      <BillChecks bill={last._id} />
    </>
  );
}
