import { useMemo, type ReactElement } from 'react';
import { drawCoverage } from '../charts/drawCoverage.js';
import { count } from '../format/words.js';
import { useCoverageOfBuildings, type CoverageOfBuildingsQuery } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Figure } from '../parts/Figure.js';
import { stepOf, STEPS, useScene } from '../state/scene.js';
import { nameOf, type Building } from './ranking.js';

/** Rows of the picture: those with the most missing. */
const MOST = 30;
const ROW_HEIGHT = 22;

/** How many buildings have all, some or no data, and by month where some is missing. */
export function MissingData({ buildings }: { readonly buildings: readonly Building[] }): ReactElement {
  const { asked, period } = useScene();
  const expected = buildings.filter(({ consumption }) => (consumption?.coverage ?? null) !== null);
  const share = ({ consumption }: Building): number => consumption?.coverage ?? 0;
  const whole = expected.filter(({ consumption }) => consumption?.isMissing === false).length;
  const none = expected.filter((building) => share(building) === 0).length;
  const some = expected.length - whole - none;
  const worst = expected
    .filter((building) => share(building) > 0 && building.consumption?.isMissing === true)
    .toSorted((one, other) => share(one) - share(other))
    .slice(0, MOST);
  const { startDate, endDate, types } = asked;
  // By month even where bars are by day: a cell of each day is too small to see.
  const granularity = STEPS[stepOf(null, period)];
  const coverage = useCoverageOfBuildings(
    { ids: worst.map(({ _id }) => _id), startDate, endDate, types, granularity },
    { enabled: worst.length > 0 },
  );
  return (
    <>
      <p className="segments">
        <Segment of="whole" number={whole} words="with all data" />
        <Segment of="some" number={some} words="with some missing" />
        <Segment of="none" number={none} words="without any" />
      </p>
      {worst.length > 0 && <Answer to={coverage}>{(data) => <Picture worst={worst} data={data} />}</Answer>}
    </>
  );
}

function Segment({
  of,
  number,
  words,
}: {
  readonly of: 'whole' | 'some' | 'none';
  readonly number: number;
  readonly words: string;
}): ReactElement | null {
  if (number === 0) return null;
  return (
    <span className={`segment ${of}`} style={{ flexGrow: number }}>
      <strong>{count(number, 'building')}</strong> {words}
    </span>
  );
}

function Picture({
  worst,
  data,
}: {
  readonly worst: readonly Building[];
  readonly data: CoverageOfBuildingsQuery;
}): ReactElement {
  const { draw, table } = useMemo(() => {
    const found = new Map((data.assets?.data ?? []).map((asset) => [asset._id, asset.consumption?.data ?? []]));
    const dates = [...found.values()][0]?.map(({ date }) => date) ?? [];
    const rows = worst.map((building) => ({
      id: building._id,
      name: nameOf(building),
      shares: (found.get(building._id) ?? []).map(({ coverage }) => coverage),
    }));
    return {
      draw: drawCoverage({ dates, rows }),
      table: {
        columns: [{ name: 'Building', as: 'text' }, ...dates.map((date) => ({ name: date, as: 'share' }) as const)],
        rows: rows.map(({ id, name, shares }) => ({ id, cells: [name, ...shares], to: { building: id } })),
      } as const,
    };
  }, [worst, data]);
  return (
    <Figure
      name="Missing data of buildings"
      alt={`The share of each month that has data, of the ${count(worst.length, 'building')} with the most missing. The button Table shows the numbers.`}
      draw={draw}
      table={table}
      height={Math.max(90, worst.length * ROW_HEIGHT + 40)}
    />
  );
}
