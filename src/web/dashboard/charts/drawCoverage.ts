import { formatLabel } from '../format/dates.js';
import { formatShare } from '../format/numbers.js';
import { texts } from '../texts/texts.js';
import { categories, frame, type Draw } from './draw.js';

export interface Coverage {
  readonly dates: readonly string[];
  readonly rows: readonly { readonly name: string; readonly shares: readonly (number | null)[] }[];
}

/** Draws the share of each period that has data, in three colours: all, some or none. Each row is a building. */
export function drawCoverage({ dates, rows }: Coverage): Draw {
  return (colours, width) => {
    const base = frame(colours);
    const names = {
      ...categories(
        colours,
        rows.map(({ name }) => name),
      ),
      inverse: true,
    };
    return {
      ...base,
      grid: { ...base.grid, top: 4, bottom: 4 },
      tooltip: {
        ...base.tooltip,
        formatter: ({ value }: { readonly value: readonly [number, number, number] }) =>
          `${rows[value[1]]?.name ?? ''}\n${formatLabel(dates[value[0]] ?? '')}: ${texts().charts.hasData(formatShare(value[2]))}`,
      },
      xAxis: categories(colours, dates.map(formatLabel)),
      yAxis: {
        ...names,
        axisLabel: { color: colours.text, fontSize: 11, width: width < 500 ? 110 : 220, overflow: 'truncate' },
      },
      visualMap: {
        type: 'piecewise',
        show: false,
        pieces: [
          { value: 0, color: colours.coverage.none },
          { gt: 0, lt: 1, color: colours.coverage.some },
          { value: 1, color: colours.coverage.full },
        ],
      },
      series: [
        {
          type: 'heatmap',
          itemStyle: { borderColor: colours.surface, borderWidth: 1.5 },
          label: {
            show: width > 700,
            color: colours.onCoverage,
            fontSize: 11,
            formatter: ({ value }: { readonly value: readonly [number, number, number] }) =>
              value[2] === 1 ? '' : formatShare(value[2]),
          },
          data: rows.flatMap(({ shares }, row) =>
            shares.flatMap((share, index) => (share === null ? [] : [[index, row, share]])),
          ),
        },
      ],
    };
  };
}
