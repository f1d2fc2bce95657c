import { quoted } from '../../errors/suggest.js';
import type { SourceRow } from '../sourceRow.js';
import { BATCH, createFinder, type FormatContext, refuseUnitAndStamps } from './context.js';
import { createEspiFeed, createEspiLinks, type EspiEntry, type EspiReading, type EspiSeries } from './espiFeed.js';
import type { MeterMatch, Meters } from './meters.js';
import { badLine, inField, type MeterOutcome, type Reading, rowOf, spanOf } from './reading.js';

/** Readings in the buffer, whose linked entries have not arrived. */
const MAX_PENDING = 1_000_000;

/**
 * Reads interval data of a Green Button feed (NAESB ESPI in Atom). Stamps are seconds of UTC, so the feed needs no
 * zone. Each usage point is a meter. Its mRID, the end of its address, its title or its identifier names the meter.
 *
 * Imports the quantity delivered to the site in each interval. Skips flow to the grid, power, reactive energy and
 * cumulative readings. Ignores costs, summaries and other parts of a feed.
 * @throws Error if the XML cannot be read, or an option does not apply
 */
export async function* espiRows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  refuseUnitAndStamps(context);
  const links = createEspiLinks();
  const usageOf = createUsage(createFinder(context), context.account !== null);
  const feed = createEspiFeed();
  const pending: EspiEntry[] = [];
  let pendingReadings = 0;
  let points = 0;

  for await (const text of texts) {
    for (const entry of feed.write(text)) {
      links.add(entry);
      if (entry.kind === 'UsagePoint') points += 1;
      if (points > 1 && context.account !== null) {
        throw new Error('the file has more than one usage point, so --account does not apply');
      }
      if (entry.kind !== 'IntervalBlock') continue;
      const series = links.seriesOf(entry);
      if ('missing' in series) {
        pending.push(entry);
        pendingReadings += entry.readings.length;
        if (pendingReadings > MAX_PENDING) {
          throw new Error(`the file has more than ${MAX_PENDING} readings before their ${series.missing}`);
        }
      } else yield* blockRows(entry, usageOf(series));
    }
  }
  feed.close();
  for (const entry of pending) {
    const series = links.seriesOf(entry);
    if ('missing' in series) {
      const refusal = { field: 'IntervalBlock', problem: `does not link to a ${series.missing} in the feed` };
      yield [badLine({ line: entry.line, text: entry.self }, refusal)];
    } else yield* blockRows(entry, usageOf(series));
  }
}

/** The meter of a series of readings, its account, and the kind of the readings. */
interface Usage {
  /** The name of the usage point in messages: `Front Electric Meter (5446AF3F)`. */
  readonly meter: string;
  readonly match: MeterOutcome;
  /** Null: the import skips the readings. */
  readonly kind: EspiKind | null;
}

/** Creates the look-up for the account of a series. It caches results. */
function createUsage(find: Meters['find'], hasAccount: boolean): (series: EspiSeries) => Usage {
  const cached = new Map<EspiEntry, Map<EspiEntry, Usage>>();
  const usageOf = ({ usagePoint, readingType }: EspiSeries): Usage => {
    const end = usagePoint.self.split('/').at(-1) ?? '';
    const { title, id } = usagePoint;
    const meter = title !== '' && end !== '' ? `${title} (${end})` : title || end || id;
    const kind = readEspiKind(readingType.fields, usagePoint.fields.get('kind') ?? null);
    if ('skipped' in kind) return { meter, match: { skipped: `usage point ${meter}: ${kind.skipped}` }, kind: null };
    if ('problem' in kind) return { meter, match: { ...kind, field: 'UsagePoint' }, kind: null };
    const names = hasAccount ? [meter] : [...usagePoint.ids, end, title, id, id.replace(/^urn:uuid:/i, '')];
    let match: MeterMatch = { unmatched: meter };
    for (const either of names) {
      if (either === '' || !('unmatched' in match)) continue;
      const next = find({ either, shown: meter }, kind.types);
      if (!('unmatched' in next)) match = next;
    }
    return { meter, match: inField(match, 'UsagePoint'), kind };
  };
  return (series) => {
    const { usagePoint, readingType } = series;
    const usages = cached.get(usagePoint) ?? new Map<EspiEntry, Usage>();
    cached.set(usagePoint, usages);
    const usage = usages.get(readingType) ?? usageOf(series);
    usages.set(readingType, usage);
    return usage;
  };
}

function* blockRows(block: EspiEntry, usage: Usage): Generator<readonly SourceRow[]> {
  for (let at = 0; at < block.readings.length; at += BATCH) {
    yield block.readings.slice(at, at + BATCH).map((reading) => readingRow(reading, usage));
  }
}

/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799;
const HALF_HOUR = 1_800;

function readingRow(reading: EspiReading, { meter, match, kind }: Usage): SourceRow {
  const { line, value: text } = reading;
  const qualities = reading.qualities.length > 0 || !kind?.quality ? reading.qualities : [kind.quality];
  return rowOf({
    line,
    meter,
    match,
    span: spanOfReading(reading, kind),
    unit: kind?.unit ?? null,
    // Moves the decimal point in the text: multiplying by 0.001 would not give the nearest number.
    value: isDecimal(text)
      ? Number(`${text}e${kind?.power ?? 0}`)
      : { field: 'value', problem: `must be a number, got ${quotedOrNone(text)}`, text },
    isEstimated: isEspiEstimate(qualities),
  });
}

function spanOfReading(reading: EspiReading, kind: EspiKind | null): Reading['span'] {
  const start = wholeNumber(reading.start);
  const seconds = wholeNumber(reading.duration ?? kind?.length ?? null);
  const length = seconds === null ? {} : { isHalfHourly: seconds === HALF_HOUR };
  if (start === null || start > LAST_SECOND) {
    const problem = `must be seconds since 1970, got ${quotedOrNone(reading.start)}`;
    return { field: 'start', problem, text: reading.start ?? '', ...length };
  }
  if (seconds !== null && seconds > 0 && start + seconds <= LAST_SECOND) {
    return spanOf(start * 1000, (start + seconds) * 1000);
  }
  const problem = `must be a number of seconds, got ${quotedOrNone(reading.duration)}`;
  return { field: 'duration', problem, text: new Date(start * 1000).toISOString(), ...length };
}

function isDecimal(text: string | null): text is string {
  return text !== null && /^[+-]?\d+(?:\.\d+)?$/.test(text);
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null;
}

function quotedOrNone(text: string | null): string {
  return text === null ? 'none' : quoted(text);
}

/** The properties of a ReadingType of consumption. */
interface EspiKind {
  /** The unit of the records, such as `wh`, `therm` or `m3`. */
  readonly unit: string;
  /** The power of ten by which to multiply values. */
  readonly power: number;
  /** Types of account that the data fits; undefined: not stated. */
  readonly types: readonly string[] | undefined;
  /** The default length of an interval, in seconds; null: none. */
  readonly length: string | null;
  /** The default quality of readings; null: none. */
  readonly quality: string | null;
}

/** UomType: the codes of quantities of consumption. */
const UNITS: Readonly<Record<string, string>> = {
  '42': 'm3',
  '72': 'wh',
  '119': 'ft3',
  '128': 'gal',
  '130': 'impgal',
  '132': 'btu',
  '134': 'l',
  '169': 'therm',
};

/** CommodityType, which is more precise than the service of the usage point. */
const COMMODITIES: Readonly<Record<string, string>> = {
  '1': 'electricity',
  '2': 'electricity',
  '7': 'gas',
  '9': 'water',
  '10': 'heating',
  '12': 'heating',
  '13': 'cooling',
};

/** ServiceKind. */
const SERVICES: Readonly<Record<string, string>> = { '0': 'electricity', '1': 'gas', '2': 'water', '5': 'heating' };

/** FlowDirectionType: 1 is delivered to the site; 0 is not stated. */
const DELIVERED = ['0', '1'];
/** AccumulationKind: 4 is the quantity used in the interval; 0 is not stated. */
const DELTA = ['0', '4'];
/** DataQualifierType: 12 is normal; others are averages, extremes and the like. 0 is not stated. */
const NORMAL = ['0', '12'];

/**
 * QualityOfReading: 8 estimated by a reference day, 9 by linear interpolation, 12 projected. A derived reading (11) is
 * calculated from measured ones and counts as measured. A questionable reading (10) counts as measured too.
 */
const ESTIMATED = ['8', '9', '12'];

/** Whether any quality of a reading marks it as an estimate. */
function isEspiEstimate(qualities: readonly string[]): boolean {
  return qualities.some((quality) => ESTIMATED.includes(quality));
}

/**
 * Reads the kind of readings from a ReadingType (NAESB ESPI, Green Button).
 * @param fields the texts of its elements
 * @param service the kind of the usage point's ServiceCategory
 * @returns a clause in `skipped` if the readings are not consumption in intervals; one in `problem` if the ReadingType
 * is unreadable
 */
function readEspiKind(
  fields: ReadonlyMap<string, string>,
  service: string | null,
): EspiKind | { readonly skipped: string } | { readonly problem: string } {
  const code = (name: string): string => fields.get(name) ?? '0';
  const unit = UNITS[code('uom')];
  if (unit === undefined) return { skipped: `uom ${code('uom')} is not a unit of consumption` };
  if (!DELIVERED.includes(code('flowDirection'))) {
    return { skipped: `flowDirection ${code('flowDirection')} is not energy or water delivered to the site` };
  }
  if (!DELTA.includes(code('accumulationBehaviour'))) {
    return { skipped: `accumulationBehaviour ${code('accumulationBehaviour')} is not consumption per interval` };
  }
  if (!NORMAL.includes(code('dataQualifier'))) {
    return { skipped: `dataQualifier ${code('dataQualifier')} is not consumption per interval` };
  }
  const power = code('powerOfTenMultiplier');
  if (!/^[+-]?\d{1,2}$/.test(power))
    return { problem: 'has a ReadingType whose powerOfTenMultiplier is not a whole number' };
  const type = COMMODITIES[code('commodity')] ?? SERVICES[service ?? ''];
  return {
    unit,
    power: Number(power),
    types: type === undefined ? undefined : [type],
    length: fields.get('intervalLength') ?? null,
    quality: fields.get('defaultQuality') ?? null,
  };
}
