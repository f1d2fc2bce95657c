import { feature } from 'topojson-client';
import file from 'world-atlas/land-110m.json';

type Topology = Parameters<typeof feature>[0];

/** The land of the earth as GeoJSON, coarsely: Natural Earth's outlines at 1:110 million, which are in the public domain. */
export function readLand(): ReturnType<typeof feature> {
  const read: unknown = file;
  const land = isTopology(read) ? read.objects.land : undefined;
  if (!isTopology(read) || land === undefined) throw new Error('world-atlas/land-110m.json is no topology of land');
  return feature(read, land);
}

function isTopology(value: unknown): value is Topology {
  return (
    typeof value === 'object' &&
    value !== null &&
    Reflect.get(value, 'type') === 'Topology' &&
    typeof Reflect.get(value, 'objects') === 'object'
  );
}
