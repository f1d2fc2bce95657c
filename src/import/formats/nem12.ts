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
 * Reads interval data of Australian electricity meters (AEMO Meter Data File Format Specification NEM12 & NEM13). The
 * stamps are of UTC+10 unless a zone is given. Consumption is the channels whose suffix begins with E; those of one NMI
 * that are of the same account are added up. Any other channel, and null data, is skipped.
 * @throws Error when the file has no 100 or no 900 record and was not said to be NEM12, or options are given that it
 * has no use for
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

/** Adds rows to others, and yields all of them whenever they are a batch. */
function* batches(rows: SourceRow[], more: Iterable<SourceRow>): Generator<readonly SourceRow[]> {
  for (const row of more) {
    rows.push(row);
    if (rows.length >= BATCH) yield rows.splice(0);
  }
}

const ORPHAN = { field: 'record type', problem: 'is 400, but there is no 300 record that it belongs to' };

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

  /** Reads a record, and adds the rows that are complete with it, but for those of {@link complete}. */
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

  /** Adds the rows of the open day. It is complete when a record comes that is no event of it. */
  closeDay(rows: SourceRow[]): void {
    if (this.#day !== null && this.#channel !== null && this.#channel !== 'bad') {
      this.#data.add(this.#channel, this.#day, rows);
    }
    this.#day = null;
  }

  /** Yields the rows held for the NMI before that of the last record. */
  complete(): Iterable<SourceRow> {
    return this.#channel === null || this.#channel === 'bad' ? [] : this.#data.begin(this.#channel);
  }

  /** Yields the rows that are still held. */
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
 * Turns the days of channels into rows. Where channels may have to be added up, it holds their intervals until the next
 * NMI; other rows go straight on. The configuration of a day is that of the 200 record before it, and may change from
 * one day to the next.
 */
class Nem12Rows {
  readonly #sums = new Nem12Sums();
  readonly #sources = new DaySources();
  readonly #missing = new MissingChannels();
  readonly #parts = new DayParts();
  #current: Nem12Channel | null = null;
  /** Counts how often the held intervals became rows. To these nothing can be added. */
  #flushCount = 0;

  /** Begins a channel, or goes on with it. Yields the rows held for the NMI before it, where that is another. */
  *begin(channel: Nem12Channel): Generator<SourceRow> {
    if (channel === this.#current) return;
    const isNext = this.#current?.nmi !== channel.nmi;
    this.#current = channel;
    if (isNext) yield* this.end();
  }

  /** Adds a day of the channel that was begun: its rows, unless they are held to be added up. */
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

  /** Notes that a day of a channel could not be read. */
  markUnreadable(channel: Nem12Channel): void {
    const { match, isOneOfSeveral } = channel;
    this.#missing.exclude(channel);
    if ('account' in match && isOneOfSeveral) this.#sums.markUnreadable(match.account);
  }

  /** Yields the rows that are still held. */
  *end(): Generator<SourceRow> {
    yield* this.#sums.rows();
    yield* this.#missing.notices();
    this.#parts.clear();
    this.#flushCount += 1;
  }

  /** Returns why rows of a day would overwrite those of other channels, or cannot be added to them; else null. */
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
    const accountText = `is of account ${account.id}`;
    let problem = isOneOfSeveral && other === null ? this.#sums.refusal(account, channel, dayMs) : null;
    if (other === text && !isOneOfSeveral) {
      problem = `${accountText}, which ${text} has given ${date} already, in intervals of another length than ${length} minutes`;
    } else if (other !== null) {
      problem = `${accountText}, as ${other} before it, which has ${date} too: only channels of one NMI that follow one another, as its configuration lists them, can be added up`;
    }
    return problem === null ? null : { field: 'NMI', problem };
  }

  /** Adds a reading to the sum of its channels. Returns the row of one that is refused; else null. */
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
      return refuse(`${refusal.problem}; its channels are added up, so that the row lacks their sum`);
    }
    return repeated === null ? null : refuse(repeated);
  }
}

/** Returns what is known of a value. Null data (quality N) is skipped. */
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
    // One channel of several is not what the account used.
    value:
      'unmatched' in match && isOneOfSeveral
        ? { problem: 'is a part of a sum' }
        : (nemNumber(written) ?? {
            field: fieldOf(index),
            problem: `must be a number, got ${quoted(written)}`,
            text: written,
          }),
    isEstimated:
      quality === null
        ? {
            field: fieldOf(index),
            problem: 'has no quality: the day is variable (V), and no 400 record covers it',
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

/** Whether a channel is one of several of consumption that its configuration lists. */
function isOneOfConsumption({ suffix, consumption }: Nem12Channel): boolean {
  return consumption.length > 1 && consumption.includes(suffix);
}
