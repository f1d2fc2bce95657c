import type { ReactElement } from 'react';
import type { FindingSeverity } from '../generated/operations.js';
import { Link } from '../route/Link.js';
import { SEVERITIES } from '../state/findings.js';
import { texts } from '../texts/texts.js';

/** Shows the number of findings of each severity, as links to them. */
export function BySeverity({
  counts,
  picked,
}: {
  readonly counts: Readonly<Record<FindingSeverity, number>>;
  readonly picked: FindingSeverity | null;
}): ReactElement {
  const words = texts().findings;
  return (
    <nav className="views" aria-label={words.bySeverity}>
      {SEVERITIES.filter((name) => counts[name] > 0 || name === picked).map((name) => (
        <Link key={name} to={{ severity: name, page: null }} current={name === picked}>
          <strong>{words.number(counts[name])}</strong> {words.severityMeans[name]}
        </Link>
      ))}
      {picked !== null && <Link to={{ severity: null, page: null }}>{words.whateverSeverity}</Link>}
    </nav>
  );
}
