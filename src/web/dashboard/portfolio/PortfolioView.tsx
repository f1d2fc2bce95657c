import type { ReactElement } from 'react';
import { useGateway } from '../../../hooks/index.js';
import { usePortfolioFigures, type PortfolioFiguresQuery } from '../generated/operations.js';
import { ByMonth } from '../target/ByMonth.js';
import { hasAny } from '../target/figures.js';
import { DataYears } from '../target/DataYears.js';
import { LastDaysScene } from '../target/LastDaysScene.js';
import { NoData } from '../target/NoData.js';
import { Totals } from '../target/Totals.js';
import { useTypes } from '../target/useTypes.js';
import { FindingsByCause } from '../findings/FindingsByCause.js';
import { Answer } from '../parts/Answer.js';
import { Heading } from '../parts/Heading.js';
import { NO_FINDINGS } from '../route/findingsAddress.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { Buildings } from './Buildings.js';
import { ByType } from './ByType.js';
import { PeerGroups } from './PeerGroups.js';
import { ThreeAnswers } from './ThreeAnswers.js';
import { TopMovers } from './TopMovers.js';

const OPEN = { status: { eq: 'open' } } as const;

/** Shows the whole portfolio that the key grants access to. */
export function PortfolioView(): ReactElement {
  return (
    <LastDaysScene target={null}>
      <Portfolio />
    </LastDaysScene>
  );
}

function Portfolio(): ReactElement {
  const client = useGateway();
  const { variables, catalogue } = useScene();
  const totals = usePortfolioFigures(variables, { select: ({ viewer }) => viewer });
  const byType = useTypes<PortfolioFiguresQuery>(
    catalogue.types.map(({ type }) => type),
    (type) => ({
      ...usePortfolioFigures.options(client, { ...variables, types: [type] }),
      select: ({ viewer }) => viewer,
    }),
  );
  const accounts = catalogue.types.reduce((sum, type) => sum + type.accounts, 0);
  const words = texts().portfolio;
  return (
    <>
      <Heading title={words.title} facts={words.facts(accounts)} />
      {totals.data !== undefined && !hasAny(totals.data) ? (
        <NoData />
      ) : (
        <>
          <DataYears />
          <Answer query={totals}>
            {(figures) => (
              <>
                <ThreeAnswers figures={figures} />
                <Totals figures={figures} target={null} />
              </>
            )}
          </Answer>
          <div className="cards">
            <FindingsByCause filter={OPEN} list={{ ...NO_FINDINGS, findings: 'open' }} hasSingles />
            <ByMonth query={byType} />
            <ByType query={byType} />
            {totals.data !== undefined && <TopMovers figures={totals.data} />}
            <PeerGroups />
            <Buildings />
          </div>
        </>
      )}
    </>
  );
}
