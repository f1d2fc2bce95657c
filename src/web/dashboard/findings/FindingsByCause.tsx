import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { formatNumber } from '../format/numbers.js';
import { formatList } from '../format/words.js';
import {
  useFindingCauses,
  type FindingCausesQuery,
  type FindingFilter,
  type FindingSeverity,
} from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { writeAddress, type Address } from '../route/address.js';
import { Link } from '../route/Link.js';
import { kindName, SEVERITIES } from '../state/findings.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { formatCosts } from './costs.js';

/** The maximum number of grouped findings: the most severe ones. */
const MAX_FINDINGS = 250;

type FindingsPage = NonNullable<FindingCausesQuery['findings']>;

/** The findings of one kind. */
interface Cause {
  readonly kind: string;
  readonly severity: FindingSeverity;
  readonly findings: FindingsPage['data'];
}

/**
 * Shows findings by cause, with their number, severity and cost. A cause links to the list of its findings. Renders
 * nothing for a key without the scope `read:findings`.
 * @param list address of the list of the same findings
 * @param hasSingles whether to show the card if no two findings share a cause
 */
export function FindingsByCause({
  filter,
  list,
  hasSingles = false,
}: {
  readonly filter: FindingFilter;
  readonly list: Partial<Address>;
  readonly hasSingles?: boolean;
}): ReactElement | null {
  const { catalogue } = useScene();
  const isAllowed = catalogue.scopes.includes('read:findings');
  const query = useFindingCauses(
    { filter, limit: MAX_FINDINGS, withInvoices: catalogue.scopes.includes('read:invoices') },
    { enabled: isAllowed, select: ({ findings }) => findings, placeholderData: keepPreviousData },
  );
  const causes = useMemo(() => causesOf(query.data?.data ?? []), [query.data]);
  if (!isAllowed) return null;
  if (!hasSingles && query.error === null && causes.every(({ findings }) => findings.length < 2)) return null;
  const words = texts().finding.summary;
  return (
    <Card title={titleOf(list)} about={words.about} wide>
      <Answer query={query}>
        {(page) =>
          page === null || page.total === 0 ? (
            <p className="empty">{words.none}</p>
          ) : (
            <Causes page={page} causes={causes} list={list} />
          )
        }
      </Answer>
    </Card>
  );
}

function Causes({
  page: { total, data },
  causes,
  list,
}: {
  readonly page: FindingsPage;
  readonly causes: readonly Cause[];
  readonly list: Partial<Address>;
}): ReactElement {
  const { address } = useScene();
  const { columns, finding, findings: words } = texts();
  const bySeverity = SEVERITIES.flatMap((severity) => {
    const number = data.filter((one) => one.severity === severity).length;
    return number === 0 ? [] : [`${formatNumber(number)} ${words.severities[severity]}`];
  });
  const number = list.findings === 'open' ? words.open(total) : words.number(total);
  const isHere = writeAddress({ ...address, ...list }) === writeAddress(address);
  return (
    <>
      <p className="about">
        {isHere ? number : <Link to={list}>{number}</Link>}
        {total > data.length ? `. ${finding.summary.first(data.length)}` : ''}: {formatList(bySeverity)}.
      </p>
      <Figure
        name={titleOf(list)}
        table={{
          columns: [
            { name: finding.summary.cause, as: 'text' },
            { name: columns.severity, as: 'text' },
            { name: words.title, as: 'number' },
            { name: finding.summary.accounts, as: 'number' },
            { name: columns.cost, as: 'text' },
          ],
          rows: causes.map(({ kind, severity, findings }) => ({
            id: kind,
            to: { ...list, kind, sort: null, page: null },
            cells: [
              kindName(kind),
              words.severities[severity],
              findings.length,
              new Set(findings.map(({ accountId }) => accountId)).size,
              formatCosts(findings),
            ],
          })),
        }}
      />
    </>
  );
}

/** Returns the title of the card and of its table. */
function titleOf({ findings }: Partial<Address>): string {
  const { openTitle, title } = texts().finding.summary;
  return findings === 'open' ? openTitle : title;
}

/** Groups findings by kind: the most severe first, then the most frequent. */
function causesOf(findings: FindingsPage['data']): readonly Cause[] {
  const byKind = new Map<string, Cause>();
  for (const finding of findings) {
    const { kind, severity } = finding;
    byKind.set(kind, { kind, severity, findings: [...(byKind.get(kind)?.findings ?? []), finding] });
  }
  const rank = ({ severity }: Cause): number => SEVERITIES.indexOf(severity);
  return [...byKind.values()].toSorted((a, b) => rank(a) - rank(b) || b.findings.length - a.findings.length);
}
