import type { EspiEntry } from './espiFeed.js';

/** What a block of readings belongs to. */
export interface EspiSeries {
  readonly usagePoint: EspiEntry;
  readonly readingType: EspiEntry;
}

/** Finds what belongs together by the links of entries, which may come in any order. */
export interface EspiLinks {
  /** Adds an entry that others may link to. */
  add(entry: EspiEntry): void;
  /** The usage point and the reading type of a block; else the name of what is not there, or not yet. */
  seriesOf(block: EspiEntry): EspiSeries | { readonly missing: string };
}

/** An entry and its collections, such as `…/MeterReading/01` and `…/MeterReading/01/IntervalBlock`, by address. */
type Index = Map<string, EspiEntry>;

/** Characters of addresses that are held for all entries. */
const MOST_HELD = 64 * 1024 * 1024;
/** What an entry takes beside its addresses. */
const EACH = 500;

/**
 * Makes the index of the entries of a feed (NAESB ESPI: self, up and related links of resources).
 * @throws Error that begins with "the file" when there are more than can be held
 */
export function createEspiLinks(): EspiLinks {
  const usagePoints: Index = new Map();
  const meterReadings: Index = new Map();
  const readingTypes: Index = new Map();
  const found = new Map<string, EspiSeries>();

  let held = 0;
  const isHeld = ({ kind, self, related }: EspiEntry): boolean => {
    if (!['ReadingType', 'UsagePoint', 'MeterReading'].includes(kind)) return false;
    held += related.reduce((sum, address) => sum + address.length, self.length + EACH);
    if (held > MOST_HELD) throw new Error('the file has more usage points and readings than are held; divide it');
    return true;
  };

  return {
    add(entry) {
      if (!isHeld(entry)) return;
      if (entry.kind === 'ReadingType') readingTypes.set(entry.self, entry);
      else {
        const index = entry.kind === 'UsagePoint' ? usagePoints : meterReadings;
        for (const address of [entry.self, ...entry.related]) if (address !== '') index.set(address, entry);
      }
    },
    seriesOf(block) {
      const key = block.up === '' ? block.self : block.up;
      const known = found.get(key);
      if (known) return known;
      const meterReading = ownerOf(block, 'IntervalBlock', meterReadings);
      if (!meterReading) return { missing: 'MeterReading' };
      const usagePoint = ownerOf(meterReading, 'MeterReading', usagePoints);
      if (!usagePoint) return { missing: 'UsagePoint' };
      const readingType = meterReading.related.map((address) => readingTypes.get(address)).find((type) => type);
      if (!readingType) return { missing: 'ReadingType' };
      const series = { usagePoint, readingType };
      found.set(key, series);
      return series;
    },
  };
}

/** The entry that a resource lies below: by its up link, or by its own address without the end. */
function ownerOf({ up, self }: EspiEntry, collection: string, index: Index): EspiEntry | undefined {
  const end = self.lastIndexOf(`/${collection}`);
  return index.get(up) ?? (end < 0 ? undefined : index.get(self.slice(0, end)));
}
