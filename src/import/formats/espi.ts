import { quoted } from '../../errors/suggest.js';
import type { SourceRow } from '../sourceRow.js';
import { BATCH, createFinder, refuseUnitAndStamps, type FormatContext } from './context.js';
import { isEspiEstimate, readEspiKind, type EspiKind } from './espiCodes.js';
import { createEspiFeed, type EspiEntry, type EspiReading } from './espiFeed.js';
import { createEspiLinks, type EspiSeries } from './espiLinks.js';
import { badRow, intervalRow, skippedRow, spanOf, unmatchedRow, type Data } from './meterRow.js';
import type { Found, Meters } from './meters.js';

/** Readings that are held for what they belong to, which comes later in the feed. */
const MOST_WAITING = 1_000_000;

/**
 * Reads interval data of a Green Button feed (NAESB ESPI in Atom). Stamps are seconds of UTC, so no zone is needed. Each
 * usage point is a meter, by its mRID, the end of its own address, its title or its identifier. What was delivered to the
 * site in each interval is imported; flow to the grid, power, reactive energy and cumulative readings are skipped; costs,
 * summaries, and whatever else a feed has are not read.
 * @throws Error when the XML cannot be read, or options are given that it has no use for
 */
export async function* espiRows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  refuseUnitAndStamps(context);
  const links = createEspiLinks();
  const usageOf = createUsage(createFinder(context), context.account !== null);
  const feed = createEspiFeed();
  const waiting: EspiEntry[] = [];
  let held = 0;
  let points = 0;

  for await (const text of texts) {
    for (const entry of feed.write(text)) {
      links.add(entry);
      if (entry.kind === 'UsagePoint') points += 1;
      if (points > 1 && context.account !== null) {
        throw new Error('the file has more than one usage point, so not all of it is of one account');
      }
      if (entry.kind !== 'IntervalBlock') continue;
      const series = links.seriesOf(entry);
      if ('missing' in series) {
        waiting.push(entry);
        held += entry.readings.length;
        if (held > MOST_WAITING) {
          throw new Error(
            `the file has more than ${MOST_WAITING} readings before the ${series.missing} that they link to`,
          );
        }
      } else yield* blockRows(entry, usageOf(series));
    }
  }
  feed.close();
  for (const entry of waiting) {
    const series = links.seriesOf(entry);
    if ('missing' in series) {
      const problem = `links to no ${series.missing} of the feed`;
      yield [badRow(entry.line, 'IntervalBlock', problem, { meter: '', start: entry.self, value: null })];
    } else yield* blockRows(entry, usageOf(series));
  }
}

/** Whose readings a series has, and what they are. */
interface Usage {
  /** The usage point as it is listed: `Front Electric Meter (5446AF3F)`. */
  readonly meter: string;
  readonly found: Found | { readonly skipped: string };
  /** Null where they are not imported. */
  readonly kind: EspiKind | null;
}

/** Makes what finds the account of a series, once for each. */
function createUsage(find: Meters['find'], isGiven: boolean): (series: EspiSeries) => Usage {
  const known = new Map<EspiEntry, Map<EspiEntry, Usage>>();
  const usageOf = ({ usagePoint, readingType }: EspiSeries): Usage => {
    const end = usagePoint.self.split('/').at(-1) ?? '';
    const { title, id } = usagePoint;
    const meter = title !== '' && end !== '' ? `${title} (${end})` : title || end || id;
    const kind = readEspiKind(readingType.fields, usagePoint.fields.get('kind') ?? null);
    if ('skipped' in kind) return { meter, found: { skipped: `usage point ${meter}: ${kind.skipped}` }, kind: null };
    if ('problem' in kind) return { meter, found: kind, kind: null };
    const names = isGiven ? [meter] : [...usagePoint.ids, end, title, id, id.replace(/^urn:uuid:/i, '')];
    let found: Found = { unmatched: meter };
    for (const either of names) {
      if (either === '' || !('unmatched' in found)) continue;
      const next = find({ either }, kind.types);
      if (!('unmatched' in next)) found = next;
    }
    return { meter, found, kind };
  };
  return (series) => {
    const { usagePoint, readingType } = series;
    const types = known.get(usagePoint) ?? new Map<EspiEntry, Usage>();
    known.set(usagePoint, types);
    const usage = types.get(readingType) ?? usageOf(series);
    types.set(readingType, usage);
    return usage;
  };
}

function* blockRows(block: EspiEntry, usage: Usage): Generator<readonly SourceRow[]> {
  for (let at = 0; at < block.readings.length; at += BATCH) {
    yield block.readings.slice(at, at + BATCH).map((reading) => readingRow(reading, usage));
  }
}

const LAST_SECOND = 253_402_300_799;
const HALF_HOUR = 1_800;

function readingRow(reading: EspiReading, { meter, found, kind }: Usage): SourceRow {
  const { line, value: text } = reading;
  const start = wholeNumber(reading.start);
  const seconds = wholeNumber(reading.duration ?? kind?.length ?? null);
  const from = start === null || start > LAST_SECOND ? null : start;
  const isLong = seconds !== null && seconds > 0 && from !== null && from + seconds <= LAST_SECOND;
  const span = isLong ? spanOf(from * 1000, (from + seconds) * 1000) : null;
  // The decimal point is moved in the text: multiplying by 0.001 would not give the nearest number.
  const value = isDecimal(text) ? Number(`${text}e${kind?.power ?? 0}`) : null;
  const qualities = reading.qualities.length > 0 || !kind?.quality ? reading.qualities : [kind.quality];
  const isEstimated = isEspiEstimate(qualities);
  const data = (): Data => {
    const length = seconds === null ? {} : { isHalfHourly: seconds === HALF_HOUR };
    const time = span ?? { start: from === null ? (reading.start ?? '') : stampOf(from), ...length };
    const account = 'account' in found ? found.account : undefined;
    return { meter, account, unit: kind?.unit ?? null, isEstimated, ...time, value: value ?? text };
  };
  if ('skipped' in found) return skippedRow(line, found.skipped, data());
  if ('unmatched' in found) return unmatchedRow(line, found.unmatched, data());
  if ('problem' in found) return badRow(line, 'UsagePoint', found.problem, data());
  if (kind === null) return badRow(line, 'ReadingType', 'is missing', data());
  if (from === null) return badRow(line, 'start', `must be seconds since 1970, got ${shown(reading.start)}`, data());
  if (span === null) {
    return badRow(line, 'duration', `must be a number of seconds, got ${shown(reading.duration)}`, data());
  }
  const measured = { account: found.account, unit: kind.unit, isEstimated };
  if (value === null) {
    const problem = `must be a number, got ${shown(text)}`;
    return intervalRow(line, span, text, measured, { field: 'value', problem });
  }
  return intervalRow(line, span, value, measured);
}

function isDecimal(text: string | null): text is string {
  return text !== null && /^[+-]?\d+(?:\.\d+)?$/.test(text);
}

function stampOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null;
}

function shown(text: string | null): string {
  return text === null ? 'none' : quoted(text);
}
