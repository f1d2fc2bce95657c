import sax from 'sax';
import { quoted } from '../../errors/suggest.js';

/** An entry of an Atom feed, with what ESPI has in it. */
export interface EspiEntry {
  readonly line: number;
  id: string;
  title: string;
  /** Addresses of its links. */
  self: string;
  up: string;
  readonly related: string[];
  /** The resource that it holds: `UsagePoint`, `MeterReading`, `ReadingType`, `IntervalBlock` or another. */
  kind: string;
  /** Texts of the elements of a ReadingType; of a UsagePoint its service, as `kind`. */
  readonly fields: Map<string, string>;
  /** Identifiers that a UsagePoint has inside (mRID). */
  readonly ids: string[];
  readonly readings: EspiReading[];
}

/** An IntervalReading, as it is written. */
export interface EspiReading {
  readonly line: number;
  start: string | null;
  duration: string | null;
  value: string | null;
  readonly qualities: string[];
}

/** Reads a feed piece by piece. */
export interface EspiFeed {
  /** @returns the entries that a text completes */
  write(text: string): readonly EspiEntry[];
  /** Ends the feed. */
  close(): void;
}

const NAMESPACE = 'http://naesb.org/espi';
/** Elements within elements; a feed needs about ten. */
const MOST_DEPTH = 50;
/** Readings of one entry, which is read as a whole: five-minute readings of nine years. */
const MOST_READINGS = 1_000_000;

/**
 * Makes a reader of an Atom feed of ESPI resources. Entities other than those of XML itself are unknown, and a document
 * type, which could declare some, is refused.
 * @throws Error that begins with "the XML" when it is not well-formed, ends too early, or is no such feed
 */
export function createEspiFeed(): EspiFeed {
  const parser = sax.parser(true, { xmlns: false, position: true });
  const path: string[] = [];
  let entries: EspiEntry[] = [];
  let entry: EspiEntry | null = null;
  let text = '';
  let isEspi = false;
  let isClosing = false;

  const line = (): number => parser.line + 1;
  parser.onerror = (error) => {
    const [reason = ''] = error.message.split('\n');
    const what = isClosing ? 'ends before it is complete' : `is not well-formed: ${reason}`;
    throw new Error(`the XML ${what} (line ${line()})`, { cause: error });
  };
  parser.ondoctype = () => {
    throw new Error('the XML has a document type (DOCTYPE), which is not accepted');
  };
  parser.ontext = (piece) => (text += piece);
  parser.oncdata = (piece) => (text += piece);
  parser.onopentag = ({ name: full, attributes }) => {
    const name = localName(full);
    if (path.length === 0 && name !== 'feed') {
      throw new Error(`the XML is not Green Button (ESPI): it begins with ${quoted(full)}, not with a feed`);
    }
    if (path.length >= MOST_DEPTH) throw new Error(`the XML nests deeper than ${MOST_DEPTH} elements (line ${line()})`);
    path.push(name);
    text = '';
    const of = (attribute: string): string => {
      const value = attributes[attribute] ?? '';
      return typeof value === 'string' ? value : value.value;
    };
    isEspi ||= Object.keys(attributes).some((key) => key.startsWith('xmlns') && of(key).startsWith(NAMESPACE));
    if (path.length === 2 && name === 'entry') entry = emptyEntry(line());
    if (entry === null) return;
    if (path.length === 3 && name === 'link') addLink(entry, of('rel'), of('href'));
    else if (path.length === 4 && path[2] === 'content') entry.kind = name;
    else if (name === 'IntervalReading') {
      if (entry.readings.length >= MOST_READINGS) {
        throw new Error(`the XML has an entry of more than ${MOST_READINGS} readings (line ${line()})`);
      }
      entry.readings.push({ line: line(), start: null, duration: null, value: null, qualities: [] });
    }
  };
  parser.onclosetag = () => {
    if (entry !== null) take(entry, path, text.trim());
    if (path.length === 2 && entry !== null) {
      entries.push(entry);
      entry = null;
    }
    path.pop();
    text = '';
  };

  return {
    write(piece) {
      parser.write(piece);
      const complete = entries;
      entries = [];
      return complete;
    },
    close() {
      isClosing = true;
      parser.close();
      if (!isEspi) throw new Error('the XML is not Green Button (ESPI): nothing in it is of that standard');
    },
  };
}

/** Keeps the text of an element that was closed. */
function take(entry: EspiEntry, path: readonly string[], text: string): void {
  const [name = '', parent = ''] = [path.at(-1), path.at(-2)];
  const reading = entry.readings.at(-1);
  if (path.length === 3 && name === 'id') entry.id = text;
  else if (path.length === 3 && name === 'title') entry.title = text;
  else if (entry.kind === 'ReadingType' && path.length === 5) entry.fields.set(name, text);
  else if (entry.kind === 'UsagePoint' && parent === 'ServiceCategory' && name === 'kind') entry.fields.set(name, text);
  else if (entry.kind === 'UsagePoint' && name === 'mRID') entry.ids.push(text);
  else if (reading && path.includes('IntervalReading')) {
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

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
