import { numberedText, type Sql, sql } from '../../src/db/sql.js';
import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIST_FIELDS, type RestList } from '../support/contractFields.js';
import { ENGINES } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { importText } from '../support/importText.js';
import { COMPANIES, PORTFOLIO, type PlainRecord } from '../support/portfolio.js';
import { at } from '../support/random.js';
import { servePortfolio } from '../support/served.js';
import { startServer, type Answer } from '../support/server.js';
import { until } from '../support/until.js';
import { valueAt } from '../support/model.js';

const LISTS = Object.keys(LIST_FIELDS) as RestList[];
const ACCOUNT = String(at(PORTFOLIO.readings, 1).accountId);
const target = (name: RestList): string => `/${name}?${name === 'readings' ? `accountId=${ACCOUNT}&type=*&` : ''}`;
/** Rate lines are one column. */
const headers = (name: RestList): readonly string[] => [
  ...new Set(LIST_FIELDS[name].map((path) => path.replace(/^rates\..*/, 'rates'))),
];

/** A value as a cell shows it, but for the quotes of the format. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return shown(value.map(listed).join(','));
  return JSON.stringify(value);
}

/**
 * A text in a list, as the docs say: one with a comma or a quote, one with spaces around it and the empty one are in
 * quotes.
 */
function listed(text: string): string {
  return text === '' || text !== text.trim() || /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');
const many = (count: number): PlainRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    _id: `aa${hex((index * 2_654_435_761) % 4_294_967_296)}${hex(index)}000000`,
    companyId: COMPANIES[0],
    siteName: `Site ${index}`,
    address: { streetAddress: 'x'.repeat(500) },
  }));

describe.each(ENGINES)('exports on %s', (engine) => {
  const { server, key, database } = servePortfolio(engine);
  const get = async (path: string, accept?: string): Promise<Answer> =>
    server().ask(`/2.0${path}`, { headers: { 'x-api-key': key(), ...(accept === undefined ? {} : { accept }) } });
  const whole = async (name: RestList): Promise<readonly PlainRecord[]> =>
    (await server().get<{ data: readonly PlainRecord[] }>(`${target(name)}limit=10000`, key())).body.data;

  it.each(LISTS)(
    '/%s as NDJSON has one line per record of the whole list, equal to the record in JSON',
    async (name) => {
      const answer = await get(`${target(name)}format=ndjson`);
      expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}.ndjson"`);
      expect(answer.text).toBe((await whole(name)).map((record) => `${JSON.stringify(record)}\n`).join(''));
    },
  );

  it.each(LISTS)(
    '/%s as CSV has dotted columns in the order of the response, and neutralises formulas',
    async (name) => {
      const answer = await get(target(name), 'text/csv');
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
      const [first, ...rows]: string[][] = parse(answer.text, { record_delimiter: '\r\n' });
      expect(first).toEqual(headers(name));
      expect(rows).toEqual(
        (await whole(name)).map((record) => headers(name).map((path) => shown(valueAt(record, path)))),
      );
    },
  );

  it('neutralises texts that a spreadsheet would run as formulas, and leaves numbers unchanged', async () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', 'a "b", c', '', 'plain'];
    const _id = `ab${'0'.repeat(22)}`;
    const lines: string[] = [];
    for (const siteName of texts) {
      await importPlain(database(), 'assets', [{ _id, companyId: COMPANIES[0], siteName, floorArea: -3 }]);
      lines.push((await get(`/assets?_id=${_id}&format=csv`)).text.split('\r\n').slice(1).join('\r\n'));
    }
    const cells = lines.map((line) => line.slice(25, line.indexOf(',', line.lastIndexOf('"') + 1)));
    expect(lines.every((line) => line.includes(',-3,'))).toBe(true);
    expect(cells.slice(6, 8)).toEqual(['"a ""b"", c"', '""']);
    for (const [index, text] of texts.entries()) {
      const [row]: string[][] = parse(at(lines, index), { record_delimiter: '\r\n' });
      expect(row?.[1]).toBe(index < 6 ? `'${text}` : text);
    }
  });

  it('/consumption has one line per period, with the requested options', async () => {
    const account = PORTFOLIO.accounts.find(({ type }) => type === 'electricity');
    const query = `/consumption?accountId=${String(account?._id)}&startDate=2023-01-01&endDate=2023-03-31&emissions=true`;
    const json = (await server().get<{ data: readonly PlainRecord[] }>(query, key())).body.data;
    const csv = await get(`${query}&format=csv`);
    expect(csv.headers['content-disposition']).toBe('attachment; filename="consumption-2023-01-01-2023-03-31.csv"');
    const rows = parse<Readonly<Record<string, string>>>(csv.text, { columns: true, record_delimiter: '\r\n' });
    expect(rows.map(({ date, consumption }) => [date, Number(consumption)])).toEqual(
      json.map(({ date, consumption }) => [date, consumption]),
    );
    expect(Object.keys(rows[0] ?? {})).toEqual(
      expect.arrayContaining(['emissions.scope1', 'missingFactors', 'sources']),
    );
    expect(Object.keys(rows[0] ?? {})).not.toContain('dayConsumption');
    expect((await get(query, 'application/x-ndjson')).text).toBe(
      json.map((row) => `${JSON.stringify(row)}\n`).join(''),
    );
    const minimal = await get(`${query}&minimal=true&format=csv`);
    expect(minimal.text.split('\r\n')[0]).toBe('startDate,endDate,consumption');
  });

  it('a request with limit returns one page with links; without limit it returns all pages, also after a cursor', async () => {
    const page = await get('/accounts?format=csv&limit=7');
    expect(page.text.trimEnd().split('\r\n')).toHaveLength(8);
    const next = /<([^>]*)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? '';
    const rest = await get(next.replace('/2.0', '').replace('limit=7&', ''));
    expect(rest.text.trimEnd().split('\r\n')).toHaveLength(PORTFOLIO.accounts.length - 7 + 1);
    expect(rest.headers.link).toBeUndefined();
  });

  it('sends an empty list as a header line only, and HEAD without a body', async () => {
    expect((await get('/accounts?name=nobody&format=csv')).text).toBe(`${headers('accounts').join(',')}\r\n`);
    expect((await get('/accounts?name=nobody&format=ndjson')).text).toBe('');
    const head = await server().ask('/2.0/accounts?format=csv', { method: 'HEAD', headers: { 'x-api-key': key() } });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-disposition']).toContain('accounts.csv');
  });

  it('rejects an unsupported format or parameter with a message', async () => {
    const cases = [
      ['/accounts?format=pdf', undefined, 400, 'format must be one of json, csv, ndjson, xlsx, parquet, got "pdf".'],
      ['/accounts?format=CSV', undefined, 400, 'did you mean csv?'],
      [
        '/accounts?format=csv&page=2',
        undefined,
        400,
        'page needs limit, because csv without limit contains all pages.',
      ],
      [`/accounts/${String(PORTFOLIO.accounts[0]?._id)}?format=csv`, undefined, 400, '"format" is not a parameter'],
      ['/accounts', 'text/html', 406, 'The response can be application/json, text/csv, application/x-ndjson'],
      [
        `/accounts/${String(PORTFOLIO.accounts[0]?._id)}`,
        'text/csv',
        406,
        'The response is application/json. The header',
      ],
      ['/accounts?colour=red&format=csv', undefined, 400, '"colour" is not a parameter'],
    ] as const;
    for (const [path, accept, status, sentence] of cases) {
      const answer = await get(path, accept);
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.body.detail).toContain(sentence);
      expect(answer.headers['content-disposition']).toBeUndefined();
    }
    expect((await get('/accounts?limit=1', 'text/html, */*;q=0.1')).headers['content-type']).toContain('json');
  });

  describe('an export of many pages', () => {
    const COUNT = 4_500;
    const PAGE = 1_000;
    beforeAll(() => importPlain(database(), 'assets', many(COUNT)));

    it('costs at least one point per page, and pauses when no points are left', async () => {
      const limited = await startServer(database(), { RATE_LIMIT_POINTS: '3', RATE_LIMIT_WINDOW: '600' });
      try {
        let text = '';
        let isOver = false;
        const request = httpRequest(`${limited.url}/2.0/assets?format=ndjson`, { headers: { 'x-api-key': key() } });
        request.on('response', (response) => {
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () => (isOver = true));
        });
        request.on('error', () => undefined);
        request.end();
        const lines = (): number => text.split('\n').length - 1;
        await until('a page has come', lines, (count) => count >= PAGE);
        // On a busy machine a page takes more points, for the time of the database.
        const ask = async (): Promise<number> => (await limited.get('/assets?limit=1', key())).status;
        await until('no points are left', ask, (status) => status === 429);
        await until('the page that is on its way has come', lines, (count) => count % PAGE === 0);
        expect(lines()).toBeLessThanOrEqual(3 * PAGE);
        expect(isOver).toBe(false);
        request.destroy();
      } finally {
        await limited.close();
      }
    });

    it('contains every record once, even if it has to wait for points', { timeout: 120_000 }, async () => {
      const limited = await startServer(database(), { RATE_LIMIT_POINTS: '3', RATE_LIMIT_WINDOW: '2' });
      try {
        const answer = await limited.get('/assets?format=ndjson', key());
        const ids = answer.text
          .trimEnd()
          .split('\n')
          .map((line) => (JSON.parse(line) as PlainRecord)._id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBeGreaterThanOrEqual(COUNT);
      } finally {
        await limited.close();
      }
    });

    it('/consumption exports its periods, even if the list of assets is longer', async () => {
      const group = PORTFOLIO['asset-groups'].find(({ companyId }) => companyId === COMPANIES[0])?._id;
      await database().knex.raw(
        `update asset_groups set asset_ids = array(select _id from assets where site_name like 'Site %' limit 200) where _id = ?`,
        [`\\x${String(group)}`],
      );
      const query = `/consumption?assetGroupId=${String(group)}&startDate=2023-01-01&endDate=2023-03-31&assetBreakdown=true`;
      const { text, body } = await server().get<{ data: readonly object[]; assetGroups: readonly object[] }>(
        query,
        key(),
      );
      expect(JSON.stringify(body.assetGroups).length, text).toBeGreaterThan(100_000);
      expect(body.data).toHaveLength(3);
      expect((await get(query, 'application/x-ndjson')).text).toBe(
        body.data.map((row) => `${JSON.stringify(row)}\n`).join(''),
      );
      expect((await get(query, 'text/csv')).text.split('\r\n')).toHaveLength(1 + 3 + 1);
    });

    it('breaks the connection when a page fails, so that a client cannot take a truncated file for a complete one', async () => {
      const failing = await startServer(await breakingAfter(2));
      try {
        const outcome = await read(failing.url, await failing.key());
        expect(outcome.ended).toBe(false);
      } finally {
        await failing.close();
      }
    });

    const isPage = (statement: Sql): boolean => / limit \$\d+ offset \$\d+\)/.test(numberedText(statement).text);

    /** The database, whose pages fail from some on: a statement that the engine refuses. */
    async function breakingAfter(pages: number): Promise<ReturnType<typeof database>> {
      const own = database();
      let read = 0;
      return Promise.resolve({
        ...own,
        tuples: (statement, caller) => {
          if (isPage(statement)) read += 1;
          return own.tuples(read > pages ? sql`select 1/0` : statement, caller);
        },
      });
    }

    it('stops when the client disconnects, and reads no further page', async () => {
      const own = database();
      let pages = 0;
      const counting = await startServer({
        ...own,
        tuples: (statement, caller) => {
          if (isPage(statement)) pages += 1;
          return own.tuples(statement, caller);
        },
      });
      /** How many pages the whole list has, which is all that is read meanwhile. */
      const wholeList = async (): Promise<number> => {
        const before = pages;
        const answer = await counting.get('/assets?format=ndjson', key());
        expect(answer.text.split('\n').length).toBeGreaterThan(COUNT);
        return pages - before;
      };
      try {
        const all = await wholeList();
        expect(all).toBeGreaterThan(COUNT / PAGE);
        await new Promise<void>((resolve, reject) => {
          void counting.key().then((own2) => {
            const request = httpRequest(`${counting.url}/2.0/assets?format=ndjson`, { headers: { 'x-api-key': own2 } });
            request.on('response', (response) => {
              response.once('data', () => {
                request.destroy();
                resolve();
              });
            });
            request.on('error', reject);
            request.end();
          });
        });
        await until(
          'the server knows',
          () => counting.inFlight(),
          (count) => count === 0,
        );
        // The page that was being read is over before another list is: of two after that, nothing else is read.
        await wholeList();
        expect(pages).toBeLessThan(3 * all);
        expect(await wholeList()).toBe(all);
      } finally {
        await counting.close();
      }
    });
  });

  it('importing the export of any list changes nothing, whatever texts and lists it has', async () => {
    const parts = [
      "'",
      '=',
      '-',
      '@',
      '+',
      '\t',
      '\r',
      '\n',
      '"',
      ',',
      ';',
      ' ',
      '1',
      'a',
      'é',
      '＝',
      '\r\n',
      '""',
      'null',
      '{}',
      '\\N',
      ', ',
    ];
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((some) => some.join(''));
    const record = fc.record({
      ...{
        name: fc.option(text),
        group: fc.option(text),
        meterPointNumber2: fc.option(text),
        meterUser: fc.option(text),
      },
      ...{ capacity: fc.option(text), meterLocation: fc.option(text), tags: fc.array(text, { maxLength: 3 }) },
      consumptionPriority: fc.option(fc.constant(['invoice', 'hh'])),
    });
    const odd = fc.sample(record, { numRuns: 60, seed: 42 }).map((one, index) => ({
      ...{ _id: `ac${hex(index)}${'0'.repeat(14)}`, companyId: COMPANIES[0], type: 'electricity', ...one },
    }));
    await importPlain(database(), 'accounts', odd);
    for (const format of ['csv', 'ndjson']) {
      for (const name of LISTS) {
        const { text: exported } = await get(`${target(name)}format=${format}`);
        const lines = await whole(name);
        const summary = await importText(database(), name, exported);
        expect([name, format, summary.errors, summary.unchanged]).toEqual([name, format, [], lines.length]);
      }
    }
  });
});

/** How an answer ended. */
function read(url: string, key: string): Promise<{ readonly ended: boolean }> {
  return new Promise((resolve) => {
    const request = httpRequest(`${url}/2.0/assets?format=ndjson`, { headers: { 'x-api-key': key } });
    const finish = (ended: boolean): void => {
      resolve({ ended });
    };
    // A reset may come before the client has read anything.
    request.on('error', () => {
      finish(false);
    });
    request.on('response', (response) => {
      response.resume();
      response.on('error', () => {
        finish(false);
      });
      response.on('end', () => {
        finish(response.complete);
      });
    });
    request.end();
  });
}
