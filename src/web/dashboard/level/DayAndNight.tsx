import { useMemo, type ReactElement } from 'react';
import { drawDays } from '../charts/drawDays.js';
import { periodInWords } from '../format/periods.js';
import type { DaysQuery } from '../generated/operations.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { useScene } from '../state/scene.js';

/** What each day used by day and by night; days that lack data are marked. */
export function DayAndNight({ days }: { readonly days: DaysQuery['consumption'] }): ReactElement {
  const { period } = useScene();
  const unit = days?.units ?? '';
  const { draw, table, any } = useMemo(() => {
    const rows = days?.data ?? [];
    const table: Table = {
      columns: [
        { name: 'Day', as: 'day' },
        { name: 'By day', unit, as: 'number', digits: 1 },
        { name: 'By night', unit, as: 'number', digits: 1 },
        { name: 'Peak', unit: 'kW', as: 'number', digits: 1 },
        { name: 'With data', as: 'share' },
      ],
      rows: rows.map(({ date, dayConsumption, nightConsumption, maxDemand, coverage }) => ({
        id: date,
        cells: coverage
          ? [date, dayConsumption, nightConsumption, maxDemand, coverage]
          : [date, null, null, null, coverage],
      })),
    };
    return { draw: drawDays({ days: rows, unit }), table, any: rows.some(({ coverage }) => Boolean(coverage)) };
  }, [days, unit]);
  if (!any) return <p className="empty">{`There is no data in ${periodInWords(period)}.`}</p>;
  return (
    <Figure
      name="Day and night"
      alt={`Stacked areas of what each day of ${periodInWords(period)} used by day and by night.`}
      draw={draw}
      table={table}
    />
  );
}
