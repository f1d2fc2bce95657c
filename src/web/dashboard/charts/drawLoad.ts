import { formatHalfHour } from '../format/dates.js';
import { formatNumber } from '../format/numbers.js';
import { texts } from '../texts/texts.js';
import type { Colours } from './colours.js';
import { categories, frame, numbers, type Draw } from './draw.js';
import { ceiling } from './scaleTop.js';

export interface Load {
  /** By half-hour of the day. */
  readonly weekdays: readonly (number | null)[];
  readonly weekends: readonly (number | null)[];
  readonly unit: string;
  readonly base: number | null;
  readonly peak: number | null;
  /** Whether an open finding covers the peak. */
  readonly isPeakSuspect: boolean;
  /** The demand at which the scale ends if the peak is a spike; null if the scale includes the peak. */
  readonly top: number | null;
}

/** The half-hours at which the day begins and ends: 06:00 and 18:00. */
const DAY_HALF_HOURS = [12, 36] as const;

/** Draws the load of a mean day as lines. Night is shaded; baseload and peak are dashed. */
export function drawLoad({ weekdays, weekends, unit, base, peak, isPeakSuspect, top }: Load): Draw {
  const halfHours = weekdays.map((_, halfHour) => formatHalfHour(halfHour));
  const words = texts().charts;
  const largest = [...weekdays, ...weekends].reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const end = ceiling(Math.max(largest, top ?? peak ?? 0));
  const isAbove = peak !== null && peak > end;
  const peakName = `${isAbove ? `▲ ${words.above}: ` : ''}${isPeakSuspect ? words.suspectPeak : words.peak}`;
  return (colours) => {
    const frames = frame(colours);
    const line = { type: 'line', showSymbol: false };
    return {
      ...frames,
      // ECharts draws a circle of this height on the line of each entry. A large circle would hide which line is
      // dotted.
      legend: { ...frames.legend, itemWidth: 30, itemHeight: 2 },
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
        max: end,
      },
      series: [
        {
          ...line,
          name: words.weekdays,
          lineStyle: { width: 2.5, color: colours.text },
          itemStyle: { color: colours.text },
          data: weekdays,
          markArea: {
            silent: true,
            itemStyle: { color: colours.night },
            data: [
              [{ xAxis: 0 }, { xAxis: DAY_HALF_HOURS[0] }],
              [{ xAxis: DAY_HALF_HOURS[1] }, { xAxis: halfHours.length - 1 }],
            ],
          },
          markLine: referenceLines(colours, end, [
            { name: words.baseload, value: base, position: 'insideStartBottom' },
            { name: peakName, value: peak, position: isAbove ? 'insideStartBottom' : 'insideStartTop' },
          ]),
        },
        {
          ...line,
          name: words.weekends,
          lineStyle: { width: 2, type: 'dotted', color: colours.text },
          itemStyle: { color: colours.text },
          data: weekends,
        },
      ],
    };
  };
}

/** Draws named values as dashed lines. A value above the axis is drawn at the end of the axis. */
function referenceLines(
  { quiet }: Colours,
  end: number,
  lines: readonly { readonly name: string; readonly value: number | null; readonly position: string }[],
): object {
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { type: 'dashed', color: quiet },
    label: { color: quiet, fontSize: 11 },
    data: lines.flatMap(({ name, value, position }) =>
      value === null
        ? []
        : [{ yAxis: Math.min(value, end), label: { formatter: `${name} ${formatNumber(value, 1)}`, position } }],
    ),
  };
}
