import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, DEGREE } from '../../src/web/dashboard/sites/map/bounds.js';
import { clustersOf } from '../../src/web/dashboard/sites/map/cluster.js';
import { parseCoordinates } from '../../src/web/dashboard/sites/map/coordinates.js';
import { flatRings, type Point } from '../../src/web/dashboard/sites/map/dateLine.js';

describe('the map of the sites', () => {
  it.each([
    ['52.2', '0.0905', { latitude: 52.2, longitude: 0.0905 }],
    [' -90 ', '+180.0', { latitude: -90, longitude: 180 }],
    ['90.1', '0', null],
    ['0', '-180.5', null],
    ['52,2', '0', null],
    ['52.2 N', '0', null],
    ['', '0', null],
    [null, '0', null],
    ['NaN', '1e2', null],
  ])('parses %j and %j as %j', (latitude, longitude, place) => {
    expect(parseCoordinates({ latitude, longitude })).toEqual(place);
  });

  it('groups sites by grid cell and loses none', () => {
    const sites = [
      [0.1, 52.2],
      [0.2, 52.3],
      [-123, 49.2],
      [-122.9, 49.25],
      [0.3, 52.4],
    ].map(([longitude = 0, latitude = 0], index) => ({
      ...{ id: String(index), name: `Site ${index}`, locality: null },
      ...{ longitude, latitude },
    }));
    const sizes = (cell: number): readonly number[] => clustersOf(sites, cell).map(({ sites: own }) => own.length);
    expect(sizes(5)).toEqual([3, 2]);
    expect(sizes(0.01)).toEqual([1, 1, 1, 1, 1]);
    expect(clustersOf(sites, 5)[1]).toMatchObject({ longitude: -122.95, latitude: 49.225 });
  });

  it('keeps markers at least a cell apart for any sites, and loses none', () => {
    const degrees = (most: number): fc.Arbitrary<number> => fc.double({ min: -most, max: most, noNaN: true });
    const places = fc.array(fc.record({ longitude: degrees(3), latitude: degrees(2) }), { maxLength: 60 });
    fc.assert(
      fc.property(places, fc.constantFrom(0.5, 1, 2.5), (some, cell) => {
        const sites = some.map((place, index) => ({ id: String(index), name: '', locality: null, ...place }));
        const clusters = clustersOf(sites, cell);
        const ids = clusters.flatMap(({ sites: own }) => own.map(({ id }) => id));
        expect(ids.toSorted()).toEqual(sites.map(({ id }) => id).toSorted());
        for (const [index, one] of clusters.entries()) {
          for (const other of clusters.slice(index + 1)) {
            const across = one.longitude - other.longitude;
            const up = (one.latitude - other.latitude) / DEGREE;
            expect(Math.hypot(across, up)).toBeGreaterThanOrEqual(cell);
          }
        }
      }),
    );
  });

  it('covers all places, in the aspect ratio of the picture', () => {
    const places = [
      { longitude: 0.1, latitude: 52.2 },
      { longitude: -147.7, latitude: 64.8 },
    ];
    for (const shape of [0.5, 1, 3]) {
      for (const some of [places, places.slice(1)]) {
        const [[west, north], [east, south]] = boundsOf(some, shape);
        expect(((east - west) * DEGREE) / (north - south)).toBeCloseTo(shape, 9);
        expect(north - south).toBeGreaterThan(10);
        for (const { longitude, latitude } of some) {
          expect(west < longitude && longitude < east && south < latitude && latitude < north).toBe(true);
        }
      }
    }
  });

  it('draws land across the date line at both edges, and land around a pole up to the pole', () => {
    const square: readonly Point[] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ];
    expect(flatRings(square)).toEqual([square]);
    expect(
      flatRings([
        [170, 60],
        [-170, 60],
        [-170, 70],
        [170, 60],
      ]),
    ).toEqual([
      [
        [170, 60],
        [190, 60],
        [190, 70],
        [170, 60],
      ],
      [
        [-190, 60],
        [-170, 60],
        [-170, 70],
        [-190, 60],
      ],
    ]);
    const [around, copy] = flatRings([
      [-170, -80],
      [0, -70],
      [170, -80],
      [-170, -80],
    ]);
    expect(around).toEqual([
      [-170, -80],
      [0, -70],
      [170, -80],
      [190, -80],
      [190, -90],
      [-170, -90],
      [-170, -80],
    ]);
    expect(copy?.[0]).toEqual([-530, -80]);
  });
});
