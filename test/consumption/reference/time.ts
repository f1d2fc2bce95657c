export const DAY = 86_400_000;
export const HALF_HOUR = 1_800_000;

/** Milliseconds since 1970 of a date or a date-time; without an offset it is in UTC. */
export function instant(text: string): number {
  const bare = text.includes('T') && !/(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = Date.parse(bare ? `${text}Z` : text);
  if (Number.isNaN(time)) throw new Error(`${text} is no date`);
  return time;
}

/** The start of the instant's day in UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY) * DAY;

export const iso = (time: number): string => new Date(time).toISOString();

export const yearOf = (time: number): number => new Date(time).getUTCFullYear();

/** How much of [from, to) lies in [start, end), in milliseconds. */
export const overlap = (from: number, to: number, start: number, end: number): number =>
  Math.max(0, Math.min(to, end) - Math.max(from, start));

/** The milliseconds of [start, end) for which `holds` is true. Its result may change only at the cuts. */
export function measure(start: number, end: number, cuts: readonly number[], holds: (time: number) => boolean): number {
  const inner = cuts.filter((cut) => start < cut && cut < end);
  const points = [...new Set([start, end, ...inner])].sort((a, b) => a - b);
  let total = 0;
  points.forEach((point, index) => {
    const next = points[index + 1];
    if (next !== undefined && holds(point)) total += next - point;
  });
  return total;
}
