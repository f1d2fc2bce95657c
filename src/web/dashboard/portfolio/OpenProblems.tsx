import type { ReactElement } from 'react';
import { currencyOf } from '../findings/facts.js';
import { formatMoney, type Currency } from '../format/money.js';
import { formatNumber } from '../format/numbers.js';
import { inWords } from '../format/words.js';
import { useFindingsInShort, type FindingsInShortQuery } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Link } from '../route/Link.js';
import { SEVERITIES } from '../state/findings.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';

/** Findings whose costs are added up: the most costly ones. */
const MOST = 250;

type Costly = NonNullable<FindingsInShortQuery['costly']>['data'];

/** Shows the number of open findings by severity and their cost. */
export function OpenProblems(): ReactElement {
  const { catalogue } = useScene();
  const isAllowed = catalogue.scopes.includes('read:findings');
  const query = useFindingsInShort(
    { limit: MOST, withInvoices: catalogue.scopes.includes('read:invoices') },
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
        const amounts = [...costsOf(costly)].map(([currency, cost]) => formatMoney(cost, currency));
        // The list is sorted by cost, and findings without a cost come last.
        const isAll = costly.length === open || costly.at(-1)?.cost === null;
        return (
          <>
            <p>
              <Link to={{ findings: 'open', sort: 'severity:desc' }}>{words.open(open)}</Link>
              {`: ${inWords(bySeverity)}.`}
            </p>
            {amounts.length > 0 && <p>{portfolio.answers.findingsCost(inWords(amounts), isAll ? null : MOST)}</p>}
          </>
        );
      }}
    </Answer>
  );
}

/** Adds up costs by currency. */
function costsOf(findings: Costly): ReadonlyMap<Currency, number> {
  const costs = new Map<Currency, number>();
  for (const finding of findings) {
    if (finding.cost === null) continue;
    const currency = currencyOf(finding);
    costs.set(currency, (costs.get(currency) ?? 0) + finding.cost);
  }
  return costs;
}
