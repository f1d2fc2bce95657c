import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { parse as parseCsv } from 'csv-parse/sync';
import { Kind, parse } from 'graphql';
import readWorkbook from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Cells, tableColumns } from '../../src/rest/tables/columns.js';
import { MAX_ROWS, xlsxTable } from '../../src/rest/tables/xlsx.js';
import { planSelection } from '../../src/plan/selection.js';
import { buildSchema } from '../../src/run/createCore.js';
import { type RestList, LIST_FIELDS } from '../support/contractFields.js';
import { ENGINES } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { valueAt } from '../support/model.js';
import { COMPANIES, PORTFOLIO, type PlainRecord } from '../support/portfolio.js';
import { at } from '../support/random.js';
import { servePortfolio } from '../support/served.js';

const LISTS = Object.keys(LIST_FIELDS) as RestList[];
const ACCOUNT = String(at(PORTFOLIO.readings, 1).accountId);
const target = (name: RestList): string => `/${name}?${name === 'readings' ? `accountId=${ACCOUNT}&type=*&` : ''}`;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The columns of a list: rate lines are one. */
const headers = (name: RestList): readonly string[] => [
  ...new Set(LIST_FIELDS[name].map((path) => path.replace(/^rates\..*/, 'rates'))),
];

/** A value of JSON as a typed cell has it. */
function typed(value: unknown, path: string): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return ISO.test(value) ? new Date(value) : value;
  if (!Array.isArray(value)) return value;
  return path !== 'rates' && value.every((item) => typeof item === 'string')
    ? value.map(listed).join(',')
    : JSON.stringify(value);
}

/** A text in a comma list, as the docs say. */
function listed(text: string): string {
  return text === '' || text !== text.trim() || /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The values that this reader of workbooks returns. An empty text is an empty cell, texts are trimmed, and dates may be
 * a millisecond off.
 */
function inSheet(value: unknown): unknown {
  // Spreadsheets count the days before March 1900 differently, so they are texts.
  if (value instanceof Date && value < new Date('1900-03-01')) return value.toISOString();
  if (value instanceof Date) return Math.round(value.getTime() / 10);
  return typeof value === 'string' ? value.trim() || null : value;
}

describe.each(ENGINES)('tables on %s', (engine) => {
  const { server, key, database } = servePortfolio(engine);
  const bytes = async (path: string, accept = '*/*'): Promise<{ response: Response; body: ArrayBuffer }> => {
    const response = await fetch(`${server().url}/2.0${path}`, { headers: { 'x-api-key': key(), accept } });
    return { response, body: await response.arrayBuffer() };
  };
  const sheetOf = async (body: ArrayBuffer): Promise<readonly (readonly unknown[])[]> => {
    const [sheet] = await readWorkbook(Buffer.from(body));
    return sheet?.data ?? [];
  };
  const whole = async (name: RestList): Promise<readonly PlainRecord[]> =>
    (await server().get<{ data: readonly PlainRecord[] }>(`${target(name)}limit=10000`, key())).body.data;

  it.each(LISTS)('/%s as XLSX has the values of JSON, with numbers, booleans and dates typed', async (name) => {
    const { response, body } = await bytes(`${target(name)}format=xlsx`);
    expect(response.headers.get('content-type')).toBe(XLSX);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}.xlsx"`);
    const [first, ...rows] = await sheetOf(body);
    expect(first).toEqual(headers(name));
    const records = await whole(name);
    expect(rows.map((row) => row.map(inSheet))).toEqual(
      records.map((record) => headers(name).map((path) => inSheet(typed(valueAt(record, path), path)))),
    );
  });

  it.each(LISTS)('/%s as Parquet has the values of JSON in typed columns', async (name) => {
    const { response, body } = await bytes(target(name), 'application/vnd.apache.parquet');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}.parquet"`);
    const rows = await parquetReadObjects({ file: body });
    const records = await whole(name);
    expect(rows).toEqual(
      records.map((record) =>
        Object.fromEntries(headers(name).map((path) => [path, typed(valueAt(record, path), path)])),
      ),
    );
    const { schema } = await parquetMetadataAsync(body);
    expect(schema.slice(1).map((element) => element.name)).toEqual(headers(name));
    expect(schema.find((element) => element.name === 'createdAt')?.logical_type).toMatchObject({
      type: 'TIMESTAMP',
      isAdjustedToUTC: true,
    });
  });

  it('/consumption tables name the target and the coverage, without deprecated column names', async () => {
    const account = String(PORTFOLIO.accounts.find(({ type }) => type === 'electricity')?._id);
    const query = `/consumption?accountId=${account}&startDate=2023-01-01&endDate=2023-03-31&emissions=true`;
    const { body } = await server().get<{ data: readonly PlainRecord[] }>(`${query}&coverage=true`, key());
    const csv = await bytes(`${query}&format=csv`);
    const text = Buffer.from(csv.body).toString();
    const [columns = [], ...lines]: string[][] = parseCsv(text, { record_delimiter: '\r\n' });
    expect(columns.slice(0, 4)).toEqual(['accountId', 'date', 'startDate', 'endDate']);
    expect(columns).toContain('coverage');
    expect(columns.filter((name) => name.startsWith('total'))).toEqual([]);
    const place = columns.indexOf('coverage');
    expect(lines.map((line) => [line[0], Number(line[place])])).toEqual(
      body.data.map(({ coverage }) => [account, coverage]),
    );
    const sheet = await sheetOf((await bytes(`${query}&format=xlsx`)).body);
    expect(sheet[0]).toEqual(columns);
    expect(sheet[1]?.[2]).toEqual(new Date('2023-01-01T00:00:00.000Z'));
    const rows = await parquetReadObjects({ file: (await bytes(`${query}&format=parquet`)).body });
    expect(rows.map(({ consumption }) => consumption as unknown)).toEqual(body.data.map((one) => one.consumption));
    expect(rows.map(({ accountId }) => accountId as unknown)).toEqual(body.data.map(() => account));
    const plain = await server().get<{ data: readonly PlainRecord[] }>(query, key());
    expect(plain.body.data[0]).not.toHaveProperty('coverage');
  });

  it('an empty list has all columns and no rows', async () => {
    expect(await sheetOf((await bytes('/accounts?name=nobody&format=xlsx')).body)).toEqual([headers('accounts')]);
    const { body } = await bytes('/accounts?name=nobody&format=parquet');
    const { schema, num_rows: count } = await parquetMetadataAsync(body);
    expect([schema.length - 1, count]).toEqual([headers('accounts').length, 0n]);
  });

  it('a page has an ETag and returns 304; a complete list has no ETag', async () => {
    for (const format of ['xlsx', 'parquet']) {
      const path = `/accounts?limit=5&format=${format}`;
      const { response, body } = await bytes(path);
      const etag = response.headers.get('etag') ?? '';
      const headersSent = { 'x-api-key': key(), 'if-none-match': etag };
      expect((await server().ask(`/2.0${path}`, { headers: headersSent })).status).toBe(304);
      expect(Buffer.from((await bytes(path)).body).equals(Buffer.from(body))).toBe(true);
      expect((await bytes(`/accounts?format=${format}`)).response.headers.get('etag')).toBeNull();
    }
  });

  describe('texts that spreadsheets and XML treat specially', () => {
    const TEXTS = ['=1+1', '+1', '@A1', ' x ', '<&">', 'a\tb\nc\rd', '_x0041_', '\u0001', '1e5', 'é＝😀'];
    const ID = (index: number): string => `ad${index.toString(16).padStart(22, '0')}`;
    beforeAll(() =>
      importPlain(
        database(),
        'assets',
        TEXTS.map((siteName, index) => ({ _id: ID(index), companyId: COMPANIES[0], siteName, floorArea: -3.25 })),
      ),
    );

    it('Parquet stores them unchanged, and XLSX stores them as texts, never as formulas', async () => {
      const ids = TEXTS.map((_, index) => ID(index));
      const rows = await parquetReadObjects({ file: (await bytes('/assets?format=parquet')).body });
      const names = new Map(rows.map((row) => [String(row._id), row.siteName as unknown]));
      expect(ids.map((id) => names.get(id))).toEqual(TEXTS);
      const [, ...lines] = await sheetOf((await bytes('/assets?format=xlsx')).body);
      const cells = new Map(lines.map((line) => [String(line[0]), line[1]]));
      const escaped = ['\r', '\u0001', '_x'];
      const readable = ids.filter((_, index) => !escaped.some((part) => at(TEXTS, index).includes(part)));
      expect(readable.map((id) => String(cells.get(id)).trim())).toEqual(
        readable.map((id) => at(TEXTS, ids.indexOf(id)).trim()),
      );
    });

    it('XLSX rejects a text that no cell can hold, and names the column', async () => {
      const _id = ID(TEXTS.length);
      await importPlain(database(), 'assets', [{ _id, companyId: COMPANIES[0], siteName: 'x'.repeat(32_768) }]);
      const answer = await server().get(`/assets?_id=${_id}&format=xlsx&limit=1`, key());
      const broken = await fetch(`${server().url}/2.0/assets?_id=${_id}&format=xlsx`, {
        headers: { 'x-api-key': key() },
      }).then(
        (response) =>
          response.arrayBuffer().then(
            () => response.status,
            () => 0,
          ),
        () => 0,
      );
      expect([answer.status, broken]).toEqual([400, 400]);
      expect(answer.body.detail).toContain('at most 32767 characters in a cell, siteName has 32768');
      expect((await bytes(`/assets?_id=${_id}&format=parquet`)).response.status).toBe(200);
      await database().knex.raw(`delete from assets where _id = ?`, [`\\x${_id}`]);
    });
  });

  it('envelope=next: JSON pages contain the path of the next page, and null on the last page', async () => {
    const ids: unknown[] = [];
    let path: string | null = '/2.0/accounts?limit=7&envelope=next';
    while (path !== null) {
      const answer = await server().ask(path, { headers: { 'x-api-key': key() } });
      expect(Object.keys(answer.body)).toEqual(['next', 'total', 'limit', 'skip', 'data']);
      const body = answer.body as { next: string | null; data: readonly PlainRecord[] };
      const link = /<([^>]*)>; rel="next"/.exec(String(answer.headers.link))?.[1] ?? null;
      expect(body.next).toBe(link);
      ids.push(...body.data.map(({ _id }) => _id));
      path = body.next;
    }
    expect(new Set(ids).size).toBe(PORTFOLIO.accounts.length);
    expect((await server().get('/accounts?envelope=all', key())).body.detail).toContain('envelope must be one of next');
    expect((await server().get('/accounts?envelope=next&format=csv', key())).body.detail).toContain(
      'needs format=json',
    );
  });
});

describe('rows of tables', () => {
  it('reject a column for a computed field', () => {
    const { schema } = buildSchema();
    const document = parse('{ accounts { data { name asset { siteName } } } }');
    const [node] = document.definitions;
    const query = schema.getQueryType();
    if (node?.kind !== Kind.OPERATION_DEFINITION || !query) throw new Error('the document has no query');
    const fields = planSelection({ schema, fragments: {}, variables: {} }, query, node.selectionSet);
    expect(() => tableColumns(fields)).toThrow('accounts.data.asset is computed, so it cannot be a column');
  });

  it('XLSX fails after the maximum rows of a sheet', { timeout: 120_000 }, async () => {
    const batch: readonly Cells[] = Array.from({ length: 10_000 }, () => []);
    const batches = Array.from({ length: Math.ceil((MAX_ROWS + 1) / batch.length) }, () => batch);
    const read = async (): Promise<void> => {
      for await (const _ of xlsxTable('x', [], chunks(batches))) continue;
    };
    await expect(read()).rejects.toThrow(`format xlsx has at most ${MAX_ROWS} rows`);
  });
});

async function* chunks<T>(all: readonly T[]): AsyncGenerator<T> {
  for (const one of all) yield await Promise.resolve(one);
}
