import { useMemo, type ReactElement } from 'react';
import { drawDays } from '../charts/drawDays.js';
import { formatPeriod } from '../format/periods.js';
import type { DaysQuery } from '../generated/operations.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';

/** Shows the consumption of each day, split into day and night, and highlights days with incomplete data. */
export function DayAndNight({ days }: { readonly days: DaysQuery['consumption'] }): ReactElement {
  const { period } = useScene();
  const unit = days?.units ?? '';
  const { draw, table, any } = useMemo(() => {
    const { columns } = texts();
    const rows = days?.data ?? [];
    const table: Table = {
      columns: [
        { name: columns.day, as: 'day' },
        { name: columns.byDay, unit, as: 'number', digits: 1 },
        { name: columns.byNight, unit, as: 'number', digits: 1 },
        { name: columns.peak, unit: 'kW', as: 'number', digits: 1 },
        { name: columns.withData, as: 'share' },
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
  if (!any) return <p className="empty">{texts().figures.noData(formatPeriod(period))}</p>;
  return (
    <Figure
      name={texts().shape.dayAndNight}
      alt={texts().shape.dayAndNightAlt(formatPeriod(period))}
      draw={draw}
      table={table}
    />
  );
}
