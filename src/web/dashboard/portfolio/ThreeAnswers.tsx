import type { ReactElement } from 'react';
import { formatMoney } from '../format/money.js';
import { formatChange, formatQuantity } from '../format/numbers.js';
import { formatPeriod, yearBefore } from '../format/periods.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { ChangeNote } from '../parts/ChangeNote.js';
import { ServiceText } from '../parts/ServiceText.js';
import { Link } from '../route/Link.js';
import { openFindingsPage } from '../route/pages.js';
import { MEASURES, useScene } from '../state/scene.js';
import { changeOf } from '../target/changes.js';
import { currencyOf, total, unitOf, type Figures } from '../target/figures.js';
import { useComparable } from '../target/useComparable.js';
import { texts } from '../texts/texts.js';
import { OpenProblems } from './OpenProblems.js';
import { useMoverFindings } from './useMoverFindings.js';
import { useMovers } from './useMovers.js';

/** Answers three questions about the portfolio: what changed, what is wrong, and how much it costs. */
export function ThreeAnswers({ figures }: { readonly figures: Figures }): ReactElement {
  const scene = useScene();
  const comparable = useComparable(
    null,
    MEASURES.some((measure) => total(figures, measure, 'now') !== null && total(figures, measure, 'before') !== null),
  );
  const than = formatPeriod(scene.comparison.period);
  const words = texts().portfolio.answers;
  const cost = total(figures, 'cost', 'now');
  const [reason] = figures.billed?.costReasons ?? [];
  const time = formatPeriod(scene.period);
  return (
    <div className="cards answers">
      <Card title={words.changed}>
        <p>
          {words.used(time, formatQuantity(total(figures, 'consumption', 'now'), unitOf(figures, 'consumption')))}{' '}
          <ChangeNote change={changeOf(figures, comparable, 'consumption', scene)} than={than} />
        </p>
        <TopMover figures={figures} />
      </Card>
      <Card title={words.wrong}>
        <OpenProblems />
      </Card>
      <Card title={words.costs}>
        {cost === null ? (
          <p>{reason === undefined ? texts().figures.noBill : <ServiceText>{reason}</ServiceText>}</p>
        ) : (
          <p>
            {words.billed(time, formatMoney(cost, currencyOf(figures)))}{' '}
            <ChangeNote change={changeOf(figures, comparable, 'cost', scene)} than={than} />
          </p>
        )}
      </Card>
    </div>
  );
}

/** Names the site with the largest change in the last month, and its open findings: the change may be a fault in the data. */
function TopMover({ figures }: { readonly figures: Figures }): ReactElement {
  const { month, movers } = useMovers(figures);
  const { bySite } = useMoverFindings(movers.data?.map(({ id }) => id) ?? [], month);
  const { answers: words, movers: moverWords } = texts().portfolio;
  return (
    <Answer query={movers}>
      {([first]) => {
        if (first === undefined) return <p className="about">{moverWords.none(formatPeriod(yearBefore(month)))}</p>;
        const { id, name, change, before, units } = first;
        const findings = bySite?.get(id) ?? 0;
        const quantity = `${change > 0 ? '+' : ''}${formatQuantity(change, units)}`;
        return (
          <p>
            {words.topMover(formatPeriod(month))}
            <Link to={{ building: id, period: month.id }}>{name}</Link>
            {`, ${quantity}${before === 0 ? '' : ` (${formatChange(change / before)})`}`}
            {findings > 0 && (
              <>
                {'; '}
                <Link to={openFindingsPage(id)}>{texts().findings.open(findings)}</Link>
              </>
            )}
          </p>
        );
      }}
    </Answer>
  );
}
