import { useMemo, type ReactElement } from 'react';
import { drawLoad } from '../charts/drawLoad.js';
import { scaleTop } from '../charts/scaleTop.js';
import { formatHalfHour } from '../format/dates.js';
import { formatNumber } from '../format/numbers.js';
import { formatPeriod } from '../format/periods.js';
import { rateUnit } from '../format/words.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { findingAtPeak } from './findingAtPeak.js';
import { baseloadOf, demandOf, meanDay, valuesOf, type HalfHours } from './halfHours.js';
import { usePeriodFindings } from './usePeriodFindings.js';

const isWeekend = (weekday: number): boolean => weekday === 0 || weekday === 6;

/** Shows the mean weekday and weekend day, with baseload and peak. */
export function LoadCurve({
  halfHours,
  peak,
}: {
  readonly halfHours: HalfHours;
  readonly peak: number | null;
}): ReactElement {
  const { period } = useScene();
  const { findings } = usePeriodFindings();
  const { draw, table, base, unit } = useMemo(() => {
    const { charts, shape } = texts();
    const weekdays = meanDay(halfHours, (weekday) => !isWeekend(weekday));
    const weekends = meanDay(halfHours, isWeekend);
    const unit = rateUnit(halfHours?.units ?? '');
    const base = baseloadOf(halfHours);
    const table: Table = {
      columns: [
        { name: shape.halfHour, as: 'text' },
        { name: charts.weekdays, unit, as: 'number', digits: 1 },
        { name: charts.weekends, unit, as: 'number', digits: 1 },
      ],
      rows: weekdays.map((value, halfHour) => ({
        id: String(halfHour),
        cells: [formatHalfHour(halfHour), value, weekends[halfHour] ?? null],
      })),
    };
    const top = scaleTop(valuesOf(halfHours));
    const isPeakSuspect = findingAtPeak(halfHours, findings) !== null;
    const load = { weekdays, weekends, unit, base, peak, isPeakSuspect, top: top === null ? null : demandOf(top) };
    return { draw: drawLoad(load), table, base, unit };
  }, [halfHours, peak, findings]);
  const { figures: words, shape } = texts();
  if (base === null) return <p className="empty">{words.noData(formatPeriod(period))}</p>;
  return (
    <Figure
      name={shape.loadCurve}
      alt={shape.loadCurveAlt(`${formatNumber(base, 1)} ${unit}`, peak === null ? null : `${formatNumber(peak, 1)} kW`)}
      draw={draw}
      table={table}
    />
  );
}
