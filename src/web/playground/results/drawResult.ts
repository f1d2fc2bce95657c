import { categories, frame, numbers, type Draw } from '../../dashboard/charts/draw.js';
import type { ChartChoice, ResultChart } from './chartOf.js';

/** Draws a chart of a result. A missing value is a gap. */
export function drawResult({ labels, series }: ResultChart, kind: ChartChoice['kind'], name: string): Draw {
  return (colours) => {
    const base = frame(colours);
    const palette = Object.values(colours.types);
    return {
      ...base,
      legend: { ...base.legend, type: 'scroll', show: series.length > 1 },
      grid: { ...base.grid, top: 56 },
      tooltip: { ...base.tooltip, trigger: 'axis' },
      xAxis: categories(colours, labels.map(withoutMidnight)),
      yAxis: numbers(colours, name),
      series: series.map((one, index) => ({
        name: one.name === '' ? name : one.name,
        type: kind,
        showSymbol: labels.length < 40,
        itemStyle: { color: palette[index % palette.length] },
        data: one.values,
      })),
    };
  };
}

/** Shortens the timestamp of a midnight to its day. */
function withoutMidnight(label: string): string {
  return label.replace(/T00:00:00(?:\.000)?Z$/, '');
}
