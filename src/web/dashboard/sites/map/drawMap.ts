import { ScatterChart } from 'echarts/charts';
import { GeoComponent } from 'echarts/components';
import { registerMap, use, type EChartsCoreOption, type EChartsType } from 'echarts/core';
import type { Colours } from '../../charts/colours.js';
import { frame } from '../../charts/draw.js';
import { startChart } from '../../charts/echarts.js';
import { formatNumber } from '../../format/numbers.js';
import { texts } from '../../texts/texts.js';
import { DEGREE, type Bounds } from './bounds.js';
import type { Cluster } from './cluster.js';
import { readLand } from './land.js';

const NAME = 'land';
const MARKS = 'sites';
/** Names that a tooltip lists. */
const NAMES = 8;

use([GeoComponent, ScatterChart]);
registerMap(NAME, JSON.stringify(readLand()));

/** Makes a map in an element. */
export function startMap(element: HTMLElement): EChartsType {
  return startChart(element);
}

/** The land around some bounds. */
export function drawLand(colours: Colours, bounds: Bounds): EChartsCoreOption {
  return {
    animation: false,
    tooltip: frame(colours).tooltip,
    geo: {
      ...{ map: NAME, roam: true, silent: true, clip: true, aspectScale: DEGREE },
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

const marksIn = ({ accent, surface }: Colours): object => ({
  itemStyle: { color: accent, borderColor: surface, borderWidth: 1.5, opacity: 0.88 },
  label: { show: true, color: surface, fontSize: 11, fontWeight: 600, formatter: labelOf },
});

/** Land and marks in the colours of another scheme, where they are. */
export function recolour(colours: Colours): EChartsCoreOption {
  return { geo: landIn(colours), series: [{ id: MARKS, ...marksIn(colours) }] };
}

/** A mark for each cluster, as large as it has sites, with their number. */
export function drawMarks(colours: Colours, clusters: readonly Cluster[]): EChartsCoreOption {
  return {
    series: [
      {
        id: MARKS,
        type: 'scatter',
        coordinateSystem: 'geo',
        ...marksIn(colours),
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
  const names = sites.slice(0, NAMES).map(({ name }) => name);
  return [...names, ...(sites.length > NAMES ? [texts().sites.moreHere(sites.length - NAMES)] : [])].join('\n');
}
