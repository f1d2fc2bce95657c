import { nameKey } from '../../data/findByName.js';
import { groupBy } from '../../values/groupBy.js';
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

/** Shorter serial numbers may repeat within a company, such as sub-meters 1, 2 and 3 of each site. */
const LONG_SERIAL = 5;

type MeterKeys = Pick<SheetMeter, 'type' | 'point' | 'serial' | 'name' | 'siteId'>;
type KeyOf = (meter: MeterKeys) => string | null;

const plain = (text: string | null): string => (text ?? '').replace(/\s+/g, '').toLowerCase();
const key =
  (...parts: readonly ((meter: MeterKeys) => string)[]): KeyOf =>
  (meter) => {
    const texts = parts.map((part) => part(meter));
    return texts.includes('') ? null : texts.join('|');
  };
const POINT = (meter: MeterKeys): string => plain(meter.point);
const SERIAL = (meter: MeterKeys): string => plain(meter.serial);
const TYPE = (meter: MeterKeys): string => meter.type;
const SITE = (meter: MeterKeys): string => meter.siteId;
const NAME = (meter: MeterKeys): string => nameKey(meter.name ?? '');
const LONG = (meter: MeterKeys): string => (SERIAL(meter).length < LONG_SERIAL ? '' : SERIAL(meter));

/** The keys that identify a stored meter without its site, the most reliable first. */
const KEYS_WITHOUT_SITE: readonly KeyOf[] = [
  key(POINT, SERIAL, TYPE),
  key(POINT, TYPE),
  key(POINT, SERIAL),
  key(POINT),
  key(LONG, TYPE),
];
/** The keys that need the site of the meter. */
const KEYS_WITH_SITE: readonly KeyOf[] = [key(SERIAL, TYPE, SITE), key(NAME, TYPE, SITE)];
/** Keys for which `#match` also compares the numbers: two meters with equal keys and different numbers are not the same. */
const CHECKED_KEYS: readonly KeyOf[] = [KEYS_WITHOUT_SITE[4], KEYS_WITH_SITE[1]].filter((one) => one !== undefined);

/**
 * Matches the rows of a sheet with stored meters: by the number of the meter point, else by the serial number, else by
 * the name within the site. A stored meter has at most one match.
 */
export class MeterMatches {
  readonly #matches = new Map<SheetMeter, StoredMeter>();
  readonly #ambiguous = new Map<SheetMeter, readonly StoredMeter[]>();
  readonly #claimed = new Set<string>();
  readonly #stored: readonly (StoredMeter & MeterKeys)[];
  readonly #meters: readonly SheetMeter[];

  constructor(stored: readonly StoredMeter[], meters: readonly SheetMeter[]) {
    this.#stored = stored.map((one) => ({ ...one, siteId: one.siteId ?? '' }));
    this.#meters = meters;
    const byId = new Map(stored.map((one) => [one.id, one]));
    for (const meter of meters) {
      const one = meter.id === null ? undefined : byId.get(meter.id);
      if (one) this.#claim(meter, one);
    }
    for (const keyOf of KEYS_WITHOUT_SITE) this.#match(keyOf);
  }

  /** Matches by keys that include the site. Call it when the sites of all rows are final. */
  matchInSites(): void {
    for (const keyOf of KEYS_WITH_SITE) this.#match(keyOf);
  }

  /** Returns the stored meter of a row; undefined: no match. */
  of(meter: SheetMeter): StoredMeter | undefined {
    return this.#matches.get(meter);
  }

  /** Returns the stored meters that an ambiguous row may mean. Empty: the row is not ambiguous. */
  ambiguous(meter: SheetMeter): readonly StoredMeter[] {
    if (meter.id !== null || this.#matches.has(meter)) return [];
    return (this.#ambiguous.get(meter) ?? []).filter(({ id }) => !this.#claimed.has(id));
  }

  /**
   * Returns the unmatched stored meters that a new meter resembles: a correction of its number may have made it new.
   * They have the same type and serial number, or the same type and name at the site.
   */
  similar(): ReadonlyMap<SheetMeter, StoredMeter> {
    const similar = new Map<SheetMeter, StoredMeter>();
    const isNew = (meter: SheetMeter): boolean => meter.id === null && !this.#matches.has(meter);
    for (const keyOf of CHECKED_KEYS) {
      const stored = groupBy(
        this.#stored.filter(({ id }) => !this.#claimed.has(id)),
        keyOf,
      );
      for (const meter of this.#meters.filter(isNew)) {
        const [first] = stored.get(keyOf(meter) ?? '') ?? [];
        if (first) similar.set(meter, first);
      }
    }
    return similar;
  }

  /** Matches rows and stored meters with the same key, if exactly one of each has it. */
  #match(keyOf: KeyOf): void {
    const unmatched = groupBy(
      this.#meters.filter((meter) => meter.id === null && !this.#matches.has(meter)),
      keyOf,
    );
    const stored = groupBy(
      this.#stored.filter(({ id }) => !this.#claimed.has(id)),
      keyOf,
    );
    for (const [text, meters] of unmatched) {
      const candidates = stored.get(text) ?? [];
      for (const meter of meters) {
        const fitting = CHECKED_KEYS.includes(keyOf) ? candidates.filter((one) => agrees(meter, one)) : candidates;
        const [only, ...others] = fitting;
        if (only === undefined) continue;
        if (others.length === 0 && meters.length === 1) this.#claim(meter, only);
        else this.#ambiguous.set(meter, fitting);
      }
    }
  }

  #claim(meter: SheetMeter, stored: StoredMeter): void {
    this.#matches.set(meter, stored);
    this.#claimed.add(stored.id);
  }
}

/** Whether the numbers of two meters are equal as far as both have them. */
function agrees(a: MeterKeys, b: MeterKeys): boolean {
  return [POINT, SERIAL].every((number) => number(a) === '' || number(b) === '' || number(a) === number(b));
}

/** Returns a key that is equal for rows of the same meter. */
export function meterIdentity(meter: MeterKeys & Pick<SheetMeter, 'id'>): string {
  if (meter.id !== null) return `id|${meter.id}`;
  const numbers = `${POINT(meter)}|${SERIAL(meter)}`;
  if (numbers === '|') return `name|${SITE(meter)}|${NAME(meter)}|${meter.type}`;
  const isOfSite = POINT(meter) === '' && LONG(meter) === '';
  return `${numbers}|${isOfSite ? `${SITE(meter)}|` : ''}${meter.type}`;
}

/**
 * Returns the identifier of a new meter. It derives from the company, the numbers (else the site and the name) and the
 * type, so a repeated import returns the same one.
 */
export function newMeterId(company: string, meter: SheetMeter, stored: ReadonlySet<string>): string {
  for (let copy = 1; ; copy += 1) {
    const id = stableId('meter', company, meterIdentity(meter), ...(copy === 1 ? [] : [String(copy)]));
    if (!stored.has(id)) return id;
  }
}
