import { ScatterChart } from 'echarts/charts';
import { GeoComponent } from 'echarts/components';
import { registerMap, use, type EChartsCoreOption, type EChartsType } from 'echarts/core';
import type { Colours } from '../../charts/colours.js';
import { frame } from '../../charts/draw.js';
import { startChart } from '../../charts/echarts.js';
import { formatNumber } from '../../format/numbers.js';
import { texts } from '../../texts/texts.js';
import { boundsOf, DEGREE, type Bounds } from './bounds.js';
import { clustersOf, type Cluster, type LocatedSite } from './cluster.js';
import { readLand } from './land.js';

const MAP_NAME = 'land';
const MARKERS = 'sites';
/** The maximum number of names in a tooltip. */
const MAX_NAMES = 8;

use([GeoComponent, ScatterChart]);
registerMap(MAP_NAME, JSON.stringify(readLand()));

/** The minimum distance of two markers in pixels. */
const APART_PIXELS = 36;

/** A map with its chart object. */
export interface OpenMap {
  readonly chart: EChartsType;
  /** Removes the map. */
  readonly close: () => void;
}

/**
 * Draws a map of sites in a new child of an element.
 * @param onSelect receives the cluster that the user clicks; null if the click hits none
 */
export function openMap(
  outer: HTMLElement,
  sites: readonly LocatedSite[],
  colours: Colours,
  onSelect: (cluster: Cluster | null) => void,
): OpenMap {
  const element = document.createElement('div');
  element.className = 'chart-drawing';
  outer.append(element);
  const chart = startChart(element);
  let clusters: readonly Cluster[] = [];
  const updateMarkers = (): void => {
    const [west, east] = [chart.convertToPixel('geo', [0, 0]), chart.convertToPixel('geo', [1, 0])];
    const perDegree = Math.abs((east[0] ?? 1) - (west[0] ?? 0));
    clusters = clustersOf(sites, APART_PIXELS / perDegree);
    chart.setOption(drawMarkers(colours, clusters));
  };
  const draw = (): void => {
    // The style sheets hide the map in print, so it has no size then. This runs again when they show it.
    if (element.clientWidth === 0) return;
    chart.resize();
    chart.setOption(drawLand(colours, boundsOf(sites, chart.getWidth() / chart.getHeight())), true);
    updateMarkers();
  };
  draw();
  chart.on('georoam', updateMarkers);
  chart.on('click', ({ dataIndex }) => {
    onSelect(clusters[dataIndex] ?? null);
  });
  let width = element.clientWidth;
  const observer = new ResizeObserver(() => {
    // A print must not reset the section of the map that the user chose.
    if (element.clientWidth === width || element.clientWidth === 0) return;
    width = element.clientWidth;
    draw();
  });
  observer.observe(element);
  return {
    chart,
    close: () => {
      observer.disconnect();
      chart.dispose();
      element.remove();
    },
  };
}

/**
 * Zooms a map around its centre.
 * @param factor above 1 zooms in
 */
export function zoomBy(chart: EChartsType | null, factor: number): void {
  chart?.dispatchAction({
    ...{ type: 'geoRoam', componentType: 'geo', geoIndex: 0, zoom: factor },
    ...{ originX: chart.getWidth() / 2, originY: chart.getHeight() / 2 },
  });
}

/** Returns the options of the land within an area. */
function drawLand(colours: Colours, bounds: Bounds): EChartsCoreOption {
  return {
    animation: false,
    tooltip: frame(colours).tooltip,
    geo: {
      ...{ map: MAP_NAME, roam: true, silent: true, clip: true, aspectScale: DEGREE },
      ...{ left: 0, right: 0, top: 0, bottom: 0 },
      boundingCoords: bounds,
      scaleLimit: { min: 0.5, max: 2_000 },
      ...landIn(colours),
    },
  };
}

const landIn = ({ line, quiet }: Colours): object => ({
  itemStyle: { areaColor: line, borderColor: quiet, borderWidth: 0.5 },
});

const markersIn = ({ accent, surface }: Colours): object => ({
  itemStyle: { color: accent, borderColor: surface, borderWidth: 1.5, opacity: 0.88 },
  label: { show: true, color: surface, fontSize: 11, fontWeight: 600, formatter: labelOf },
});

/** Returns the colours of another scheme for the land and the markers, without moving them. */
export function recolour(colours: Colours): EChartsCoreOption {
  return { geo: landIn(colours), series: [{ id: MARKERS, ...markersIn(colours) }] };
}

/** Returns a marker for each cluster, sized and labelled by its number of sites. */
function drawMarkers(colours: Colours, clusters: readonly Cluster[]): EChartsCoreOption {
  return {
    series: [
      {
        id: MARKERS,
        type: 'scatter',
        coordinateSystem: 'geo',
        ...markersIn(colours),
        tooltip: { formatter: ({ dataIndex }: { readonly dataIndex: number }) => namesOf(clusters[dataIndex]) },
        data: clusters.map(({ longitude, latitude, sites }) => ({
          value: [longitude, latitude, sites.length],
          symbolSize: sites.length === 1 ? 12 : 18 + 5 * Math.log10(sites.length) * 2,
        })),
      },
    ],
  };
}

function labelOf({ value }: { readonly value: readonly number[] }): string {
  const number = value[2] ?? 1;
  return number === 1 ? '' : formatNumber(number);
}

function namesOf(cluster: Cluster | undefined): string {
  const sites = cluster?.sites ?? [];
  const names = sites.slice(0, MAX_NAMES).map(({ name }) => name);
  return [...names, ...(sites.length > MAX_NAMES ? [texts().sites.moreHere(sites.length - MAX_NAMES)] : [])].join('\n');
}
