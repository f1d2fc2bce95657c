import { useMemo, type ReactElement } from 'react';
import { drawCoverage } from '../charts/drawCoverage.js';
import { useMissingDataOfBuildings, type MissingDataOfBuildingsQuery } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { DataSegments } from '../parts/DataSegments.js';
import { Figure } from '../parts/Figure.js';
import { stepOf, STEPS, useScene } from '../state/scene.js';
import { MAX_RANKED, rankedTime } from '../state/sites.js';
import { texts } from '../texts/texts.js';
import { nameOf } from './ranking.js';

/** The maximum number of rows of the chart: the buildings with the most missing data. */
const MAX_ROWS = 30;
const ROW_HEIGHT = 22;

type BuildingsPage = NonNullable<MissingDataOfBuildingsQuery['assets']>;

/**
 * Shows how many buildings have all, some or no data, and the months with missing data.
 * @param total number of all buildings
 */
export function MissingData({ total }: { readonly total: number }): ReactElement {
  const { variables, period } = useScene();
  const { startDate, endDate, types } = variables;
  // Monthly even if bars are daily: the cell of a day would be too small.
  const granularity = STEPS[stepOf(null, period)];
  const isCounted = total > 0 && total <= MAX_RANKED;
  const missing = useMissingDataOfBuildings(
    {
      ranked: { ...rankedTime(variables, total), by: 'coverage', descending: false, data: 'some' },
      ...{ most: MAX_ROWS, startDate, endDate, types, granularity },
    },
    { enabled: isCounted, select: ({ assets }) => assets },
  );
  if (!isCounted) {
    const { noBuildings, tooMany } = texts().portfolio;
    return <p className="empty">{total === 0 ? noBuildings : tooMany(MAX_RANKED, total)}</p>;
  }
  return (
    <Answer query={missing}>
      {(page) => (
        <>
          {page?.dataCounts && <DataSegments counts={page.dataCounts} />}
          {page && page.data.length > 0 && <Picture worst={page.data} />}
        </>
      )}
    </Answer>
  );
}

function Picture({ worst }: { readonly worst: BuildingsPage['data'] }): ReactElement {
  const { draw, table } = useMemo(() => {
    const dates = worst[0]?.consumption?.data.map(({ date }) => date) ?? [];
    const rows = worst.map((building) => ({
      id: building._id,
      name: nameOf(building),
      shares: (building.consumption?.data ?? []).map(({ coverage }) => coverage),
    }));
    return {
      draw: drawCoverage({ dates, rows }),
      table: {
        columns: [
          { name: texts().columns.building, as: 'text' },
          ...dates.map((date) => ({ name: date, as: 'share' }) as const),
        ],
        rows: rows.map(({ id, name, shares }) => ({ id, cells: [name, ...shares], to: { building: id } })),
      } as const,
    };
  }, [worst]);
  const { charts, portfolio } = texts();
  return (
    <Figure
      name={portfolio.missingFigure}
      alt={`${portfolio.missingAlt(worst.length)} ${charts.buttonTable}`}
      draw={draw}
      table={table}
      height={Math.max(90, worst.length * ROW_HEIGHT + 40)}
    />
  );
}
