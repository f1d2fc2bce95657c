import type { ReactElement } from 'react';
import { currencyOf } from '../findings/facts.js';
import { formatMoney, type Currency } from '../format/money.js';
import { formatNumber } from '../format/numbers.js';
import { inWords } from '../format/words.js';
import { usePortfolioFindings, type FindingSeverity, type PortfolioFindingsQuery } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { NO_FINDINGS } from '../route/findingsAddress.js';
import { Link } from '../route/Link.js';
import { kindInWords, SEVERITIES } from '../state/findings.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';

/** Findings that are grouped: the most severe ones. */
const MOST = 250;

type FindingsPage = NonNullable<PortfolioFindingsQuery['findings']>;

/** The open findings of one kind. */
interface Cause {
  readonly kind: string;
  readonly severity: FindingSeverity;
  readonly findings: number;
  readonly accounts: ReadonlySet<string>;
  /** The sum of the costs by currency. */
  readonly costs: ReadonlyMap<Currency, number>;
}

/** Shows the open findings by cause: how many, how severe, and their cost. Renders nothing for a key that may not read findings. */
export function FindingsSummary(): ReactElement | null {
  const { catalogue } = useScene();
  const isAllowed = catalogue.scopes.includes('read:findings');
  const query = usePortfolioFindings(
    { limit: MOST, withInvoices: catalogue.scopes.includes('read:invoices') },
    { enabled: isAllowed, select: ({ findings }) => findings },
  );
  if (!isAllowed) return null;
  const words = texts().finding.summary;
  return (
    <Card title={words.title} about={words.about} wide>
      <Answer query={query}>
        {(page) => (page === null || page.total === 0 ? <p className="empty">{words.none}</p> : <Causes page={page} />)}
      </Answer>
    </Card>
  );
}

function Causes({ page: { total, data } }: { readonly page: FindingsPage }): ReactElement {
  const { columns, finding, findings: words } = texts();
  const causes = causesOf(data);
  const bySeverity = SEVERITIES.flatMap((severity) => {
    const number = data.filter((one) => one.severity === severity).length;
    return number === 0 ? [] : [`${formatNumber(number)} ${words.severities[severity]}`];
  });
  return (
    <>
      <p className="about">
        <Link to={{ ...NO_FINDINGS, findings: 'open' }}>{words.open(total)}</Link>
        {total > data.length ? `. ${finding.summary.first(data.length)}` : ''}: {inWords(bySeverity)}.
      </p>
      <Figure
        name={finding.summary.title}
        table={{
          columns: [
            { name: finding.summary.cause, as: 'text' },
            { name: columns.severity, as: 'text' },
            { name: words.title, as: 'number' },
            { name: finding.summary.accounts, as: 'number' },
            { name: columns.cost, as: 'text' },
          ],
          rows: causes.map(({ kind, severity, findings, accounts, costs }) => ({
            id: kind,
            to: { ...NO_FINDINGS, findings: 'open', kind, sort: null, page: null },
            cells: [
              kindInWords(kind),
              words.severities[severity],
              findings,
              accounts.size,
              costs.size === 0 ? null : inWords([...costs].map(([currency, cost]) => formatMoney(cost, currency))),
            ],
          })),
        }}
      />
    </>
  );
}

/** Groups findings by kind: the most severe first, then the most frequent. */
function causesOf(findings: FindingsPage['data']): readonly Cause[] {
  const causes = new Map<string, Cause>();
  for (const finding of findings) {
    const { kind, severity, accountId, cost } = finding;
    const known = causes.get(kind);
    const costs = new Map(known?.costs);
    const currency = currencyOf(finding);
    if (cost !== null) costs.set(currency, (costs.get(currency) ?? 0) + cost);
    causes.set(kind, {
      ...{ kind, severity, costs },
      findings: (known?.findings ?? 0) + 1,
      accounts: new Set([...(known?.accounts ?? []), accountId]),
    });
  }
  const rank = ({ severity }: Cause): number => SEVERITIES.indexOf(severity);
  return [...causes.values()].toSorted((a, b) => rank(a) - rank(b) || b.findings - a.findings);
}
