import { quoted } from '../../errors/suggest.js';
import { createXmlReader } from '../xmlReader.js';

/** An entry of an Atom feed with its ESPI resource. */
export interface EspiEntry {
  readonly line: number;
  id: string;
  title: string;
  /** The addresses of its links. */
  self: string;
  up: string;
  readonly related: string[];
  /** The type of its resource: `UsagePoint`, `MeterReading`, `ReadingType`, `IntervalBlock` or another. */
  kind: string;
  /** The texts of the elements of a ReadingType. A UsagePoint has only its service, as `kind`. */
  readonly fields: Map<string, string>;
  /** The identifiers within a UsagePoint (mRID). */
  readonly ids: string[];
  readonly readings: EspiReading[];
}

/** The texts of an IntervalReading, unchanged. */
export interface EspiReading {
  readonly line: number;
  start: string | null;
  duration: string | null;
  value: string | null;
  readonly qualities: string[];
}

/** Reads a feed in chunks. */
interface EspiFeed {
  /** Parses a chunk. Returns the entries that it completes. */
  write(text: string): readonly EspiEntry[];
  /**
   * Ends the feed.
   * @throws Error if the feed is incomplete
   */
  close(): void;
}

const NAMESPACE = 'http://naesb.org/espi';
/** Readings of one entry, which memory holds completely: five-minute readings of nine years. */
const MAX_READINGS = 1_000_000;
/**
 * Limits in characters: of the texts of one entry without its readings, and of one text of a reading. The second is
 * also the limit of qualities.
 */
const [MAX_OF_ENTRY, MAX_OF_READING] = [1_000_000, 1_000];

/**
 * Creates a reader of an Atom feed of ESPI resources. It accepts only the entities of XML, and refuses a document type,
 * which could declare others.
 * @throws Error that begins with "the XML" if the text is not well-formed, is incomplete, or is not such a feed
 */
export function createEspiFeed(): EspiFeed {
  const path: string[] = [];
  let entries: EspiEntry[] = [];
  let entry: EspiEntry | null = null;
  let addressCharacters = 0;
  let isEspi = false;
  const problemOf = (problem: string, cause?: unknown): Error =>
    new Error(`the XML ${problem} (line ${reader.line()})`, { cause });
  const countText = (text: string): string => {
    addressCharacters += text.length + 1;
    if (addressCharacters > MAX_OF_ENTRY)
      throw problemOf(`has an entry of more than ${MAX_OF_ENTRY} characters, without its readings`);
    return text;
  };

  const open = (name: string, attribute: (name: string) => string | undefined): void => {
    if (path.length === 0 && name !== 'feed') {
      throw new Error(`the XML is not Green Button (ESPI): it must begin with a feed element, got ${quoted(name)}`);
    }
    path.push(name);
    if (path.length === 2 && name === 'entry') {
      entry = emptyEntry(reader.line());
      addressCharacters = 0;
    }
    if (entry === null) return;
    if (path.length === 3 && name === 'link')
      addLink(entry, attribute('rel') ?? '', countText(attribute('href') ?? ''));
    else if (path.length === 4 && path[2] === 'content') entry.kind = name;
    else if (name === 'IntervalReading') {
      if (entry.readings.length >= MAX_READINGS) {
        throw problemOf(`has an entry of more than ${MAX_READINGS} readings`);
      }
      entry.readings.push({ line: reader.line(), start: null, duration: null, value: null, qualities: [] });
    }
  };
  const close = (_: string, text: string): void => {
    if (entry !== null) storeText(entry, path, text.trim(), countText, problemOf);
    if (path.length === 2 && entry !== null) {
      entries.push(entry);
      entry = null;
    }
    path.pop();
  };
  const declares = (namespace: string): void => {
    isEspi ||= namespace.startsWith(NAMESPACE);
  };
  const reader = createXmlReader({ open, close, declares }, problemOf, true);

  return {
    write(piece) {
      reader.write(piece);
      const complete = entries;
      entries = [];
      return complete;
    },
    close() {
      reader.close();
      if (!isEspi) throw new Error('the XML is not Green Button (ESPI): it has no ESPI element');
    },
  };
}

/** Stores the text of a closed element. */
function storeText(
  entry: EspiEntry,
  path: readonly string[],
  text: string,
  countText: (text: string) => string,
  problemOf: (problem: string) => Error,
): void {
  const [name = '', parent = ''] = [path.at(-1), path.at(-2)];
  const reading = entry.readings.at(-1);
  if (path.length === 3 && name === 'id') entry.id = countText(text);
  else if (path.length === 3 && name === 'title') entry.title = countText(text);
  else if (entry.kind === 'ReadingType' && path.length === 5) entry.fields.set(countText(name), countText(text));
  else if (entry.kind === 'UsagePoint' && parent === 'ServiceCategory' && name === 'kind')
    entry.fields.set(name, countText(text));
  else if (entry.kind === 'UsagePoint' && name === 'mRID') entry.ids.push(countText(text));
  else if (reading && path.includes('IntervalReading')) {
    if (text.length > MAX_OF_READING || reading.qualities.length > MAX_OF_READING) {
      throw problemOf(`has a reading with more than ${MAX_OF_READING} characters or qualities`);
    }
    if (parent === 'timePeriod' && name === 'start') reading.start = text;
    else if (parent === 'timePeriod' && name === 'duration') reading.duration = text;
    else if (parent === 'IntervalReading' && name === 'value') reading.value = text;
    else if (parent === 'ReadingQuality' && name === 'quality') reading.qualities.push(text);
  }
}

function addLink(entry: EspiEntry, rel: string, href: string): void {
  const address = href
    .trim()
    .replace(/^https?:\/\/[^/]*/, '')
    .replace(/\/+$/, '');
  if (rel === 'self') entry.self = address;
  else if (rel === 'up') entry.up = address;
  else if (rel === 'related') entry.related.push(address);
}

function emptyEntry(line: number): EspiEntry {
  return { line, id: '', title: '', self: '', up: '', related: [], kind: '', fields: new Map(), ids: [], readings: [] };
}

/** The usage point and the reading type of a block of readings. */
export interface EspiSeries {
  readonly usagePoint: EspiEntry;
  readonly readingType: EspiEntry;
}

/** Resolves the links between entries, which arrive in any order. */
interface EspiLinks {
  /** Adds an entry to the index if others may link to it. */
  add(entry: EspiEntry): void;
  /** Returns the usage point and the reading type of a block, or the type of the entry that has not arrived. */
  seriesOf(block: EspiEntry): EspiSeries | { readonly missing: string };
}

/**
 * Entries by their address, and by those of their collections: `…/MeterReading/01` and
 * `…/MeterReading/01/IntervalBlock`.
 */
type Index = Map<string, EspiEntry>;

/** Characters of the addresses in the index. */
const MAX_ADDRESSES = 64 * 1024 * 1024;
/** Memory overhead of an entry, counted in characters. */
const ENTRY_OVERHEAD = 500;

/**
 * Creates the index of the entries of a feed (NAESB ESPI: self, up and related links of resources).
 * @throws Error that begins with "the file" if it exceeds the limit of memory
 */
export function createEspiLinks(): EspiLinks {
  const usagePoints: Index = new Map();
  const meterReadings: Index = new Map();
  const readingTypes: Index = new Map();
  const cache = new Map<string, EspiSeries>();

  let addressCharacters = 0;
  const isIndexed = ({ kind, self, related }: EspiEntry): boolean => {
    if (!['ReadingType', 'UsagePoint', 'MeterReading'].includes(kind)) return false;
    addressCharacters += related.reduce((sum, address) => sum + address.length, self.length + ENTRY_OVERHEAD);
    if (addressCharacters > MAX_ADDRESSES)
      throw new Error('the file has too many usage points and readings for one import: split it into several files');
    return true;
  };

  return {
    add(entry) {
      if (!isIndexed(entry)) return;
      if (entry.kind === 'ReadingType') readingTypes.set(entry.self, entry);
      else {
        const index = entry.kind === 'UsagePoint' ? usagePoints : meterReadings;
        for (const address of [entry.self, ...entry.related]) if (address !== '') index.set(address, entry);
      }
    },
    seriesOf(block) {
      const key = block.up === '' ? block.self : block.up;
      const cached = cache.get(key);
      if (cached) return cached;
      const meterReading = ownerOf(block, 'IntervalBlock', meterReadings);
      if (!meterReading) return { missing: 'MeterReading' };
      const usagePoint = ownerOf(meterReading, 'MeterReading', usagePoints);
      if (!usagePoint) return { missing: 'UsagePoint' };
      const readingType = meterReading.related.map((address) => readingTypes.get(address)).find((type) => type);
      if (!readingType) return { missing: 'ReadingType' };
      const series = { usagePoint, readingType };
      cache.set(key, series);
      return series;
    },
  };
}

/** Returns the parent of a resource: by its up link, or by its own address without the end. */
function ownerOf({ up, self }: EspiEntry, collection: string, index: Index): EspiEntry | undefined {
  const end = self.lastIndexOf(`/${collection}`);
  return index.get(up) ?? (end < 0 ? undefined : index.get(self.slice(0, end)));
}
