import type { ReactElement } from 'react';
import { formatCosts } from '../findings/costs.js';
import { formatNumber } from '../format/numbers.js';
import { formatList } from '../format/words.js';
import { useFindingsInShort } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Link } from '../route/Link.js';
import { SEVERITIES } from '../state/findings.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';

/** The maximum number of findings whose costs are added up: the most costly ones. */
const MAX_FINDINGS = 250;

/** Shows the number of open findings by severity and their cost. */
export function OpenProblems(): ReactElement {
  const { catalogue } = useScene();
  const isAllowed = catalogue.scopes.includes('read:findings');
  const query = useFindingsInShort(
    { limit: MAX_FINDINGS, withInvoices: catalogue.scopes.includes('read:invoices') },
    { enabled: isAllowed },
  );
  const { findings: words, portfolio } = texts();
  if (!isAllowed) return <p>{words.mayNot}</p>;
  return (
    <Answer query={query}>
      {(counts) => {
        const open = counts.costly?.total ?? 0;
        if (open === 0) return <p>{words.none('open', false)}</p>;
        const bySeverity = SEVERITIES.flatMap((severity) => {
          const number = counts[severity]?.total ?? 0;
          return number === 0 ? [] : [`${formatNumber(number)} ${words.severities[severity]}`];
        });
        const costly = counts.costly?.data ?? [];
        const cost = formatCosts(costly);
        // The list is sorted by cost, and findings without a cost come last.
        const isAll = costly.length === open || costly.at(-1)?.cost === null;
        return (
          <>
            <p>
              <Link to={{ findings: 'open', sort: 'severity:desc' }}>{words.open(open)}</Link>
              {`: ${formatList(bySeverity)}.`}
            </p>
            {cost !== null && <p>{portfolio.answers.findingsCost(cost, isAll ? null : MAX_FINDINGS)}</p>}
          </>
        );
      }}
    </Answer>
  );
}
