import { quoted } from '../../errors/suggest.js';
import type { SourceRow } from '../sourceRow.js';
import { BATCH, createFinder, refuseUnitAndStamps, type FormatContext } from './context.js';
import { badLine } from './meterRow.js';
import { nemRecords, nemZone, type NemRecord } from './nem.js';
import { createChannelReader, type Nem12Channel } from './nem12Channel.js';
import { applyNem12Event, readNem12Day, type Nem12Day } from './nem12Day.js';
import { createNem12Rows } from './nem12Rows.js';

/**
 * Reads interval data of Australian electricity meters (AEMO Meter Data File Format Specification NEM12 & NEM13). The
 * stamps are of UTC+10 unless a zone is given. Consumption is the channels whose suffix begins with E; those of one NMI
 * that are of the same account are added up. Any other channel, and null data, is left out.
 * @throws Error when the file has no 100 or no 900 record and was not said to be NEM12, or options are given that it has no use for
 */
export async function* nem12Rows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  refuseUnitAndStamps(context);
  const zone = nemZone(context.zone);
  context.recognised('zone', zone.name);
  const readChannel = createChannelReader(zone, createFinder(context));
  const data = createNem12Rows();
  const rows: SourceRow[] = [];
  const at: { channel: Nem12Channel | 'bad' | null; day: Nem12Day | null } = { channel: null, day: null };

  const bad = (record: NemRecord, field: string | null, problem: string): void => {
    const meter = at.channel === null || at.channel === 'bad' ? '' : at.channel.nmi;
    rows.push(badLine(record, field, problem, meter));
  };
  /** A day is complete when a record comes that is no event of it. */
  const closeDay = (): void => {
    if (at.day !== null && at.channel !== null && at.channel !== 'bad') data.add(at.channel, at.day, rows);
    at.day = null;
  };
  const openDay = (record: NemRecord): void => {
    if (at.channel === null) bad(record, 'record type', 'is 300, but there is no 200 record before it');
    else if (at.channel === 'bad') bad(record, null, 'belongs to a 200 record that could not be read');
    else {
      const read = readNem12Day(record, at.channel.length, zone);
      if ('problem' in read) {
        bad(record, read.field, read.problem);
        data.spoil(at.channel);
      } else at.day = read;
    }
  };
  const take = (record: NemRecord): void => {
    const { line, cells, problem, notice } = record;
    if (notice !== undefined) {
      rows.push({ line, names: [], values: [], notice });
      return;
    }
    const [type = ''] = cells;
    if (type === '400' && problem === undefined) {
      const wrong = at.day === null ? ORPHAN : applyNem12Event(at.day, record);
      if (wrong !== null) bad(record, wrong.field, wrong.problem);
      return;
    }
    closeDay();
    if (problem !== undefined) bad(record, null, problem);
    else if (type === '300') openDay(record);
    else if (type === '200') {
      const read = readChannel(record);
      at.channel = 'problem' in read ? 'bad' : read;
      if ('problem' in read) bad(record, read.field, read.problem);
    } else if (type !== '500') {
      bad(record, 'record type', `must be 200, 300, 400, 500 or 900, got ${quoted(type)}`);
    }
  };

  for await (const records of nemRecords(texts, 'NEM12', context.isFormatSaid)) {
    for (const record of records) {
      take(record);
      if (at.channel !== null && at.channel !== 'bad') {
        for (const row of data.begin(at.channel)) {
          rows.push(row);
          if (rows.length >= BATCH) yield rows.splice(0);
        }
      }
      if (rows.length >= BATCH) yield rows.splice(0);
    }
  }
  closeDay();
  for (const row of data.end()) {
    rows.push(row);
    if (rows.length >= BATCH) yield rows.splice(0);
  }
  if (rows.length > 0) yield rows;
}

const ORPHAN = { field: 'record type', problem: 'is 400, but there is no 300 record that it belongs to' };
