import type { ReactElement } from 'react';
import { formatMoment } from '../format/dates.js';
import { formatMoney } from '../format/money.js';
import type { FindingsQuery } from '../generated/operations.js';
import { ReasonText } from '../parts/ServiceText.js';
import { findingPage } from '../route/pages.js';
import { Link } from '../route/Link.js';
import { kindInWords } from '../state/findings.js';
import { texts } from '../texts/texts.js';
import { currencyOf } from './facts.js';
import { useSentence } from './useSentence.js';

type Finding = NonNullable<FindingsQuery['findings']>['data'][number];

/**
 * Lists findings in the chosen order. A finding links to its page, its building to the findings of the building.
 */
export function FindingTable({ findings }: { readonly findings: readonly Finding[] }): ReactElement {
  const { columns, findings: words, tables } = texts();
  const heads = [columns.finding, columns.severity, columns.kind, columns.building, columns.account];
  return (
    <div className="scroll" role="region" aria-label={tables.ofTable(words.title)} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{words.title}</caption>
        <thead>
          <tr>
            {[...heads, columns.from, columns.to].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col" className="number">
              {columns.cost}
            </th>
          </tr>
        </thead>
        <tbody>
          {findings.map((finding) => (
            <Row key={finding._id} finding={finding} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ finding }: { readonly finding: Finding }): ReactElement {
  const { dismissedReason, severity, kind, assetId, asset, account, accountId, cost } = finding;
  const say = useSentence();
  const words = texts().findings;
  return (
    <tr>
      <th scope="row" className="message">
        <Link to={findingPage(finding._id)}>
          <ReasonText reason={say(finding)} />
        </Link>
        {dismissedReason !== null && <span className="note">{`${words.dismissed}${dismissedReason}`}</span>}
      </th>
      <td>
        <span className={`severity ${severity}`}>{words.severities[severity]}</span>
      </td>
      <td>{kindInWords(kind)}</td>
      <td>
        {assetId === null ? (
          '–'
        ) : (
          <Link to={{ building: assetId, page: null }}>{asset?.siteName ?? asset?.siteCode ?? assetId}</Link>
        )}
      </td>
      <td className="wraps">{account?.name ?? accountId}</td>
      <td>{formatMoment(finding.startDate)}</td>
      <td>{formatMoment(finding.endDate)}</td>
      <td className="number">{formatMoney(cost, currencyOf(finding))}</td>
    </tr>
  );
}
