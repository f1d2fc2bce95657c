import type { EChartsCoreOption } from 'echarts/core';
import { formatNumber } from '../format/numbers.js';
import type { Colours } from './colours.js';

/** Makes ECharts' option of a chart in the colours of a scheme, for a chart of a width in pixels. */
export type Draw = (colours: Colours, width: number) => EChartsCoreOption;

/**
 * What all charts have in common. Tooltips are drawn on the canvas: as HTML they need style attributes, which the
 * content security policy forbids.
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

/** An axis of categories. */
export function categories({ quiet, line }: Colours, data: readonly string[]): object {
  return {
    type: 'category',
    data,
    axisLine: { lineStyle: { color: line } },
    axisTick: { show: false },
    axisLabel: { color: quiet, fontSize: 11, hideOverlap: true },
  };
}

/** An axis of numbers. */
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
