/** A point, `[longitude, latitude]`. */
export type Point = readonly [number, number];

/**
 * A ring of the outline as rings of a flat map: one that crosses the date line, where the longitude jumps from 180 to -180, is
 * drawn on beyond the edge, and once more at the other edge; one around a pole is closed along it.
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
  const own: readonly Point[] = turns === 0 ? unrolled : [...unrolled, [last[0], pole], [first[0], pole], first];
  const shifted = (by: number): readonly Point[] => own.map(([longitude, latitude]) => [longitude + by, latitude]);
  return [
    own,
    ...(own.some(([longitude]) => longitude > 180) ? [shifted(-360)] : []),
    ...(own.some(([longitude]) => longitude < -180) ? [shifted(360)] : []),
  ];
}
