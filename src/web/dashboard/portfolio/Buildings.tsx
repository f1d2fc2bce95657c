import type { ReactElement } from 'react';
import { areaUnit } from '../format/area.js';
import { countDays } from '../format/days.js';
import { formatPeriod } from '../format/periods.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { Link } from '../route/Link.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { MissingData } from './MissingData.js';
import type { Building } from './unrankedReason.js';
import { byEmissions, byIntensity } from './ranking.js';
import { useRanked } from './useRanked.js';

/** Ranks the buildings by use per area and by emissions, and shows missing data. */
export function Buildings(): ReactElement {
  const { period } = useScene();
  const days = countDays(period.from, period.to);
  const buildings = useRanked();
  const words = texts().portfolio;
  const perArea = words.perArea(areaUnit().name);
  const rankedFirst = (shown: readonly Building[], total: number): ReactElement | null =>
    total > shown.length ? (
      <p className="about">
        {words.rankedFirst(shown.length, total)}
        <Link to={{ sites: 'list', sort: 'intensity:desc' }}>{words.rankedSites}</Link>
        {words.rankedEnd}
      </p>
    ) : null;
  return (
    <>
      <Card title={words.missing} about={words.missingAbout} wide>
        <Answer query={buildings}>{({ assets }) => <MissingData total={assets?.total ?? 0} />}</Answer>
      </Card>
      <Card title={perArea} about={words.perAreaAbout(formatPeriod(period))}>
        <Answer query={buildings}>
          {({ assets }) => (
            <>
              <Figure
                name={perArea}
                table={byIntensity(assets?.data ?? [], days)}
                order={{ column: 1, descending: true }}
              />
              {rankedFirst(assets?.data ?? [], assets?.total ?? 0)}
            </>
          )}
        </Answer>
      </Card>
      <Card title={words.byEmissions} about={words.byEmissionsAbout}>
        <Answer query={buildings}>
          {({ assets }) => (
            <>
              <Figure
                name={words.byEmissions}
                table={byEmissions(assets?.data ?? [], days)}
                order={{ column: 1, descending: true }}
              />
              {rankedFirst(assets?.data ?? [], assets?.total ?? 0)}
            </>
          )}
        </Answer>
      </Card>
    </>
  );
}
