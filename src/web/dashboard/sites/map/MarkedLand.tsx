import type { EChartsType } from 'echarts/core';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { LIGHT, useColours } from '../../charts/colours.js';
import { useOnPaper } from '../../charts/useOnPaper.js';
import { texts } from '../../texts/texts.js';
import { boundsOf } from './bounds.js';
import { clustersOf, type Cluster, type Placed } from './cluster.js';
import { drawLand, drawMarks, recolour, startMap } from './drawMap.js';
import { SitesHere } from './SitesHere.js';

/** Sites nearer than this are one mark. */
const APART_PIXELS = 36;
const STEP = 2;

/** The outline of the land with a mark for the sites of each place; it is dragged, and zoomed by wheel or buttons. */
export function MarkedLand({ sites }: { readonly sites: readonly Placed[] }): ReactElement {
  const words = texts().sites;
  const place = useRef<HTMLDivElement>(null);
  const map = useRef<EChartsType | null>(null);
  const colours = useColours();
  const [here, setHere] = useState<Cluster | null>(null);
  const [start, setStart] = useState(0);
  // On paper is the part of the map that is looked at.
  useOnPaper(place, () => {
    const chart = map.current;
    if (chart === null || chart.getWidth() === 0) return null;
    chart.setOption(recolour(LIGHT));
    const picture = chart.renderToCanvas({ pixelRatio: 1, backgroundColor: LIGHT.surface });
    chart.setOption(recolour(colours));
    return picture;
  });
  useEffect(() => {
    const outer = place.current;
    if (outer === null) return undefined;
    const element = document.createElement('div');
    element.className = 'chart-drawing';
    outer.append(element);
    const chart = startMap(element);
    map.current = chart;
    let clusters: readonly Cluster[] = [];
    const mark = (): void => {
      const [west, east] = [chart.convertToPixel('geo', [0, 0]), chart.convertToPixel('geo', [1, 0])];
      const perDegree = Math.abs((east[0] ?? 1) - (west[0] ?? 0));
      clusters = clustersOf(sites, APART_PIXELS / perDegree);
      chart.setOption(drawMarks(colours, clusters));
    };
    const draw = (): void => {
      // On paper it is not shown, and so has no size; it is drawn when it is shown again.
      if (element.clientWidth === 0) return;
      chart.resize();
      chart.setOption(drawLand(colours, boundsOf(sites, chart.getWidth() / chart.getHeight())), true);
      mark();
    };
    draw();
    chart.on('georoam', mark);
    chart.on('click', ({ dataIndex }) => {
      setHere(clusters[dataIndex] ?? null);
    });
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      // Where it is looked at stays while the page is printed.
      if (element.clientWidth === width || element.clientWidth === 0) return;
      width = element.clientWidth;
      draw();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      map.current = null;
      chart.dispose();
      element.remove();
    };
  }, [sites, colours, start]);
  const zoom = (by: number): void => {
    const chart = map.current;
    chart?.dispatchAction({
      ...{ type: 'geoRoam', componentType: 'geo', geoIndex: 0, zoom: by },
      ...{ originX: chart.getWidth() / 2, originY: chart.getHeight() / 2 },
    });
  };
  return (
    <>
      <p className="zoom">
        <button
          type="button"
          className="plain"
          onClick={() => {
            zoom(STEP);
          }}
        >
          {words.zoomIn}
        </button>
        <button
          type="button"
          className="plain"
          onClick={() => {
            zoom(1 / STEP);
          }}
        >
          {words.zoomOut}
        </button>
        <button
          type="button"
          className="plain"
          onClick={() => {
            setStart(start + 1);
          }}
        >
          {words.showAll}
        </button>
      </p>
      <div ref={place} className="chart land" role="img" aria-label={words.mapAlt(sites.length)} />
      <div role="status">{here !== null && <SitesHere sites={here.sites} />}</div>
    </>
  );
}
