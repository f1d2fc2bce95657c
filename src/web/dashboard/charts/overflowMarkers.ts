import { formatNumber } from '../format/numbers.js';
import { texts } from '../texts/texts.js';
import type { Colours } from './colours.js';

/**
 * Returns a series that marks each bar that the end of the axis cuts off, with its value.
 * @param values heights of the bars, in the unit of the axis
 * @param end the end of the axis; null if it cuts off no bar
 */
export function overflowMarkers(
  colours: Colours,
  values: readonly (number | null)[],
  end: number | null,
): readonly object[] {
  if (end === null) return [];
  return [
    {
      name: texts().charts.above,
      type: 'line',
      z: 5,
      silent: true,
      tooltip: { show: false },
      symbol: 'triangle',
      symbolSize: 10,
      showAllSymbol: true,
      lineStyle: { opacity: 0 },
      itemStyle: { color: colours.above },
      label: {
        show: true,
        position: 'bottom',
        color: colours.text,
        backgroundColor: colours.surface,
        padding: [1, 3],
        fontSize: 11,
        formatter: ({ dataIndex }: { readonly dataIndex: number }) => formatNumber(values[dataIndex], 1),
      },
      labelLayout: { hideOverlap: true },
      data: values.map((value) => (value !== null && value > end ? end : null)),
    },
  ];
}
