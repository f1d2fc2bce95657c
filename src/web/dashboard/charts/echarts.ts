import { BarChart, HeatmapChart, LineChart } from 'echarts/charts';
import {
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  VisualMapPiecewiseComponent,
} from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([
  BarChart,
  HeatmapChart,
  LineChart,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  VisualMapPiecewiseComponent,
  CanvasRenderer,
]);

/**
 * Makes a chart in an element, with those parts of ECharts alone that our charts need.
 * @param size in pixels, and dots for each; without it the element's own, and the screen's
 */
export function startChart(
  element: HTMLElement,
  size: { readonly width?: number; readonly height?: number; readonly devicePixelRatio?: number } = {},
): EChartsType {
  return init(element, null, { renderer: 'canvas', ...size });
}

/** Ends a chart. One that is still being painted, piece after piece, fails when it is disposed of at once. */
export function endChart(chart: EChartsType): void {
  chart.clear();
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      chart.dispose();
    }),
  );
}
