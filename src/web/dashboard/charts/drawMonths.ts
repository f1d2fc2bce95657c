import { formatLabel } from '../format/dates.js';
import { formatNumber, scaleOf } from '../format/numbers.js';
import { texts } from '../texts/texts.js';
import type { Colours } from './colours.js';
import { categories, frame, numbers, topBelowLegend, type Draw } from './draw.js';
import { overflowMarkers } from './overflowMarkers.js';
import { ceiling, scaleTop } from './scaleTop.js';

/** One series of stacked bars: a name, a colour and a value per period. */
export interface Stack {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly colour: (colours: Colours) => string;
  /** Whether the values are bills, spread evenly over their days. No meter measured them by day, so they are hatched. */
  readonly isSpread?: boolean;
}

/** Hatching at 45 degrees, in pixels. */
const HATCHING = { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [3, 4], rotation: -Math.PI / 4 } as const;

export interface Months {
  /** Labels of the periods, in the format of the API. */
  readonly dates: readonly string[];
  readonly unit: string;
  readonly stacks: readonly Stack[];
  /** Indices of the bars to outline. */
  readonly outlined?: ReadonlySet<number>;
  /** The sum of all stacks in the earlier period, per bar. */
  readonly before?: { readonly name: string; readonly values: readonly (number | null)[] };
}

/** Draws stacked bars by period, and a dashed line for the earlier period. */
export function drawMonths({ dates, unit, stacks, before, outlined }: Months): Draw {
  const sums = dates.map((_, index) => stacks.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const top = scaleTop(sums);
  const scale = scaleOf(top ?? Math.max(...sums, ...(before?.values ?? []).map((value) => value ?? 0)), unit);
  const end = top === null ? null : ceiling(top / scale.divisor);
  const scaled = (values: readonly (number | null)[]): readonly (number | null)[] =>
    values.map((value) => (value === null ? null : value / scale.divisor));
  const legend = [
    ...stacks.map(({ name }) => name),
    ...(end === null ? [] : [texts().charts.above]),
    ...(before ? [before.name] : []),
  ];
  return (colours, width) => {
    const base = frame(colours);
    return {
      ...base,
      tooltip: {
        ...base.tooltip,
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        valueFormatter: (value: unknown) =>
          typeof value === 'number' ? `${formatNumber(value, 2)} ${scale.unit}` : texts().charts.noFigure,
      },
      xAxis: categories(colours, dates.map(formatLabel)),
      yAxis: { ...numbers(colours, scale.unit), ...(end === null ? {} : { max: end }) },
      grid: { ...base.grid, top: topBelowLegend(legend, width) },
      series: [
        ...stacks.map(({ name, values, colour, isSpread = false }) => ({
          name,
          type: 'bar',
          stack: 'all',
          barMaxWidth: 46,
          itemStyle: {
            color: colour(colours),
            ...(isSpread ? { decal: { ...HATCHING, color: colours.surface } } : {}),
          },
          data: scaled(values).map((value, index) =>
            outlined?.has(index) ? { value, itemStyle: { borderColor: colours.outline, borderWidth: 2 } } : value,
          ),
        })),
        ...overflowMarkers(colours, scaled(sums), end),
        ...(before
          ? [
              {
                name: before.name,
                type: 'line',
                symbolSize: 5,
                lineStyle: { type: 'dashed', width: 1.5, color: colours.before },
                itemStyle: { color: colours.before },
                data: scaled(before.values),
              },
            ]
          : []),
      ],
    };
  };
}
