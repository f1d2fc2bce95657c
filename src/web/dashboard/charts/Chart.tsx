import { useEffect, useRef, type ReactElement } from 'react';
import { Scroll } from '../parts/Scroll.js';
import { texts } from '../texts/texts.js';
import { LIGHT } from './colours.js';
import { useColours } from './useColours.js';
import type { Draw } from './draw.js';
import { endChart, startChart } from './echarts.js';
import { pictureOf } from './picture.js';
import { useOnPaper } from './useOnPaper.js';

/** Default height of a chart in pixels. */
export const HEIGHT = 280;
/**
 * Size of a chart in print. A4 upright has 695 pixels between the margins, and Chromium prints a canvas at whole 64ths
 * of its size, rounded down. At 690 pixels the scale is one half, so the chart fills nearly the whole width.
 */
const PAPER = { width: 690, dots: 2, flatness: 0.85 } as const;

/** Draws a chart as wide as its container. */
export function Chart({
  draw,
  name,
  label,
  height,
  minWidth,
}: {
  readonly draw: Draw;
  /** The subject in a few words. */
  readonly name: string;
  /** Description of the chart for screen readers. */
  readonly label: string;
  readonly height: number;
  /** Minimum width in pixels; in a narrower container the chart scrolls. */
  readonly minWidth: number;
}): ReactElement {
  const container = useRef<HTMLDivElement>(null);
  const colours = useColours();
  useOnPaper(container, () => pictureOf(draw, LIGHT, { ...PAPER, height: Math.round(PAPER.flatness * height) }));
  useEffect(() => {
    const outer = container.current;
    if (outer === null) return;
    const element = document.createElement('div');
    element.className = 'chart-drawing';
    outer.append(element);
    const chart = startChart(element);
    const redraw = (): void => {
      chart.resize();
      chart.setOption({ animation: false, ...draw(colours, element.clientWidth) }, true);
    };
    redraw();
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      // The chart is hidden in print and then has no width.
      if (element.clientWidth === width || element.clientWidth === 0) return;
      width = element.clientWidth;
      redraw();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      element.remove();
      endChart(chart);
    };
  }, [draw, colours]);
  const chart = <div ref={container} className="chart" role="img" aria-label={label} style={{ height, minWidth }} />;
  if (minWidth === 0) return chart;
  return <Scroll label={texts().tables.ofChart(name)}>{chart}</Scroll>;
}
