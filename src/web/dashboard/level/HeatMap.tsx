import { useMemo, type ReactElement } from 'react';
import { drawHeat, type Marked } from '../charts/drawHeat.js';
import { formatSlot } from '../format/dates.js';
import { formatNumber } from '../format/numbers.js';
import { periodInWords } from '../format/periods.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { useScene } from '../state/scene.js';
import { changesClocks, daysOf, SLOTS_OF_DAY, valuesOf, type Slots } from './slots.js';
import { useFoundIn, type Found } from './useFoundIn.js';

const HEIGHT = 340;
/** Columns of a fraction of a pixel would not be told apart. */
const LEAST_OF_DAY = 2;

/** Every half-hour of the period: a column is a day, a row a half-hour; gaps are marked. */
export function HeatMap({ slots }: { readonly slots: Slots }): ReactElement {
  const { period } = useScene();
  const found = useFoundIn();
  const { draw, table, days, missing, any, changes } = useMemo(() => {
    const values = valuesOf(slots);
    const days = daysOf(slots);
    const table: Table = {
      columns: [
        { name: 'Day', as: 'label' },
        ...Array.from(
          { length: SLOTS_OF_DAY },
          (_, slot) => ({ name: formatSlot(slot), as: 'number', digits: 1 }) as const,
        ),
      ],
      rows: days.map((day) => ({ id: day.date, cells: [day.date, ...day.values] })),
    };
    return {
      draw: drawHeat({ days, unit: slots?.units ?? '', marked: found.flatMap((one) => markOf(one, days)) }),
      table,
      days: days.length,
      missing: values.filter((value) => value === null).length,
      any: values.some((value) => value !== null),
      changes: changesClocks(slots),
    };
  }, [slots, found]);
  if (!any) return <p className="empty">{`There is no data in ${periodInWords(period)}.`}</p>;
  const gaps = missing === 0 ? 'None is without data.' : `${formatNumber(missing)} of them are without data.`;
  return (
    <>
      <Figure
        name="Half-hours"
        alt={`A heat map of the half-hours of ${periodInWords(period)}. ${gaps} The button Table shows the numbers.`}
        draw={draw}
        height={HEIGHT}
        least={days * LEAST_OF_DAY}
        table={table}
      />
      {found.length > 0 && (
        <p className="about">
          <span className="key-found" /> open findings: outlined, and listed below
        </p>
      )}
      {missing > 0 && (
        <p className="about">
          <span className="key-gap" /> no data: {formatNumber(missing)} half-hours
        </p>
      )}
      {changes && (
        <p className="about">
          Where clocks go forward, the hour that they skip is empty; where they go back, the hour that comes twice shows
          its mean.
        </p>
      )}
    </>
  );
}

/** Where a finding is in the map: the half-hours of one day, or whole days; nothing where it is of other days. */
function markOf({ startDate, endDate }: Found, days: readonly { readonly date: string }[]): readonly Marked[] {
  const last = new Date(Date.parse(endDate) - 1).toISOString();
  const inTime = days.flatMap(({ date }, index) =>
    date.slice(0, 10) >= startDate.slice(0, 10) && date.slice(0, 10) <= last.slice(0, 10) ? [index] : [],
  );
  const [from, to] = [inTime[0], inTime.at(-1)];
  if (from === undefined || to === undefined) return [];
  const isOneDay = startDate.slice(0, 10) === last.slice(0, 10);
  const slotOf = (stamp: string): number =>
    Number(stamp.slice(11, 13)) * 2 + (Number(stamp.slice(14, 16)) >= 30 ? 1 : 0);
  return [{ from, to, first: isOneDay ? slotOf(startDate) : 0, last: isOneDay ? slotOf(last) : SLOTS_OF_DAY - 1 }];
}
