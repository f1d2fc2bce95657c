import { quoted } from '../../errors/suggest.js';
import type { Zone } from '../../values/zone.js';
import { noticeRow, type SourceRow } from '../sourceRow.js';
import { BATCH, createFinder, refuseUnitAndStamps, type FormatContext } from './context.js';
import type { Period } from './daySpans.js';
import type { MeterAccount, Meters } from './meters.js';
import { nemNumber, nemRecords, nemZone, type NemRecord } from './nem.js';
import { configurationOf, DayParts, DaySources, MissingChannels } from './nem12Days.js';
import {
  applyNem12Event,
  createChannelReader,
  readNem12Day,
  type Nem12Channel,
  type Nem12Day,
} from './nem12Records.js';
import { Nem12Sums } from './nem12Sums.js';
import { badLine, isUnreadable, refusalOf, rowOf, type Reading, type Unreadable } from './reading.js';

/**
 * Reads interval data of Australian electricity meters (AEMO Meter Data File Format Specification NEM12 & NEM13).
 *
 * Timestamps are in UTC+10 unless the zone option says otherwise. Consumption is the channels whose suffix begins with
 * E. The reader sums those of one NMI that belong to the same account. Skips other channels and null data.
 * @throws Error if an option does not apply, or the file has no 100 or no 900 record and no option states NEM12
 */
export async function* nem12Rows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  refuseUnitAndStamps(context);
  const zone = nemZone(context.zone);
  context.recognised('zone', zone.name);
  const reader = new Nem12Reader(zone, createFinder(context));
  const rows: SourceRow[] = [];
  for await (const records of nemRecords(texts, 'NEM12', context.isFormatGiven)) {
    for (const record of records) {
      reader.read(record, rows);
      yield* batches(rows, reader.complete());
      if (rows.length >= BATCH) yield rows.splice(0);
    }
  }
  reader.closeDay(rows);
  yield* batches(rows, reader.end());
  if (rows.length > 0) yield rows;
}

/** Adds rows to a buffer, and yields the buffer when it reaches a batch. */
function* batches(rows: SourceRow[], more: Iterable<SourceRow>): Generator<readonly SourceRow[]> {
  for (const row of more) {
    rows.push(row);
    if (rows.length >= BATCH) yield rows.splice(0);
  }
}

const ORPHAN = { field: 'record type', problem: 'is 400, but there is no 300 record before it' };

/** Reads the records of a file in order. A 400 record belongs to the 300 record before it, and that to a 200 record. */
class Nem12Reader {
  readonly #zone: Zone;
  readonly #readChannel: ReturnType<typeof createChannelReader>;
  readonly #data = new Nem12Rows();
  #channel: Nem12Channel | 'bad' | null = null;
  #day: Nem12Day | null = null;

  constructor(zone: Zone, find: Meters['find']) {
    this.#zone = zone;
    this.#readChannel = createChannelReader(zone, find);
  }

  /** Reads a record. Adds the rows that it completes, except those of {@link complete}. */
  read(record: NemRecord, rows: SourceRow[]): void {
    const { line, cells, problem, notice } = record;
    if (notice !== undefined) {
      rows.push(noticeRow(line, notice));
      return;
    }
    const [type = ''] = cells;
    if (type === '400' && problem === undefined) {
      const wrong = this.#day === null ? ORPHAN : applyNem12Event(this.#day, record);
      if (wrong !== null) rows.push(this.#bad(record, wrong));
      return;
    }
    this.closeDay(rows);
    if (problem !== undefined) rows.push(this.#bad(record, { problem }));
    else if (type === '300') this.#openDay(record, rows);
    else if (type === '200') this.#openChannel(record, rows);
    else if (type !== '500') {
      const wrongType = `must be 200, 300, 400, 500 or 900, got ${quoted(type)}`;
      rows.push(this.#bad(record, { field: 'record type', problem: wrongType }));
    }
  }

  /** Adds the rows of the open day. Any record except an event (400) completes the day. */
  closeDay(rows: SourceRow[]): void {
    if (this.#day !== null && this.#channel !== null && this.#channel !== 'bad') {
      this.#data.add(this.#channel, this.#day, rows);
    }
    this.#day = null;
  }

  /** Yields the buffered rows of the previous NMI. */
  complete(): Iterable<SourceRow> {
    return this.#channel === null || this.#channel === 'bad' ? [] : this.#data.begin(this.#channel);
  }

  /** Yields the remaining buffered rows. */
  end(): Iterable<SourceRow> {
    return this.#data.end();
  }

  #openChannel(record: NemRecord, rows: SourceRow[]): void {
    const read = this.#readChannel(record);
    this.#channel = isUnreadable(read) ? 'bad' : read;
    if (isUnreadable(read)) rows.push(this.#bad(record, read));
  }

  #openDay(record: NemRecord, rows: SourceRow[]): void {
    if (this.#channel === null) {
      rows.push(this.#bad(record, { field: 'record type', problem: 'is 300, but there is no 200 record before it' }));
    } else if (this.#channel === 'bad') {
      rows.push(this.#bad(record, { problem: 'belongs to a 200 record that could not be read' }));
    } else {
      const read = readNem12Day(record, this.#channel.length, this.#zone);
      if (isUnreadable(read)) {
        rows.push(this.#bad(record, read));
        this.#data.markUnreadable(this.#channel);
      } else this.#day = read;
    }
  }

  #bad(record: NemRecord, refusal: Unreadable): SourceRow {
    return badLine(record, refusal, this.#channel === null || this.#channel === 'bad' ? '' : this.#channel.nmi);
  }
}

/**
 * Converts the days of channels to rows. Buffers intervals of channels that may need a sum until the next NMI; returns
 * other rows immediately. The configuration of a day is that of the preceding 200 record, and may change between days.
 */
class Nem12Rows {
  readonly #sums = new Nem12Sums();
  readonly #sources = new DaySources();
  readonly #missing = new MissingChannels();
  readonly #parts = new DayParts();
  #current: Nem12Channel | null = null;
  /** Counts how often the buffer was emptied. Sums from an emptied buffer are final. */
  #flushCount = 0;

  /** Begins or continues a channel. If the NMI changes, yields the buffered rows of the previous one. */
  *begin(channel: Nem12Channel): Generator<SourceRow> {
    if (channel === this.#current) return;
    const isNext = this.#current?.nmi !== channel.nmi;
    this.#current = channel;
    if (isNext) yield* this.end();
  }

  /** Adds a day of the current channel. Appends its rows to `rows`, unless they wait for a sum. */
  add(channel: Nem12Channel, day: Nem12Day, rows: SourceRow[]): void {
    const { nmi, match, isOneOfSeveral } = channel;
    if (isOneOfConsumption(channel)) this.#missing.add(channel, day.dayMs, day.date);
    const account = 'account' in match ? match.account : null;
    const refusal = account === null ? refusalOf({ match }) : this.#refusal(account, channel, day);
    if (refusal !== null) {
      rows.push(badLine(day, refusal, nmi));
      return;
    }
    const spans = channel.periods(day.dayMs);
    for (const index of day.values.keys()) {
      const span = spans[index];
      if (span === undefined) continue;
      const reading = readingOf(channel, day, index, span);
      const row =
        account !== null && isOneOfSeveral ? this.#addToSum(reading, account, channel, day, index) : rowOf(reading);
      if (row !== null) rows.push(row);
    }
  }

  /** Records that a day of a channel cannot be read. */
  markUnreadable(channel: Nem12Channel): void {
    const { match, isOneOfSeveral } = channel;
    this.#missing.exclude(channel);
    if ('account' in match && isOneOfSeveral) this.#sums.markUnreadable(match.account);
  }

  /** Yields the remaining buffered rows. */
  *end(): Generator<SourceRow> {
    yield* this.#sums.rows();
    yield* this.#missing.notices();
    this.#parts.clear();
    this.#flushCount += 1;
  }

  /**
   * Returns why the rows of a day would overwrite those of other channels, or cannot be summed with them; null:
   * neither.
   */
  #refusal(account: MeterAccount, channel: Nem12Channel, day: Nem12Day): Unreadable | null {
    const { dayMs, date } = day;
    const { nmi, suffix, length, isOneOfSeveral } = channel;
    const text = isOneOfConsumption(channel)
      ? `NMI ${nmi} channels ${channel.consumption.join(', ')}`
      : `NMI ${nmi} channel ${suffix}`;
    const source = { key: `${nmi} ${isOneOfSeveral ? `${this.#flushCount} ` : ''}${configurationOf(channel)}`, text };
    const before = this.#sources.claim(account.id, dayMs, source);
    const isApart = before !== null && !this.#parts.has(account.id, dayMs);
    const other = isApart ? before.text : this.#parts.add(account.id, channel, day, text);
    if (other !== null && isOneOfSeveral) this.#sums.refuse(account, channel, dayMs);
    const accountText = `belongs to account ${account.id}`;
    let problem = isOneOfSeveral && other === null ? this.#sums.refusal(account, channel, dayMs) : null;
    if (other === text && !isOneOfSeveral) {
      problem = `${accountText}, which already has ${date} from ${text}, in intervals of another length than ${length} minutes`;
    } else if (other !== null) {
      problem = `${accountText}, which already has ${date} from ${other}: the import adds up only channels of one NMI that its configuration lists and that follow one another`;
    }
    return problem === null ? null : { field: 'NMI', problem };
  }

  /** Adds a reading to the sum of its channels. Returns the row of a refused reading; null: the reading was added. */
  #addToSum(
    reading: Reading,
    account: MeterAccount,
    channel: Nem12Channel,
    { line, dayMs, statedAt }: Nem12Day,
    index: number,
  ): SourceRow | null {
    const isEstimated = reading.isEstimated === true;
    const refuse = (problem: string): SourceRow =>
      rowOf({ ...reading, isEstimated, value: { field: fieldOf(index), problem, text: null } });
    const { span, value } = reading;
    if (isUnreadable(span)) return refuse(span.problem);
    const isNull = 'skipped' in reading.match;
    const refusal = isNull ? null : refusalOf(reading);
    const added = isNull || refusal !== null || typeof value !== 'number' ? null : value;
    const repeated = this.#sums.add(account, channel, dayMs, {
      line,
      index,
      span,
      statedAt,
      isEstimated,
      value: added,
    });
    if (refusal !== null) {
      return refuse(`${refusal.problem}; the sum of the channels is missing for this interval`);
    }
    return repeated === null ? null : refuse(repeated);
  }
}

/** Returns the reading of a value. Null data (quality N) is skipped. */
function readingOf(channel: Nem12Channel, day: Nem12Day, index: number, span: Period): Reading {
  const { nmi, unit, length, text, match, isOneOfSeveral } = channel;
  const written = day.values[index] ?? '';
  const quality = day.qualities[index];
  return {
    line: day.line,
    meter: nmi,
    match: quality === 'none' && 'account' in match ? { skipped: `${text}: null data` } : match,
    span: 'problem' in span ? { ...span, field: fieldOf(index), text: day.date, isHalfHourly: length === 30 } : span,
    unit,
    // The value of one channel is only a part of the account's consumption.
    value:
      'unmatched' in match && isOneOfSeveral
        ? { problem: 'is only part of a sum' }
        : (nemNumber(written) ?? {
            field: fieldOf(index),
            problem: `must be a number, got ${quoted(written)}`,
            text: written,
          }),
    isEstimated:
      quality === null
        ? {
            field: fieldOf(index),
            problem: 'has no quality: the day is variable (V), but no 400 record covers this interval',
            text: 'V',
          }
        : quality === 'estimated',
    statedAt: day.statedAt,
  };
}

/** Names a value for messages, counted from 1. */
function fieldOf(index: number): string {
  return `value ${index + 1}`;
}

/** Whether a channel is one of several consumption channels in its configuration. */
function isOneOfConsumption({ suffix, consumption }: Nem12Channel): boolean {
  return consumption.length > 1 && consumption.includes(suffix);
}
