import type { ReactElement } from 'react';
import { formatMoment } from '../format/dates.js';
import { formatMoney } from '../format/money.js';
import type { FindingsQuery } from '../generated/operations.js';
import { Scroll } from '../parts/Scroll.js';
import { ReasonText } from '../parts/ServiceText.js';
import { findingPage } from '../route/pages.js';
import { Link } from '../route/Link.js';
import { kindName } from '../state/findings.js';
import { texts } from '../texts/texts.js';
import { currencyOf, zoneOf } from './facts.js';
import { useSentence } from './useSentence.js';

type Finding = NonNullable<FindingsQuery['findings']>['data'][number];

/** Lists findings in the chosen order. A finding links to its page, and its building to the findings of the building. */
export function FindingTable({ findings }: { readonly findings: readonly Finding[] }): ReactElement {
  const { columns, findings: words, tables } = texts();
  const heads = [columns.finding, columns.severity, columns.kind, columns.building, columns.account];
  return (
    <Scroll label={tables.ofTable(words.title)} hasManyColumns>
      <table className="as-cards">
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
    </Scroll>
  );
}

function Row({ finding }: { readonly finding: Finding }): ReactElement {
  const { dismissedReason, severity, kind, assetId, asset, account, accountId, cost } = finding;
  const toSentence = useSentence();
  const timeZone = zoneOf(finding, finding);
  const { columns, findings: words } = texts();
  return (
    <tr>
      <th scope="row" className="message">
        <Link to={findingPage(finding._id)}>
          <ReasonText reason={toSentence(finding)} />
        </Link>
        {dismissedReason !== null && <span className="note">{`${words.dismissed}${dismissedReason}`}</span>}
      </th>
      <td data-name={columns.severity}>
        <span className={`severity ${severity}`}>{words.severities[severity]}</span>
      </td>
      <td data-name={columns.kind}>{kindName(kind)}</td>
      <td data-name={columns.building}>
        {assetId === null ? (
          '–'
        ) : (
          <Link to={{ building: assetId, page: null }}>{asset?.siteName ?? asset?.siteCode ?? assetId}</Link>
        )}
      </td>
      <td className="wraps" data-name={columns.account}>
        {account?.name ?? accountId}
      </td>
      <td className="wraps" data-name={columns.from}>
        {formatMoment(finding.startDate, timeZone)}
      </td>
      <td className="wraps" data-name={columns.to}>
        {formatMoment(finding.endDate, timeZone)}
      </td>
      <td className={cost === null ? 'number none' : 'number'} data-name={columns.cost}>
        {formatMoney(cost, currencyOf(finding))}
      </td>
    </tr>
  );
}
