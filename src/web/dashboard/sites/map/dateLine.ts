/** `[longitude, latitude]`. */
export type Point = readonly [number, number];

/**
 * Converts a ring on the globe to rings on a flat map. If a ring crosses the date line, where the longitude jumps from
 * 180 to -180, it continues beyond the edge, and a copy appears at the opposite edge. A ring around a pole is closed
 * along that pole.
 */
export function flatRings(ring: readonly Point[]): readonly (readonly Point[])[] {
  let turns = 0;
  const unrolled = ring.map(([longitude, latitude], index): Point => {
    const before = ring[index - 1]?.[0] ?? longitude;
    if (longitude - before > 180) turns -= 1;
    if (longitude - before < -180) turns += 1;
    return [longitude + 360 * turns, latitude];
  });
  const [first, last] = [unrolled[0], unrolled.at(-1)];
  if (first === undefined || last === undefined) return [];
  const pole = Math.sign(first[1]) * 90;
  const closed: readonly Point[] = turns === 0 ? unrolled : [...unrolled, [last[0], pole], [first[0], pole], first];
  const shifted = (by: number): readonly Point[] => closed.map(([longitude, latitude]) => [longitude + by, latitude]);
  return [
    closed,
    ...(closed.some(([longitude]) => longitude > 180) ? [shifted(-360)] : []),
    ...(closed.some(([longitude]) => longitude < -180) ? [shifted(360)] : []),
  ];
}
