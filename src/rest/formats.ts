/** The formats of answers. Every format but JSON has a line or a row for each record, or for each period of figures. */
export const FORMATS = ['json', 'csv', 'ndjson', 'xlsx', 'parquet'] as const;
export type Format = (typeof FORMATS)[number];

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PARQUET = 'application/vnd.apache.parquet';

/** The media types in Accept. */
export const ACCEPTED_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: XLSX,
  parquet: PARQUET,
};

/** The media types in Content-Type. The first line of CSV names the columns (RFC 4180). */
export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: XLSX,
  parquet: PARQUET,
};

/** Whether a format has columns. */
export function isTable(format: Format): format is 'csv' | 'xlsx' | 'parquet' {
  return format === 'csv' || format === 'xlsx' || format === 'parquet';
}
