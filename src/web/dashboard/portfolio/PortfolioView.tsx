import type { ReactElement } from 'react';
import { useGateway } from '../../../hooks/index.js';
import { usePortfolioFigures, type PortfolioFiguresQuery } from '../generated/operations.js';
import { ByMonth } from '../level/ByMonth.js';
import { hasAny } from '../level/compared.js';
import { DataYears } from '../level/DataYears.js';
import { InTime } from '../level/InTime.js';
import { NoData } from '../level/NoData.js';
import { Totals } from '../level/Totals.js';
import { useTypes } from '../level/useTypes.js';
import { Answer } from '../parts/Answer.js';
import { Heading } from '../parts/Heading.js';
import { Link } from '../route/Link.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { Buildings } from './Buildings.js';
import { ByType } from './ByType.js';

/** Shows the whole portfolio that the key grants access to. */
export function PortfolioView(): ReactElement {
  return (
    <InTime level={null}>
      <Portfolio />
    </InTime>
  );
}

function Portfolio(): ReactElement {
  const client = useGateway();
  const { asked, catalogue } = useScene();
  const totals = usePortfolioFigures(asked, { select: ({ viewer }) => viewer });
  const byType = useTypes<PortfolioFiguresQuery>(
    catalogue.types.map(({ type }) => type),
    (type) => ({
      ...usePortfolioFigures.options(client, { ...asked, types: [type] }),
      select: ({ viewer }) => viewer,
    }),
  );
  const accounts = catalogue.types.reduce((sum, type) => sum + type.accounts, 0);
  const words = texts().portfolio;
  return (
    <>
      <Heading
        title={words.title}
        path={
          <>
            <Link to={{ sites: 'list' }}>{words.sites}</Link> · <Link to={{ findings: 'open' }}>{words.findings}</Link>
          </>
        }
        facts={words.facts(accounts)}
      />
      {totals.data !== undefined && !hasAny(totals.data) ? (
        <NoData />
      ) : (
        <>
          <DataYears />
          <Answer to={totals}>{(level) => <Totals level={level} of={null} />}</Answer>
          <div className="cards">
            <ByMonth question={byType} />
            <ByType question={byType} />
            <Buildings />
          </div>
        </>
      )}
    </>
  );
}
