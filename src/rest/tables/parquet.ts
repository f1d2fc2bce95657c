import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { type CellKind, type Cells, datedValue, type TableColumn } from './columns.js';

/** The rows of a row group, which are in memory at a time. */
const GROUP = 5_000;

/** The types of columns. Timestamps are instants in UTC with milliseconds. */
const TYPES: Readonly<Record<CellKind, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  texts: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT32' },
  boolean: { type: 'BOOLEAN' },
  timestamp: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
};

/** A writer whose bytes leave after each row group, so the complete file is never in memory. */
class DrainedBytes extends ByteWriter {
  /** Returns the bytes since the last call. */
  take(): Buffer {
    const bytes = Buffer.from(this.getBytes());
    this.index = 0;
    return bytes;
  }
}

/** Writes a table as Parquet: a typed column for each, compressed by Snappy, in row groups of up to 5,000 rows. */
export async function* parquetTable(
  columns: readonly TableColumn[],
  batches: AsyncIterable<readonly Cells[]>,
): AsyncGenerator<Buffer> {
  const writer = new DrainedBytes();
  const fields = columns.map(({ name, kind }) => ({ name, ...TYPES[kind], repetition_type: 'OPTIONAL' as const }));
  const file = new ParquetWriter({ writer, schema: [{ name: 'root', num_children: fields.length }, ...fields] });
  const write = async (rows: readonly Cells[]): Promise<Buffer> => {
    const columnData = columns.map(({ name, kind }, index) => ({
      name,
      data: rows.map((cells) => datedValue(cells[index] ?? null, kind)),
    }));
    await file.write({ columnData, rowGroupSize: GROUP });
    return writer.take();
  };
  let rows: Cells[] = [];
  for await (const batch of batches) {
    for (const cells of batch) {
      rows.push(cells);
      if (rows.length < GROUP) continue;
      yield await write(rows);
      rows = [];
    }
  }
  if (rows.length > 0) yield await write(rows);
  await file.finish();
  yield writer.take();
}
