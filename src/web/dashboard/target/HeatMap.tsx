import { useMemo, type ReactElement } from 'react';
import { drawHeat, type HeatBlock } from '../charts/drawHeat.js';
import { formatHalfHour } from '../format/dates.js';
import { periodInWords } from '../format/periods.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { changesClocks, daysOf, HALF_HOURS_PER_DAY, valuesOf, type HalfHours } from './halfHours.js';
import { usePeriodFindings, type PeriodFinding } from './usePeriodFindings.js';

const HEIGHT = 340;
/** In pixels; narrower columns would blur. */
const LEAST_COLUMN_WIDTH = 2;

/** Shows all half-hours of the period: a column for each day, a row for each half-hour. Gaps and findings stand out. */
export function HeatMap({ halfHours }: { readonly halfHours: HalfHours }): ReactElement {
  const { period } = useScene();
  const { charts, figures: words, shape } = texts();
  const { findings } = usePeriodFindings();
  const { draw, table, days, missing, any, changes } = useMemo(() => {
    const values = valuesOf(halfHours);
    const days = daysOf(halfHours);
    const table: Table = {
      columns: [
        { name: texts().columns.day, as: 'label' },
        ...Array.from(
          { length: HALF_HOURS_PER_DAY },
          (_, halfHour) => ({ name: formatHalfHour(halfHour), as: 'number', digits: 1 }) as const,
        ),
      ],
      rows: days.map((day) => ({ id: day.date, cells: [day.date, ...day.values] })),
    };
    return {
      draw: drawHeat({
        days,
        unit: halfHours?.units ?? '',
        outlined: findings.flatMap((finding) => blockOf(finding, days)),
      }),
      table,
      days: days.length,
      missing: values.filter((value) => value === null).length,
      any: values.some((value) => value !== null),
      changes: changesClocks(halfHours),
    };
  }, [halfHours, findings]);
  if (!any) return <p className="empty">{words.noData(periodInWords(period))}</p>;
  const gaps = missing === 0 ? shape.noGaps : shape.someGaps(missing);
  return (
    <>
      <Figure
        name={shape.halfHours}
        alt={`${shape.heatAlt(periodInWords(period), gaps)} ${charts.buttonTable}`}
        draw={draw}
        height={HEIGHT}
        least={days * LEAST_COLUMN_WIDTH}
        table={table}
      />
      {findings.length > 0 && (
        <p className="about">
          <span className="key-finding" /> {shape.keyFindings}
        </p>
      )}
      {missing > 0 && (
        <p className="about">
          <span className="key-gap" /> {shape.keyGap(missing)}
        </p>
      )}
      {changes && <p className="about">{shape.clocksChange}</p>}
    </>
  );
}

/**
 * Returns the block of the heat map that a finding covers: half-hours of one day, or whole days. Empty if the finding
 * lies outside the days.
 */
function blockOf(
  { startDate, endDate }: PeriodFinding,
  days: readonly { readonly date: string }[],
): readonly HeatBlock[] {
  const last = new Date(Date.parse(endDate) - 1).toISOString();
  const inTime = days.flatMap(({ date }, index) =>
    date.slice(0, 10) >= startDate.slice(0, 10) && date.slice(0, 10) <= last.slice(0, 10) ? [index] : [],
  );
  const [from, to] = [inTime[0], inTime.at(-1)];
  if (from === undefined || to === undefined) return [];
  const isOneDay = startDate.slice(0, 10) === last.slice(0, 10);
  const halfHourOf = (stamp: string): number =>
    Number(stamp.slice(11, 13)) * 2 + (Number(stamp.slice(14, 16)) >= 30 ? 1 : 0);
  return [
    {
      from,
      to,
      first: isOneDay ? halfHourOf(startDate) : 0,
      last: isOneDay ? halfHourOf(last) : HALF_HOURS_PER_DAY - 1,
    },
  ];
}
