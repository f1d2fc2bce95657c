import { formatDay, formatLabel, formatHalfHour } from '../format/dates.js';
import { formatNumber } from '../format/numbers.js';
import { texts } from '../texts/texts.js';
import { categories, frame, type Draw } from './draw.js';

export interface Heat {
  readonly days: readonly { readonly date: string; readonly values: readonly (number | null)[] }[];
  readonly unit: string;
  /** Ranges to outline. */
  readonly outlined: readonly HeatBlock[];
}

/** A block of half-hours (`first` to `last`) on consecutive days (`from` to `to`); indices, ends included. */
export interface HeatBlock {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
}

const HALF_HOURS = Array.from({ length: 48 }, (_, halfHour) => formatHalfHour(halfHour));

/**
 * Draws a column for each day and a row for each half-hour, with midnight at the top. Half-hours without data have a
 * colour too, because ECharts draws the map in steps and the background shows what it has not drawn yet.
 */
export function drawHeat({ days, unit, outlined }: Heat): Draw {
  const allValues = days.flatMap(({ values }) => values.filter((value) => value !== null));
  const most = allValues.reduce((max, value) => Math.max(max, value), 0);
  const least = allValues.reduce((min, value) => Math.min(min, value), most);
  // A value just below the range gets the out-of-range colour and hardly stretches the colour scale.
  const none = least - (most - least || 1) / 1e6;
  const cells = days.flatMap(({ values }, day) => values.map((value, halfHour) => [day, halfHour, value ?? none]));
  return (colours) => {
    const base = frame(colours);
    return {
      ...base,
      tooltip: {
        ...base.tooltip,
        formatter: ({ value }: { readonly value: readonly [number, number, number] }) =>
          `${formatDay(days[value[0]]?.date ?? '')}, ${formatHalfHour(value[1])}\n${value[2] === none ? texts().charts.noData : `${formatNumber(value[2], 2)} ${unit}`}`,
      },
      grid: { ...base.grid, top: 30 },
      xAxis: categories(
        colours,
        days.map(({ date }) => formatLabel(date)),
      ),
      yAxis: {
        ...categories(colours, HALF_HOURS),
        inverse: true,
        axisLabel: { color: colours.quiet, fontSize: 11, interval: 7 },
      },
      visualMap: {
        min: none,
        range: [least, most],
        max: most,
        calculable: false,
        orient: 'horizontal',
        top: 0,
        left: 0,
        itemWidth: 10,
        itemHeight: 120,
        text: [texts().charts.inHalfHour(`${formatNumber(most, 1)} ${unit}`), formatNumber(least, 1)],
        textStyle: { color: colours.quiet, fontSize: 11 },
        inRange: { color: colours.heat },
        outOfRange: { color: colours.gap },
      },
      series: [
        {
          type: 'heatmap',
          progressive: 0,
          data: cells,
          emphasis: { disabled: true },
          markArea: outlines(outlined, colours.outline),
        },
      ],
    };
  };
}

function outlines(outlined: readonly HeatBlock[], colour: string): object {
  return {
    silent: true,
    itemStyle: { color: 'transparent', borderColor: colour, borderWidth: 2 },
    data: outlined.map(({ from, to, first, last }) => [{ coord: [from, first] }, { coord: [to, last] }]),
  };
}
