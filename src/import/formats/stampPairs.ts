import type { CsvRecord } from './csvRecords.js';
import { plainName } from './meterColumns.js';
import type { Table } from './table.js';
import { TIME_OF_DAY } from './writtenDate.js';

/** Names of time columns that may belong to the start. They do if the end has separate date and time columns. */
const OF_START: readonly string[] = ['readingtime', 'readtime', 'time'];

/**
 * Joins the date and the time of a start, and those of an end, if the file has separate columns for them (`Start Date`,
 * `Start Time`, `End Date`, `End Time`). The date column then holds both, and the time column loses its name.
 */
export function joinStampPairs(table: Table): Table {
  const names = table.header.map(plainName);
  const pairOf = (date: string, times: readonly string[]): readonly (readonly [number, number])[] => {
    const [at, time] = [names.indexOf(date), times.map((name) => names.indexOf(name)).find((index) => index >= 0)];
    return at >= 0 && time !== undefined ? [[at, time]] : [];
  };
  const ends = pairOf('enddate', ['endtime']);
  const starts = pairOf('startdate', ends.length > 0 ? ['starttime', ...OF_START] : ['starttime']);
  const pairs = [...starts, ...ends];
  if (pairs.length === 0) return table;
  const times = pairs.map(([, time]) => time);
  const join = (record: CsvRecord): CsvRecord => {
    const cells = [...record.cells];
    for (const [date, time] of pairs) {
      const [day, clock] = [(cells[date] ?? '').trim(), (cells[time] ?? '').trim()];
      if (day !== '' && !day.includes(':') && TIME_OF_DAY.test(clock)) cells[date] = `${day} ${clock}`;
    }
    return { ...record, cells };
  };
  return {
    ...table,
    header: table.header.map((label, index) => (times.includes(index) ? '' : label)),
    sample: table.sample.map(join),
    records: joined(table.records, join),
  };
}

async function* joined(
  batches: AsyncIterable<readonly CsvRecord[]>,
  join: (record: CsvRecord) => CsvRecord,
): AsyncGenerator<readonly CsvRecord[]> {
  for await (const records of batches) yield records.map(join);
}
