import { formatHalfHour } from '../format/dates.js';
import { formatNumber } from '../format/numbers.js';
import { texts } from '../texts/texts.js';
import { categories, frame, numbers, type Draw } from './draw.js';

export interface Load {
  /** By half-hour of the day. */
  readonly weekdays: readonly (number | null)[];
  readonly weekends: readonly (number | null)[];
  readonly unit: string;
  readonly base: number | null;
  readonly peak: number | null;
}

/** Half-hours at which day begins and ends: 06:00 and 18:00. */
const DAY = [12, 36] as const;

/** Draws the load of a mean day as lines. Night is shaded; baseload and peak are dashed. */
export function drawLoad({ weekdays, weekends, unit, base, peak }: Load): Draw {
  const halfHours = weekdays.map((_, halfHour) => formatHalfHour(halfHour));
  const words = texts().charts;
  return (colours) => {
    const frames = frame(colours);
    const referenceLine = (name: string, value: number | null, position: string): readonly object[] =>
      value === null ? [] : [{ yAxis: value, label: { formatter: `${name} ${formatNumber(value, 1)}`, position } }];
    const line = { type: 'line', showSymbol: false };
    return {
      ...frames,
      grid: { ...frames.grid, top: 56 },
      tooltip: {
        ...frames.tooltip,
        trigger: 'axis',
        valueFormatter: (value: unknown) =>
          typeof value === 'number' ? `${formatNumber(value, 1)} ${unit}` : words.noFigure,
      },
      xAxis: { ...categories(colours, halfHours), boundaryGap: false },
      yAxis: {
        ...numbers(colours, unit),
        max: ({ max }: { readonly max: number }) => ceiling(Math.max(max, peak ?? 0)),
      },
      series: [
        {
          ...line,
          name: words.weekdays,
          lineStyle: { width: 2.5, color: colours.types.electricity },
          itemStyle: { color: colours.types.electricity },
          data: weekdays,
          markArea: {
            silent: true,
            itemStyle: { color: colours.night },
            data: [
              [{ xAxis: 0 }, { xAxis: DAY[0] }],
              [{ xAxis: DAY[1] }, { xAxis: halfHours.length - 1 }],
            ],
          },
          markLine: {
            silent: true,
            symbol: 'none',
            lineStyle: { type: 'dashed', color: colours.quiet },
            label: { color: colours.quiet, fontSize: 11 },
            data: [
              ...referenceLine(words.baseload, base, 'insideStartBottom'),
              ...referenceLine(words.peak, peak, 'insideStartTop'),
            ],
          },
        },
        {
          ...line,
          name: words.weekends,
          lineStyle: { width: 2, color: colours.types.gas },
          itemStyle: { color: colours.types.gas },
          data: weekends,
        },
      ],
    };
  };
}

/** Returns a round number above a value, with room for a label. */
function ceiling(value: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(value, 0.1)) - 1);
  return Math.ceil((value * 1.08) / step / 5) * step * 5;
}
