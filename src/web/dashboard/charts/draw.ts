import type { EChartsCoreOption } from 'echarts/core';
import { formatNumber } from '../format/numbers.js';
import type { Colours } from './colours.js';

/** Returns ECharts options for a chart in the colours of a scheme; `width` is in pixels. */
export type Draw = (colours: Colours, width: number) => EChartsCoreOption;

/**
 * Returns the options that all charts share. ECharts draws tooltips on the canvas, because HTML tooltips need style
 * attributes, which the content security policy forbids.
 */
export function frame({
  text,
  quiet,
  line,
  surface,
}: Colours): Readonly<Record<'tooltip' | 'legend' | 'grid', object>> {
  return {
    tooltip: {
      renderMode: 'richText',
      backgroundColor: surface,
      borderColor: line,
      confine: true,
      textStyle: { color: text, fontSize: 12 },
      axisPointer: { lineStyle: { color: quiet }, shadowStyle: { color: 'rgba(128, 148, 142, 0.14)' } },
    },
    legend: { top: 0, left: 0, itemWidth: 12, itemHeight: 12, itemGap: 14, textStyle: { color: text, fontSize: 12 } },
    grid: { left: 4, right: 12, top: 36, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  };
}

/**
 * Sizes of a legend in pixels: the height of a row, the mean width of a letter, and the width of an entry without its
 * name.
 */
const LEGEND = { row: 20, letter: 6.4, entry: 31 } as const;

/**
 * Returns the top of the grid below a legend, in pixels, with room for the name of the axis. A legend takes several
 * rows if the chart is narrow.
 * @param names of the legend's entries
 * @param width of the chart in pixels
 */
export function topBelowLegend(names: readonly string[], width: number): number {
  let [rows, used] = [1, 0];
  for (const name of names) {
    const needed = LEGEND.entry + LEGEND.letter * name.length;
    if (used > 0 && used + needed > width) [rows, used] = [rows + 1, 0];
    used += needed;
  }
  return 36 + rows * LEGEND.row;
}

/** Returns a category axis. */
export function categories({ quiet, line }: Colours, data: readonly string[]): object {
  return {
    type: 'category',
    data,
    axisLine: { lineStyle: { color: line } },
    axisTick: { show: false },
    axisLabel: { color: quiet, fontSize: 11, hideOverlap: true },
  };
}

/** Returns a numeric axis. */
export function numbers({ quiet, line }: Colours, unit: string): object {
  return {
    type: 'value',
    name: unit,
    nameTextStyle: { color: quiet, fontSize: 11, align: 'left', padding: [0, 0, 0, -24] },
    splitLine: { lineStyle: { color: line } },
    axisLabel: { color: quiet, fontSize: 11, formatter: (value: number) => formatNumber(value, 3) },
    splitNumber: 4,
  };
}
