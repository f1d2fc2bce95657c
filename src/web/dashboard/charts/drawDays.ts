import { formatLabel } from '../format/dates.js';
import { formatNumber, scaleOf } from '../format/numbers.js';
import { texts } from '../texts/texts.js';
import { categories, frame, numbers, topBelowLegend, type Draw } from './draw.js';
import { overflowMarkers } from './overflowMarkers.js';
import { ceiling, scaleTop } from './scaleTop.js';

export interface Days {
  readonly days: readonly {
    readonly date: string;
    readonly dayConsumption: number | null;
    readonly nightConsumption: number | null;
    readonly coverage: number | null;
  }[];
  readonly unit: string;
}

const sumOf = ({ dayConsumption, nightConsumption, coverage }: Days['days'][number]): number | null =>
  coverage ? (dayConsumption ?? 0) + (nightConsumption ?? 0) : null;

/**
 * Draws night and day consumption as stacked bars. A bar fills the width of its day. Otherwise the background of a day
 * with missing data would reach into the next day.
 */
export function drawDays({ days, unit }: Days): Draw {
  const sums = days.map(sumOf);
  const top = scaleTop(sums);
  const scale = scaleOf(top ?? sums.reduce<number>((most, sum) => Math.max(most, sum ?? 0), 0), unit);
  const end = top === null ? null : ceiling(top / scale.divisor);
  const { charts, columns } = texts();
  const legend = [columns.byNight, columns.byDay, charts.lacking, ...(end === null ? [] : [charts.above])];
  return (colours, width) => {
    const base = frame(colours);
    const bars = (name: string, colour: string, part: 'dayConsumption' | 'nightConsumption'): object => ({
      name,
      type: 'bar',
      stack: 'all',
      barCategoryGap: '0%',
      itemStyle: { color: colour },
      data: days.map((day) => (day.coverage ? (day[part] ?? 0) / scale.divisor : null)),
    });
    return {
      ...base,
      grid: { ...base.grid, top: topBelowLegend(legend, width) },
      tooltip: {
        ...base.tooltip,
        trigger: 'axis',
        valueFormatter: (value: unknown) =>
          typeof value === 'number' ? `${formatNumber(value, 2)} ${scale.unit}` : charts.noData,
      },
      xAxis: categories(
        colours,
        days.map(({ date }) => formatLabel(date)),
      ),
      yAxis: [
        { ...numbers(colours, scale.unit), ...(end === null ? {} : { max: end }) },
        { type: 'value', min: 0, max: 1, show: false },
      ],
      series: [
        bars(columns.byNight, colours.dayAndNight.night, 'nightConsumption'),
        bars(columns.byDay, colours.dayAndNight.day, 'dayConsumption'),
        {
          // Background of days with incomplete data.
          name: charts.lacking,
          type: 'bar',
          yAxisIndex: 1,
          barGap: '-100%',
          barCategoryGap: '0%',
          z: 1,
          silent: true,
          tooltip: { show: false },
          itemStyle: { color: colours.gap, borderColor: colours.gapEdge, borderWidth: 1 },
          data: days.map(({ coverage }) => (coverage === 1 ? null : 1)),
        },
        ...overflowMarkers(
          colours,
          sums.map((sum) => (sum === null ? null : sum / scale.divisor)),
          end,
        ),
      ],
    };
  };
}
