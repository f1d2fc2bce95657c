import type { ReactElement } from 'react';
import { count } from '../format/words.js';
import type { FindingSeverity } from '../generated/operations.js';
import { Link } from '../route/Link.js';
import { SEVERITIES } from '../state/findings.js';

/** What a severity means. */
const WORDS: Readonly<Record<FindingSeverity, string>> = {
  high: 'high: money or a meter is lost each day',
  medium: 'medium: figures are wrong',
  low: 'low: worth a look',
};

/** How many findings there are by severity; each number leads to these. */
export function BySeverity({
  counts,
  picked,
}: {
  readonly counts: Readonly<Record<FindingSeverity, number>>;
  readonly picked: FindingSeverity | null;
}): ReactElement {
  return (
    <nav className="views" aria-label="Findings by severity">
      {SEVERITIES.filter((name) => counts[name] > 0 || name === picked).map((name) => (
        <Link key={name} to={{ severity: name, page: null }} current={name === picked}>
          <strong>{count(counts[name], 'finding')}</strong> {WORDS[name]}
        </Link>
      ))}
      {picked !== null && <Link to={{ severity: null, page: null }}>Whatever the severity</Link>}
    </nav>
  );
}
