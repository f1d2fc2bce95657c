import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { DefaultSettings, ResultUtils, TaskUtils } from '@microsoft/powerquery-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import type { Database } from '../../src/db/database.js';
import { postmanCollection } from '../../src/rest/openapi/postman.js';
import { codeOf } from '../../src/web/playground/share/codeOf.js';
import { openTestDatabase } from '../support/engines.js';
import { DOCUMENTS_SAMPLE } from '../support/loadSample.js';
import { findProgram } from '../support/programs.js';
import { startServer, type Json, type TestServer } from '../support/server.js';
import { commandsShown } from './console.js';
import { documentAt, DOCUMENTS } from './documents.js';

const run = promisify(execFile);

/** The texts of the code blocks of a language on a page. */
const blocks = (page: string, language: string): readonly string[] =>
  [...documentAt(page).text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  );

/** Debian's Python has Debian's pandas; another Python may come first on the PATH. */
const PYTHON = ['/usr/bin/python3', findProgram('python3')]
  .filter((program) => program !== null)
  .find((program) => hasModules(program, 'pandas', 'matplotlib'));
if (PYTHON === undefined) console.log('There is no Python with pandas and matplotlib: its recipe is not run.');
const RSCRIPT = findProgram('Rscript');
if (RSCRIPT === null) console.log('There is no Rscript on the PATH: the recipe for R is not run.');

/** Looks for modules without importing them, which takes a second. */
function hasModules(program: string, ...modules: readonly string[]): boolean {
  const script = 'import importlib.util, sys; sys.exit(None in map(importlib.util.find_spec, sys.argv[1:]))';
  return spawnSync(program, ['-c', script, ...modules]).status === 0;
}

describe('the recipes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'udg-test-'));
  let database: Database;
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    database = await openTestDatabase('pglite', DOCUMENTS_SAMPLE);
    server = await startServer(database);
    key = await server.key({ companies: SAMPLE_COMPANY_IDS });
  }, 300_000);
  afterAll(async () => {
    await server.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });

  /** Runs a program of a page over the service of the test. */
  const runHere = async (program: string, args: readonly string[]): Promise<string> => {
    const here = args.map((arg) => arg.replaceAll('http://127.0.0.1:4000', server.url));
    const { stdout } = await run(program, here, { cwd: folder, env: { ...process.env, KEY: key, MPLBACKEND: 'agg' } });
    return stdout;
  };

  it.runIf(PYTHON !== undefined)('for pandas prints the documented output and saves the chart', async () => {
    const page = 'docs/recipes-pandas.md';
    const [script = ''] = blocks(page, 'python');
    expect(await runHere(PYTHON ?? '', ['-c', script])).toBe(blocks(page, 'text')[0]);
    expect(readdirSync(folder)).toContain('months.png');
    expect(script.trim().split('\n').length).toBeLessThanOrEqual(10);
  });

  it.runIf(PYTHON !== undefined && hasModules(PYTHON, 'openpyxl'))(
    'for spreadsheets returns a workbook that pandas reads without a warning',
    async () => {
      const query = 'by=asset&startDate=2025-01-01&endDate=2025-03-31&accountType=electricity&format=xlsx';
      const answer = await fetch(`${server.url}/2.0/figures?${query}`, { headers: { 'x-api-key': key } });
      writeFileSync(join(folder, 'sites.xlsx'), Buffer.from(await answer.arrayBuffer()));
      const script =
        "import pandas as pd; print(pd.read_excel('sites.xlsx').dtypes[['name', 'startDate', 'coverage']])";
      const printed = await runHere(PYTHON ?? '', ['-W', 'error::UserWarning', '-c', script]);
      expect(printed).toMatch(/name +object\nstartDate +datetime64\[ns\]\ncoverage +float64/);
    },
  );

  it.runIf(RSCRIPT !== null)('for R prints the documented output and saves the chart', async () => {
    const page = 'docs/recipes-r.md';
    const [script = ''] = blocks(page, 'r');
    expect(await runHere(RSCRIPT ?? '', ['-e', script])).toBe(blocks(page, 'text')[0]);
    expect(readdirSync(folder)).toContain('months.pdf');
  });

  it.runIf(findProgram('curl') !== null).each(['docs/recipes-duckdb.md', 'docs/figures-table.md'])(
    '%s: DuckDB prints the documented output in any time zone',
    async (page) => {
      for (const script of blocks(page, 'sh')) await runHere('sh', ['-ec', script]);
      const instance = await DuckDBInstance.create(':memory:');
      const connection = await instance.connect();
      await connection.run("SET TimeZone = 'America/New_York'");
      const [sql = ''] = blocks(page, 'sql');
      const reader = await connection.runAndReadAll(sql.replaceAll(/'(\w+\.(?:ndjson|parquet))'/g, `'${folder}/$1'`));
      const lines = reader.getRowsJson().map((row) => row.map(String).join(' | ').trimEnd());
      expect(`${[reader.columnNames().join(' | '), ...lines].join('\n')}\n`).toBe(blocks(page, 'text')[0]);
      connection.closeSync();
      instance.closeSync();
    },
  );

  const tables = commandsShown().filter(({ path }) => path === 'docs/figures-table.md');

  it.runIf(findProgram('curl') !== null).each(tables)('$path: $command prints the documented output', async (shown) => {
    expect((await runHere('sh', ['-c', shown.command])).split(/\r?\n/)).toEqual([...shown.lines, '']);
  });

  const queries = DOCUMENTS.flatMap(({ path }) => blocks(path, 'powerquery').map((text) => ({ path, text })));

  it.each(queries)('$path has valid Power Query that sends a request the service accepts', async ({ text }) => {
    await expectPowerQuery(text);
    const [, path = '', record = ''] = /RelativePath = "([^"]+)",\s*Query = \[(.*?)\]/s.exec(text) ?? [];
    const parameters = [...record.matchAll(/(?:#"([^"]+)"|(\w+)) = (?:"([^"]*)"|Text\.From\(number\))/g)];
    expect(parameters.length).toBeGreaterThan(1);
    const search = new URLSearchParams(
      parameters.map(([, quoted, name = '', value = '1']): [string, string] => [quoted ?? name, value]),
    );
    const answer = await server.ask(`/${path}?${search.toString()}`, { headers: { 'x-api-key': key } });
    expect(answer.status, answer.text).toBe(200);
    const columns = answer.text.split('\r\n')[0]?.split(',');
    const [, types = ''] = /TransformColumnTypes\((.*)/.exec(text) ?? [];
    for (const [, column] of types.matchAll(/\{"(\w+)"/g)) expect(columns).toContain(column);
  });

  it('for a query of the playground generates valid Power Query', async () => {
    const code = codeOf(
      'Power Query',
      { query: '{ a(x: "#(lf) \\"") }\n', variables: '{"n": 1}' },
      'http://127.0.0.1:4000/graphql',
    );
    await expectPowerQuery(code);
  });

  it('for Grafana has addresses for which the service returns rows', async () => {
    const rows = [
      ...documentAt('docs/recipes-grafana.md').text.matchAll(/^\| [^|]+ \| +(?:`(\w+)`)? +\| `(\/2\.0\/[^`]+)`/gm),
    ];
    expect(rows.length).toBeGreaterThanOrEqual(4);
    const range: Readonly<Record<string, string>> = {
      'from:date:YYYY-MM-DD': '2025-01-01',
      'to:date:YYYY-MM-DD': '2025-12-31',
      'from:date:iso': '2022-06-01T00:00:00.000Z',
      'to:date:iso': '2022-06-02T00:00:00.000Z',
    };
    for (const [, root, address = ''] of rows) {
      const target = address.replaceAll(/\$\{__([^}]+)\}/g, (_, name: string) => range[name] ?? name);
      const { status, body, text } = await server.ask(target, { headers: { 'x-api-key': key } });
      expect(status, text).toBe(200);
      if (root !== undefined) expect(body[root], target).not.toEqual([]);
    }
  });

  it('for Postman is a collection in which every request succeeds, with optional parameters off', async () => {
    const { body: document } = await server.ask('/2.0/openapi.json');
    const { item, variable, info } = postmanCollection(document, server.url) as unknown as Collection;
    expect(info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
    const [, folderName, request] =
      /Open the folder `(\w+)`, `([^`]+)`/.exec(documentAt('docs/recipes-postman.md').text) ?? [];
    const shown = item.find(({ name }) => name === folderName);
    expect(shown?.item.map(({ name }) => name)).toContain(request);
    const requests = item.flatMap((of) => of.item.map(({ request }) => request.url));
    expect(requests.length).toBe(Object.keys(document.paths as Json).length);
    expect(requests[0]?.query.every(({ disabled }) => disabled)).toBe(true);
    for (const { raw, variable: inPath } of requests) {
      const filled = [...variable, ...inPath.map((one) => ({ ...one, key: `:${one.key}` }))].reduce(
        (text, one) => text.replace(one.key.startsWith(':') ? one.key : `{{${one.key}}}`, one.value),
        raw,
      );
      const url = new URL(filled);
      const { status, text } = await server.ask(url.pathname + url.search, { headers: { 'x-api-key': key } });
      expect(status, `${raw}: ${text}`).toBe(200);
    }
  });
});

interface Collection {
  readonly info: { readonly schema: string };
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly {
    readonly name: string;
    readonly item: readonly { readonly name: string; readonly request: { readonly url: PostmanUrl } }[];
  }[];
}

interface PostmanUrl {
  readonly raw: string;
  readonly query: readonly { readonly disabled: boolean }[];
  readonly variable: readonly { readonly key: string; readonly value: string }[];
}

/** Expects a text that Power Query can read. */
async function expectPowerQuery(text: string): Promise<void> {
  const task = await TaskUtils.tryLexParse(DefaultSettings, text);
  expect(
    TaskUtils.isParseStageOk(task),
    ResultUtils.isError(task as never) ? text : JSON.stringify(task).slice(0, 400),
  ).toBe(true);
}
