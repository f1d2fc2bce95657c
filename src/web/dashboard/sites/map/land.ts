import { feature } from 'topojson-client';
import file from 'world-atlas/land-110m.json';
import { flatRings, type Point } from './dateLine.js';

type Topology = Parameters<typeof feature>[0];

/** Land as GeoJSON. */
export interface Land {
  readonly type: 'FeatureCollection';
  readonly features: readonly {
    readonly type: 'Feature';
    readonly properties: { readonly name: string };
    readonly geometry: {
      readonly type: 'MultiPolygon';
      readonly coordinates: readonly (readonly (readonly Point[])[])[];
    };
  }[];
}

/**
 * Returns the outline of the land: Natural Earth at 1:110 million, in the public domain.
 * @throws Error if the file is not the expected TopoJSON
 */
export function readLand(): Land {
  const read: unknown = file;
  const land = isTopology(read) ? read.objects.land : undefined;
  if (!isTopology(read) || land === undefined) throw new Error('world-atlas/land-110m.json is no topology of land');
  const geoJson = feature(read, land);
  const features = 'features' in geoJson ? geoJson.features : [geoJson];
  const outlines = features.flatMap(({ geometry }) => {
    if (geometry.type === 'MultiPolygon') return geometry.coordinates;
    return geometry.type === 'Polygon' ? [geometry.coordinates] : [];
  });
  // Holes belong to the first ring only. At this scale there is one, the Caspian Sea, far from the date line where
  // rings have copies.
  const polygons = outlines.flatMap(([outer = [], ...holes]) =>
    flatRings(pointsOf(outer)).map((ring, index) => (index === 0 ? [ring, ...holes.map(pointsOf)] : [ring])),
  );
  return {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: 'land' },
        geometry: { type: 'MultiPolygon', coordinates: polygons },
      },
    ],
  };
}

function pointsOf(ring: readonly (readonly number[])[]): readonly Point[] {
  return ring.map(([longitude = 0, latitude = 0]) => [longitude, latitude]);
}

function isTopology(value: unknown): value is Topology {
  return (
    typeof value === 'object' &&
    value !== null &&
    Reflect.get(value, 'type') === 'Topology' &&
    typeof Reflect.get(value, 'objects') === 'object'
  );
}
