import { HALF_HOUR } from './time.js';

interface Wall {
  /** The clock time in milliseconds, as if it were UTC. */
  readonly local: number;
  readonly offset: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const shown = new Map<string, Wall>();

/** The clock time of a zone at an instant, from Intl, which formats it for people. */
export function wallOf(time: number, zone: string): Wall {
  const key = `${zone} ${time}`;
  const known = shown.get(key);
  if (known) return known;
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', {
      ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
  formats.set(zone, format);
  const local = Date.parse(`${format.format(time).replace(' ', 'T')}Z`);
  const wall = { local, offset: local - time };
  shown.set(key, wall);
  return wall;
}

/** The first half-hour at which clocks show the date or a later one. */
export function startOfDate(date: number, zone: string): number {
  for (let time = date - 40 * HALF_HOUR; ; time += HALF_HOUR) if (wallOf(time, zone).local >= date) return time;
}
