import { quoted } from '../../errors/suggest.js';
import type { Zone } from '../../values/zone.js';
import type { SourceRow } from '../sourceRow.js';
import { BATCH, createFinder, refuseUnitAndStamps, type FormatContext } from './context.js';
import { badLine } from './meterRow.js';
import type { Meters } from './meters.js';
import { nemRecords, nemZone, type NemRecord } from './nem.js';
import { createChannelReader, type Nem12Channel } from './nem12Channel.js';
import { applyNem12Event, readNem12Day, type Nem12Day } from './nem12Day.js';
import { Nem12Rows } from './nem12Rows.js';

/**
 * Reads interval data of Australian electricity meters (AEMO Meter Data File Format Specification NEM12 & NEM13). The
 * stamps are of UTC+10 unless a zone is given. Consumption is the channels whose suffix begins with E; those of one NMI
 * that are of the same account are added up. Any other channel, and null data, is skipped.
 * @throws Error when the file has no 100 or no 900 record and was not said to be NEM12, or options are given that it has no use for
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
  for await (const records of nemRecords(texts, 'NEM12', context.isFormatSaid)) {
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
      rows.push({ line, names: [], values: [], notice });
      return;
    }
    const [type = ''] = cells;
    if (type === '400' && problem === undefined) {
      const wrong = this.#day === null ? ORPHAN : applyNem12Event(this.#day, record);
      if (wrong !== null) rows.push(this.#bad(record, wrong.field, wrong.problem));
      return;
    }
    this.closeDay(rows);
    if (problem !== undefined) rows.push(this.#bad(record, null, problem));
    else if (type === '300') this.#openDay(record, rows);
    else if (type === '200') this.#openChannel(record, rows);
    else if (type !== '500') {
      rows.push(this.#bad(record, 'record type', `must be 200, 300, 400, 500 or 900, got ${quoted(type)}`));
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
    this.#channel = 'problem' in read ? 'bad' : read;
    if ('problem' in read) rows.push(this.#bad(record, read.field, read.problem));
  }

  #openDay(record: NemRecord, rows: SourceRow[]): void {
    if (this.#channel === null) {
      rows.push(this.#bad(record, 'record type', 'is 300, but there is no 200 record before it'));
    } else if (this.#channel === 'bad') {
      rows.push(this.#bad(record, null, 'belongs to a 200 record that could not be read'));
    } else {
      const read = readNem12Day(record, this.#channel.length, this.#zone);
      if ('problem' in read) {
        rows.push(this.#bad(record, read.field, read.problem));
        this.#data.spoil(this.#channel);
      } else this.#day = read;
    }
  }

  #bad(record: NemRecord, field: string | null, problem: string): SourceRow {
    return badLine(record, field, problem, this.#channel === null || this.#channel === 'bad' ? '' : this.#channel.nmi);
  }
}
