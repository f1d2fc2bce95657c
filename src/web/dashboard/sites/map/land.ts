import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import file from 'world-atlas/land-110m.json';

/** The land of the earth, coarsely: Natural Earth's outlines at 1:110 million, which are in the public domain. */
export function readLand(): ReturnType<typeof feature<object>> {
  const read: unknown = file;
  if (!isLand(read)) throw new Error('world-atlas/land-110m.json is no topology of land');
  return feature(read, read.objects.land);
}

function isLand(value: unknown): value is Topology<{ land: GeometryCollection<object> }> {
  if (typeof value !== 'object' || value === null) return false;
  const objects: unknown = Reflect.get(value, 'objects');
  return (
    Reflect.get(value, 'type') === 'Topology' && typeof objects === 'object' && objects !== null && 'land' in objects
  );
}
