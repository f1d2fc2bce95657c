import { BarChart, CustomChart, HeatmapChart, LineChart } from 'echarts/charts';
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
  CustomChart,
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
 * Creates a chart in an element. Imports only the parts of ECharts that our charts use.
 * @param size in CSS pixels, with the pixel ratio; defaults to the size of the element and the ratio of the screen
 */
export function startChart(
  element: HTMLElement,
  size: { readonly width?: number; readonly height?: number; readonly devicePixelRatio?: number } = {},
): EChartsType {
  return init(element, null, { renderer: 'canvas', ...size });
}

/**
 * Disposes of a chart. ECharts draws large charts in steps and fails if a chart is disposed of between two steps, so
 * this waits two frames.
 */
export function endChart(chart: EChartsType): void {
  chart.clear();
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      chart.dispose();
    }),
  );
}
