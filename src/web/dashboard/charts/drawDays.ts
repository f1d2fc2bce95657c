import { formatLabel } from '../format/dates.js';
import { formatNumber, scaleOf } from '../format/numbers.js';
import { categories, frame, numbers, type Draw } from './draw.js';

export interface Days {
  readonly days: readonly {
    readonly date: string;
    readonly dayConsumption: number | null;
    readonly nightConsumption: number | null;
    readonly coverage: number | null;
  }[];
  readonly unit: string;
}

/** Areas of day and night on top of each other; days that data does not cover wholly have the colour of gaps. */
export function drawDays({ days, unit }: Days): Draw {
  const most = Math.max(
    0,
    ...days.map(({ dayConsumption, nightConsumption }) => (dayConsumption ?? 0) + (nightConsumption ?? 0)),
  );
  const scale = scaleOf(most, unit);
  const lacking = days.flatMap(({ coverage }, index) =>
    coverage === 1 ? [] : [[{ xAxis: Math.max(0, index - 0.5) }, { xAxis: Math.min(days.length - 1, index + 0.5) }]],
  );
  return (colours) => {
    const base = frame(colours);
    const area = (name: string, colour: string, part: 'dayConsumption' | 'nightConsumption'): object => ({
      name,
      type: 'line',
      stack: 'all',
      step: 'middle',
      showSymbol: false,
      lineStyle: { width: 0 },
      areaStyle: { color: colour, opacity: 0.9 },
      itemStyle: { color: colour },
      data: days.map((day) => (day.coverage ? (day[part] ?? 0) / scale.divisor : null)),
    });
    return {
      ...base,
      grid: { ...base.grid, top: 56 },
      tooltip: {
        ...base.tooltip,
        trigger: 'axis',
        valueFormatter: (value: unknown) =>
          typeof value === 'number' ? `${formatNumber(value, 2)} ${scale.unit}` : 'no data',
      },
      xAxis: {
        ...categories(
          colours,
          days.map(({ date }) => formatLabel(date)),
        ),
        boundaryGap: false,
      },
      yAxis: numbers(colours, scale.unit),
      series: [
        {
          ...area('By night', colours.types.water, 'nightConsumption'),
          markArea: { silent: true, itemStyle: { color: colours.gap }, data: lacking },
        },
        area('By day', colours.types.gas, 'dayConsumption'),
      ],
    };
  };
}
