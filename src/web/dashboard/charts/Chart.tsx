import { useEffect, useRef, type ReactElement } from 'react';
import { texts } from '../texts/texts.js';
import { LIGHT, useColours } from './colours.js';
import type { Draw } from './draw.js';
import { endChart, startChart } from './echarts.js';
import { pictureOf } from './picture.js';
import { useOnPaper } from './useOnPaper.js';

/** Of a chart that tells no other, in pixels. */
export const HEIGHT = 280;
/**
 * A little less than the 695 pixels between the margins of A4, upright, and flatter than on a screen. Chromium prints a canvas at
 * whole 64ths of its size, rounded down: here at a half, so that nearly all of the width is used.
 */
const PAPER = { width: 690, dots: 2, flatness: 0.85 } as const;

/** A chart as wide as its place. */
export function Chart({
  draw,
  name,
  label,
  height,
  least,
}: {
  readonly draw: Draw;
  /** What it is of, in a few words. */
  readonly name: string;
  /** What it shows, for those who do not see it. */
  readonly label: string;
  readonly height: number;
  /** Pixels that it needs in width; where there are fewer, it is scrolled. */
  readonly least: number;
}): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const colours = useColours();
  useOnPaper(place, () => pictureOf(draw, LIGHT, { ...PAPER, height: Math.round(PAPER.flatness * height) }));
  useEffect(() => {
    const outer = place.current;
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
      // On paper it is not shown, and so has none.
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
  const chart = <div ref={place} className="chart" role="img" aria-label={label} style={{ height, minWidth: least }} />;
  if (least === 0) return chart;
  return (
    <div className="scroll" role="region" aria-label={texts().tables.ofChart(name)} tabIndex={0}>
      {chart}
    </div>
  );
}
