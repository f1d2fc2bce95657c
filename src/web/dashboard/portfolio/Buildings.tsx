import type { ReactElement } from 'react';
import { areaUnit } from '../format/area.js';
import { formatNumber } from '../format/numbers.js';
import { useBuildings } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { Link } from '../route/Link.js';
import { useScene } from '../state/scene.js';
import { MissingData } from './MissingData.js';
import { byEmissions, byIntensity, type Building } from './ranking.js';

/** Buildings that are asked for at most; further ones are said to be left out. */
const MOST = 2_000;

/** The buildings, ranked by what they use per area and by what they emit, and where their data is missing. */
export function Buildings(): ReactElement {
  const { asked } = useScene();
  const { startDate, endDate, types } = asked;
  const buildings = useBuildings({ startDate, endDate, types, limit: MOST });
  const perArea = `Buildings by use per ${areaUnit().name}`;
  const left = (shown: readonly Building[], total: number): ReactElement | null =>
    total > shown.length ? (
      <p className="about">
        {`The first ${formatNumber(shown.length)} of ${formatNumber(total)} by name; all of them are ranked among the `}
        <Link to={{ sites: 'list', sort: 'intensity:desc' }}>sites</Link>.
      </p>
    ) : null;
  return (
    <>
      <Card title="Missing data" about="The share of the time of the expected accounts that data covers." wide>
        <Answer to={buildings}>{({ assets }) => <MissingData total={assets?.total ?? 0} />}</Answer>
      </Card>
      <Card title={perArea} about="Of the floor area of the buildings; those with data.">
        <Answer to={buildings}>
          {({ assets }) => (
            <>
              <Figure name={perArea} table={byIntensity(assets?.data ?? [])} order={{ column: 1, descending: true }} />
              {left(assets?.data ?? [], assets?.total ?? 0)}
            </>
          )}
        </Answer>
      </Card>
      <Card title="Buildings by emissions" about="Scopes 1, 2 and 3 together; those with data.">
        <Answer to={buildings}>
          {({ assets }) => (
            <>
              <Figure
                name="Buildings by emissions"
                table={byEmissions(assets?.data ?? [])}
                order={{ column: 1, descending: true }}
              />
              {left(assets?.data ?? [], assets?.total ?? 0)}
            </>
          )}
        </Answer>
      </Card>
    </>
  );
}
