import { formatDay, formatLabel, formatHalfHour } from '../format/dates.js';
import { formatNumber } from '../format/numbers.js';
import { texts } from '../texts/texts.js';
import type { Colours } from './colours.js';
import { categories, frame, type Draw } from './draw.js';
import { scaleTop } from './scaleTop.js';

export interface Heat {
  readonly days: readonly { readonly date: string; readonly values: readonly (number | null)[] }[];
  readonly unit: string;
  /** Ranges to outline. */
  readonly outlined: readonly HeatBlock[];
}

/** The half-hours from `first` of day `from` to `last` of day `to`; indices, both ends included. */
export interface HeatBlock {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
}

const HALF_HOURS = Array.from({ length: 48 }, (_, halfHour) => formatHalfHour(halfHour));

/**
 * Draws a column for each day and a row for each half-hour, with midnight at the top. Half-hours without data have a
 * colour too: ECharts draws the map in steps, and the background shows the part that is still to be drawn. If a few
 * values are far above the others, the colours end at the 99th percentile, and the values above it have a separate
 * colour.
 */
export function drawHeat({ days, unit, outlined }: Heat): Draw {
  const allValues = days.flatMap(({ values }) => values.filter((value) => value !== null));
  const top = scaleTop(allValues);
  const most = top ?? allValues.reduce((max, value) => Math.max(max, value), 0);
  const least = allValues.reduce((min, value) => Math.min(min, value), most);
  // A value just below the range gets the out-of-range colour and hardly stretches the colour scale.
  const none = least - (most - least || 1) / 1e6;
  const cells = days.flatMap(({ values }, day) => values.map((value, halfHour) => [day, halfHour, value ?? none]));
  return (colours) => {
    const base = frame(colours);
    const above = { color: colours.above };
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
        seriesIndex: 0,
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
          data: cells.map((value) => ((value[2] ?? 0) > most ? { value, itemStyle: above } : value)),
          emphasis: { disabled: true },
        },
        outlines(outlined, colours),
      ],
    };
  };
}

/** The parts of ECharts' `api` of a custom series that the outlines use: positions and sizes in pixels. */
interface Cells {
  readonly coord: (cell: readonly [day: number, halfHour: number]) => readonly [x: number, y: number];
  readonly size: (cells: readonly [days: number, halfHours: number]) => readonly [width: number, height: number];
}

/**
 * Outlines blocks along the edges of their cells, above the map. ECharts draws its mark areas below a heat map, and
 * from the middle of a cell to the middle of another.
 */
function outlines(outlined: readonly HeatBlock[], { outline, surface }: Colours): object {
  return {
    type: 'custom',
    z: 3,
    silent: true,
    tooltip: { show: false },
    data: outlined.map(({ from, first }) => [from, first]),
    renderItem: ({ dataIndex }: { readonly dataIndex: number }, { coord, size }: Cells) => {
      const block = outlined[dataIndex];
      if (block === undefined) return null;
      const [[left, top], [width, height]] = [coord([0, 0]), size([1, 1])];
      const points = cornersOf(block).map(([day, halfHour]) => [
        left + (day - 0.5) * width,
        top + (halfHour - 0.5) * height,
      ]);
      // A wider line in the colour of the page sets the outline off from any colour of the map.
      const children = [
        { stroke: surface, lineWidth: 4 },
        { stroke: outline, lineWidth: 2 },
      ].map((style) => ({ type: 'polygon', shape: { points }, style: { ...style, fill: 'transparent' } }));
      return { type: 'group', children };
    },
  };
}

/** Returns the corners of a block, in cells from the first edge. A block may cover a part of its first and last day. */
function cornersOf({ from, to, first, last }: HeatBlock): readonly (readonly [day: number, halfHour: number])[] {
  const end = HALF_HOURS.length;
  if (from === to || (first === 0 && last === end - 1)) {
    return [
      [from, first],
      [to + 1, first],
      [to + 1, last + 1],
      [from, last + 1],
    ];
  }
  return [
    [from, first],
    [from + 1, first],
    [from + 1, 0],
    [to + 1, 0],
    [to + 1, last + 1],
    [to, last + 1],
    [to, end],
    [from, end],
  ];
}
