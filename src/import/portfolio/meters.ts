import { nameKey } from '../../data/findByName.js';
import { stableId } from '../formats/meters.js';
import type { StoredMeter } from './stored.js';

/** A meter that one or more rows describe. */
export interface SheetMeter {
  readonly line: number;
  /** The identifier that the row gives; null: none. */
  readonly id: string | null;
  readonly type: string;
  readonly point: string | null;
  readonly serial: string | null;
  readonly name: string | null;
  /** The identifier of its site. */
  siteId: string;
}

/** Shorter serial numbers may be those of several meters of a company, such as sub-meters 1, 2 and 3 of each site. */
const LONG_SERIAL = 5;

type Keyed = Pick<SheetMeter, 'type' | 'point' | 'serial' | 'name' | 'siteId'>;
type KeyOf = (meter: Keyed) => string | null;

const plain = (text: string | null): string => (text ?? '').replace(/\s+/g, '').toLowerCase();
const key =
  (...parts: readonly ((meter: Keyed) => string)[]): KeyOf =>
  (meter) => {
    const texts = parts.map((part) => part(meter));
    return texts.includes('') ? null : texts.join('|');
  };
const POINT = (meter: Keyed): string => plain(meter.point);
const SERIAL = (meter: Keyed): string => plain(meter.serial);
const TYPE = (meter: Keyed): string => meter.type;
const SITE = (meter: Keyed): string => meter.siteId;
const NAME = (meter: Keyed): string => nameKey(meter.name ?? '');
const LONG = (meter: Keyed): string => (SERIAL(meter).length < LONG_SERIAL ? '' : SERIAL(meter));

/** The keys that find a stored meter before the sites are certain, the surest first. */
const FIRST: readonly KeyOf[] = [
  key(POINT, SERIAL, TYPE),
  key(POINT, TYPE),
  key(POINT, SERIAL),
  key(POINT),
  key(LONG, TYPE),
];
/** The keys that need the site of the meter. */
const OF_SITE: readonly KeyOf[] = [key(SERIAL, TYPE, SITE), key(NAME, TYPE, SITE)];
/** Where these keys agree, a number that differs is of another meter. */
const CHECKED: readonly KeyOf[] = [FIRST[4], OF_SITE[1]].filter((one) => one !== undefined);

/**
 * Finds the stored meters of a sheet's rows: by the number of the meter point, else by the serial number, else by the
 * name within the site. Each stored meter is found once.
 */
export class MeterMatches {
  readonly #found = new Map<SheetMeter, StoredMeter>();
  readonly #doubts = new Map<SheetMeter, readonly StoredMeter[]>();
  readonly #claimed = new Set<string>();
  readonly #stored: readonly (StoredMeter & Keyed)[];
  readonly #meters: readonly SheetMeter[];

  constructor(stored: readonly StoredMeter[], meters: readonly SheetMeter[]) {
    this.#stored = stored.map((one) => ({ ...one, siteId: one.siteId ?? '' }));
    this.#meters = meters;
    const byId = new Map(stored.map((one) => [one.id, one]));
    for (const meter of meters) {
      const one = meter.id === null ? undefined : byId.get(meter.id);
      if (one) this.#claim(meter, one);
    }
    for (const keyOf of FIRST) this.#match(keyOf);
  }

  /** Goes on where sites are certain. */
  matchInSites(): void {
    for (const keyOf of OF_SITE) this.#match(keyOf);
  }

  /** Returns the stored meter; undefined: no stored meter fits. */
  of(meter: SheetMeter): StoredMeter | undefined {
    return this.#found.get(meter);
  }

  /** Returns the stored meters that a row may mean, where it is not clear which; none: the row is clear. */
  doubts(meter: SheetMeter): readonly StoredMeter[] {
    if (meter.id !== null || this.#found.has(meter)) return [];
    return (this.#doubts.get(meter) ?? []).filter(({ id }) => !this.#claimed.has(id));
  }

  /**
   * Returns the stored meters that new meters may be with a corrected number: no row is of them, and they have the same
   * type and serial number, or the same type and name at the site.
   */
  alike(): ReadonlyMap<SheetMeter, StoredMeter> {
    const alike = new Map<SheetMeter, StoredMeter>();
    const isNew = (meter: SheetMeter): boolean => meter.id === null && !this.#found.has(meter);
    for (const keyOf of CHECKED) {
      const stored = grouped(
        this.#stored.filter(({ id }) => !this.#claimed.has(id)),
        keyOf,
      );
      for (const meter of this.#meters.filter(isNew)) {
        const [first] = stored.get(keyOf(meter) ?? '') ?? [];
        if (first) alike.set(meter, first);
      }
    }
    return alike;
  }

  /** Matches rows and stored meters with the same key, where one of each has it. */
  #match(keyOf: KeyOf): void {
    const open = grouped(
      this.#meters.filter((meter) => meter.id === null && !this.#found.has(meter)),
      keyOf,
    );
    const stored = grouped(
      this.#stored.filter(({ id }) => !this.#claimed.has(id)),
      keyOf,
    );
    for (const [text, meters] of open) {
      const candidates = stored.get(text) ?? [];
      for (const meter of meters) {
        const fitting = CHECKED.includes(keyOf) ? candidates.filter((one) => agrees(meter, one)) : candidates;
        const [only, ...others] = fitting;
        if (only === undefined) continue;
        if (others.length === 0 && meters.length === 1) this.#claim(meter, only);
        else this.#doubts.set(meter, fitting);
      }
    }
  }

  #claim(meter: SheetMeter, stored: StoredMeter): void {
    this.#found.set(meter, stored);
    this.#claimed.add(stored.id);
  }
}

function grouped<T extends Keyed>(meters: readonly T[], keyOf: KeyOf): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const meter of meters) {
    const text = keyOf(meter);
    if (text === null) continue;
    const group = groups.get(text);
    if (group) group.push(meter);
    else groups.set(text, [meter]);
  }
  return groups;
}

/** Whether no number of one meter contradicts the other's. */
function agrees(a: Keyed, b: Keyed): boolean {
  return [POINT, SERIAL].every((number) => number(a) === '' || number(b) === '' || number(a) === number(b));
}

/** Returns a text that is equal for rows of the same meter. */
export function meterIdentity(meter: Keyed & Pick<SheetMeter, 'id'>): string {
  if (meter.id !== null) return `id|${meter.id}`;
  const numbers = `${POINT(meter)}|${SERIAL(meter)}`;
  if (numbers === '|') return `name|${SITE(meter)}|${NAME(meter)}|${meter.type}`;
  const isOfSite = POINT(meter) === '' && LONG(meter) === '';
  return `${numbers}|${isOfSite ? `${SITE(meter)}|` : ''}${meter.type}`;
}

/** Makes the identifier of a new meter: the same whenever its company, numbers, or site and name, and type are. */
export function newMeterId(company: string, meter: SheetMeter, stored: ReadonlySet<string>): string {
  for (let copy = 1; ; copy += 1) {
    const id = stableId('meter', company, meterIdentity(meter), ...(copy === 1 ? [] : [String(copy)]));
    if (!stored.has(id)) return id;
  }
}
