import { useEffect, useRef, type ReactElement } from 'react';
import { useColours } from './colours.js';
import type { Draw } from './draw.js';
import { startChart } from './echarts.js';

const HEIGHT = 280;

/** A chart as wide as its place. */
export function Chart({
  draw,
  label,
  height = HEIGHT,
  least = 0,
}: {
  readonly draw: Draw;
  readonly label: string;
  readonly height?: number;
  /** Pixels that it needs in width; where there are fewer, it is scrolled. */
  readonly least?: number;
}): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const colours = useColours();
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
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      redraw();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      element.remove();
      chart.clear();
      // A chart that is still being painted, piece after piece, fails when it is disposed of at once.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          chart.dispose();
        }),
      );
    };
  }, [draw, colours]);
  const chart = <div ref={place} className="chart" role="img" aria-label={label} style={{ height, minWidth: least }} />;
  if (least === 0) return chart;
  return (
    <div className="scroll" role="region" aria-label={`${label.split('.')[0] ?? ''}, chart`} tabIndex={0}>
      {chart}
    </div>
  );
}
