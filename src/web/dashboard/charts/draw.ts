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
