/** Coordinates in degrees. */
export interface Coordinates {
  readonly longitude: number;
  readonly latitude: number;
}

const DEGREES = /^\s*[+-]?\d{1,3}(?:\.\d+)?\s*$/;

/** Parses the coordinates of an address, which are texts; null if they are missing or out of range. */
export function parseCoordinates({
  latitude,
  longitude,
}: {
  readonly latitude: string | null;
  readonly longitude: string | null;
}): Coordinates | null {
  if (!DEGREES.test(latitude ?? '') || !DEGREES.test(longitude ?? '')) return null;
  const [north, east] = [Number(latitude), Number(longitude)];
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { latitude: north, longitude: east } : null;
}
