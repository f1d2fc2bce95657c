import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../src/web/playground/examples.js';
import { chartOf, firstChoice } from '../../src/web/playground/results/chartOf.js';
import { flatten } from '../../src/web/playground/results/flatten.js';
import { codeOf } from '../../src/web/playground/share/codeOf.js';
import { linkOf, queryIn } from '../../src/web/playground/share/queryLink.js';
import { expectAccessible } from '../support/axe.js';
import { HAS_BROWSER, quiet, visit } from '../support/browser.js';
import { enterKey } from '../support/dashboard.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { findProgram } from '../support/programs.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

const run = promisify(execFile);

describe('a result as a table', () => {
  it('has a row for each object of a list, with the fields around it repeated', () => {
    const data = {
      assets: {
        total: 2,
        data: [
          {
            name: 'A',
            tags: ['x', 'y'],
            months: [
              { date: '2022-01', use: 1 },
              { date: '2022-02', use: null },
            ],
          },
          { name: 'B', tags: [], months: [] },
        ],
      },
    };
    expect(flatten(data)).toEqual({
      columns: ['total', 'data.name', 'data.tags', 'data.months.date', 'data.months.use'],
      rows: [
        [2, 'A', ['x', 'y'], '2022-01', 1],
        [2, 'A', ['x', 'y'], '2022-02', null],
        [2, 'B', null, null, null],
      ],
    });
  });

  it('has separate rows for two lists side by side, and no column for a null link', () => {
    const data = {
      sites: [
        { name: 'A', owner: null, a: [{ x: 1 }, { x: 2 }], b: [{ y: 3 }] },
        { name: 'B', owner: { id: 7 } },
      ],
    };
    expect(flatten(data)).toEqual({
      columns: ['name', 'a.x', 'b.y', 'owner.id'],
      rows: [
        ['A', 1, null, null],
        ['A', 2, null, null],
        ['A', null, 3, null],
        ['B', null, null, 7],
      ],
    });
  });

  it('is drawn over its time, with a line for each name and gaps for missing values', () => {
    const flat = {
      columns: ['total', 'siteName', 'date', 'use'],
      rows: [
        [2, 'A', '2022-01', 1],
        [2, 'A', '2022-02', null],
        [2, 'B', '2022-02', 4],
      ],
    };
    const chosen = firstChoice(flat);
    expect(chosen).toEqual({ kind: 'line', along: 2, value: 3, by: 1 });
    expect(chosen && chartOf(flat, chosen)).toEqual({
      labels: ['2022-01', '2022-02'],
      series: [
        { name: 'A', values: [1, null] },
        { name: 'B', values: [null, 4] },
      ],
      omittedSeries: 0,
    });
    expect(firstChoice({ columns: ['name'], rows: [['A']] })).toBeNull();
  });

  it('is drawn with a number from the list that has the time, not one that repeats in its rows', () => {
    const flat = {
      columns: ['siteName', 'year.use', 'year.months.date', 'year.months.use'],
      rows: [
        ['A', 9, '2022-01', 4],
        ['A', 9, '2022-02', 5],
        ['B', 3, '2022-01', 3],
      ],
    };
    expect(firstChoice(flat)).toEqual({ kind: 'line', along: 2, value: 3, by: 0 });
  });

  it('is drawn without the rows of another list', () => {
    const flat = {
      columns: ['meters.name', 'months.date', 'months.use'],
      rows: [
        ['M', null, null],
        [null, '2022-01', 4],
        [null, '2022-02', null],
      ],
    };
    expect(chartOf(flat, { kind: 'line', along: 1, value: 2, by: null })).toEqual({
      labels: ['2022-01', '2022-02'],
      series: [{ name: '', values: [4, null] }],
      omittedSeries: 0,
    });
  });

  it('has a link with the query and its variables', () => {
    const query = { query: '{ a(x: "ä+& #") }', variables: '{"b": 1}' };
    const link = new URL(linkOf(query, 'https://gateway.example/playground'));
    expect([link.pathname, link.search, queryIn(link.hash)]).toEqual(['/playground', '', query]);
    expect([queryIn(''), queryIn('#other=1')]).toEqual([null, null]);
  });
});

/** Returns the text of a GraphiQL editor. */
const textOf = (page: Page, editor: 'operation' | 'variables'): Promise<string> =>
  page.evaluate<string>(
    `globalThis.__MONACO?.editor.getModels().find(({ uri }) => uri.path.includes('${editor}'))?.getValue() ?? ''`,
  );

describe.runIf(HAS_BROWSER)('the panels of the playground', () => {
  const { server, browser, key } = sampleInBrowser(SHOWN_SAMPLE);

  const open = async (hash = ''): Promise<{ page: Page; problems: readonly string[] }> => {
    const visited = await visit(browser(), `${server().url}/playground${hash}`);
    await enterKey(visited.page, key());
    await expect.poll(() => textOf(visited.page, 'operation')).not.toBe('');
    await quiet(visited.page);
    return visited;
  };

  it('show the result as a table and a chart, and save it as CSV, by keyboard, light and dark', async () => {
    const { page, problems } = await open();
    await page.getByRole('button', { name: 'Show Results' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('No result yet.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Execute query' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('12 rows.', { exact: true }).waitFor();
    const table = page.getByRole('table', { name: 'The result as a table' });
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      ...['units', 'consumption', 'coverage', 'emissions.total', 'emissions.scope2', 'emissions.scope3'],
      ...['data.date', 'data.consumption', 'data.emissions.total'],
    ]);
    await page.getByRole('button', { name: 'Chart', exact: true }).press('Enter');
    await page.getByRole('img', { name: 'along data.date', exact: false }).locator('canvas').waitFor();
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('bar');
    await page.getByRole('img', { name: 'Bars of', exact: false }).waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).press('Enter');
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('PortfolioByMonth.csv');
    const lines = readFileSync(await saved.path(), 'utf8').split('\r\n');
    expect([lines[0]?.startsWith('\uFEFFunits,consumption,coverage,emissions.total'), lines.length]).toEqual([
      true,
      14,
    ]);
    await expectAccessible(page, '.panel');
    expect(problems).toEqual([]);
  });

  it('open a link in a tab with its variables, save the query under a name, and delete it', async () => {
    const query = 'query Shared($n: Int) { accounts(limit: $n) { data { name } } }';
    const { page, problems } = await open(linkOf({ query, variables: '{"n": 3}' }, ''));
    await expect.poll(() => textOf(page, 'operation')).toBe(query);
    await expect.poll(() => textOf(page, 'variables')).toBe('{"n": 3}');
    expect(await page.evaluate<string>('location.hash')).toBe('');
    await page.getByRole('button', { name: 'Execute query' }).click();
    await page.getByRole('button', { name: 'Show Results' }).click();
    await page.getByText('3 rows.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show Save and share' }).click();
    await page.getByText('No saved queries.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Save query' }).click();
    await page.getByText('Enter a name first.').waitFor();
    await page.getByLabel('Name').fill('Mine');
    await page.getByLabel('Name').press('Enter');
    await page.getByText('Saved Mine in this browser.').waitFor();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Power Query');
    await page.getByLabel('The query in Power Query').filter({ hasText: 'Web.Contents' }).waitFor();
    await expectAccessible(page, '.panel');
    await page.evaluate(
      "Object.defineProperty(navigator, 'clipboard', { value: { writeText: (text) => { globalThis.copied = text; return Promise.resolve(); } } })",
    );
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied.').waitFor();
    const copied = await page.evaluate<string>('globalThis.copied');
    expect(queryIn(new URL(copied).hash)).toEqual({ query, variables: '{"n": 3}' });
    expect(copied).not.toContain(key().split(':')[1]);
    await page.getByRole('button', { name: 'Open Mine' }).click();
    await expect.poll(() => textOf(page, 'operation')).toBe(query);
    await page.getByRole('button', { name: 'Delete Mine' }).click();
    await page.getByText('No saved queries.', { exact: false }).waitFor();
    expect(problems).toEqual([]);
  });
});

describe.runIf(HAS_BROWSER)('a query copied as a program', () => {
  const { server, key } = sampleInBrowser(SHOWN_SAMPLE);
  const query = {
    query: '# ä\nquery One($n: Int) { accounts(limit: $n, filter: {name: {gt: "\'"}}) { data { name } } }',
    variables: '{"n": 1}',
  };
  const python = findProgram('python3');
  const curl = findProgram('curl');

  it.each([
    ...(curl === null ? [] : [['curl', 'sh'] as const]),
    ...(python === null ? [] : [['Python', python] as const]),
    ['TypeScript', process.execPath] as const,
  ])('in %s prints the data', async (language, program) => {
    const code = codeOf(language, query, `${server().url}/graphql`);
    const args = program === process.execPath ? ['--input-type=module', '-e', code] : ['-c', code];
    const { stdout } = await run(program, args, { env: { ...process.env, KEY: key() } });
    expect(stdout).toMatch(/accounts.*data.*name/s);
    expect(stdout).not.toContain('errors');
  });

  it.each([...(python === null ? [] : [['Python', python] as const]), ['TypeScript', process.execPath] as const])(
    'in %s fails with the message of the service',
    async (language, program) => {
      const code = codeOf(
        language,
        { query: '{ accounts(limt: 1) { total } }', variables: '' },
        `${server().url}/graphql`,
      );
      const args = program === process.execPath ? ['--input-type=module', '-e', code] : ['-c', code];
      const failed = run(program, args, { env: { ...process.env, KEY: key() } });
      await expect(failed).rejects.toThrow('Unknown argument');
    },
  );

  it('requires valid JSON for variables', () => {
    expect(() => codeOf('curl', { query: '{ a }', variables: '{' }, 'http://x')).toThrow(SyntaxError);
  });

  it('runs the examples unchanged', () => {
    for (const { query: example } of EXAMPLES) {
      const code = codeOf('TypeScript', { query: example, variables: '' }, 'http://x');
      expect(code).toContain(JSON.stringify(example));
    }
  });
});
