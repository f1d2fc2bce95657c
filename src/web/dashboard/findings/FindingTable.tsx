import type { ReactElement } from 'react';
import { formatMoment } from '../format/dates.js';
import { formatMoney } from '../format/money.js';
import type { FindingsQuery } from '../generated/operations.js';
import { Link } from '../route/Link.js';
import { kindInWords } from '../state/findings.js';
import { targetOf } from './target.js';

type Finding = NonNullable<FindingsQuery['findings']>['data'][number];

/** Findings, the latest first; each leads to the charts of its time, and its building to the findings of it. */
export function FindingTable({ findings }: { readonly findings: readonly Finding[] }): ReactElement {
  return (
    <div className="scroll" role="region" aria-label="Findings, table" tabIndex={0}>
      <table>
        <caption className="unseen">Findings</caption>
        <thead>
          <tr>
            {['What was found', 'Severity', 'Kind', 'Building', 'Account', 'From', 'To'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col" className="number">
              Cost
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
  const { message, dismissedReason, severity, kind, assetId, asset, account, accountId, cost, invoices } = finding;
  return (
    <tr>
      <th scope="row" className="said">
        <Link to={targetOf(finding)}>{message}</Link>
        {dismissedReason !== null && <span className="note">{`Dismissed: ${dismissedReason}`}</span>}
      </th>
      <td>
        <span className={`severity ${severity}`}>{severity}</span>
      </td>
      <td>{kindInWords(kind)}</td>
      <td>
        {assetId === null ? (
          '–'
        ) : (
          <Link to={{ building: assetId, page: null }}>{asset?.siteName ?? asset?.siteCode ?? assetId}</Link>
        )}
      </td>
      <td>{account?.name ?? accountId}</td>
      <td>{formatMoment(finding.startDate)}</td>
      <td>{formatMoment(finding.endDate)}</td>
      <td className="number">{formatMoney(cost, invoices?.data[0]?.currency)}</td>
    </tr>
  );
}
