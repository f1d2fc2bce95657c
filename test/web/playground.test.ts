import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import { EXAMPLES } from '../../src/web/playground/examples.js';
import { expectFits, HAS_BROWSER, quiet, setScheme, visit, type Visit } from '../support/browser.js';
import { enterKey, submitKey } from '../support/dashboard.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';
import { expectSameAsRest } from './sameAsRest.js';

/** Two buildings in the west, one with gaps in its data, and one elsewhere. */

/** Returns the whole text of a GraphiQL editor, including the lines that are scrolled out of view. */
const textOf = (page: Page, editor: 'operation' | 'response'): Promise<string> =>
  page.evaluate<string>(
    `globalThis.__MONACO?.editor.getModels().find(({ uri }) => uri.path.includes('${editor}'))?.getValue() ?? ''`,
  );

/** Enters the key and waits for the editor with the first example. */
const openEditor = async (page: Page, key: string): Promise<void> => {
  await enterKey(page, key);
  await expect.poll(() => textOf(page, 'operation')).toBe(EXAMPLES[0]?.query);
  await quiet(page);
};

/** Opens a tab by its title, which is the name of its operation. */
const openTab = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click();
  await expect.poll(() => textOf(page, 'operation')).toContain(`query ${name} {`);
  await quiet(page);
};

/** Runs the query of the open tab and returns the response that the editor shows. */
const run = async (page: Page): Promise<unknown> => {
  await page.getByRole('button', { name: 'Execute query' }).click();
  await expect.poll(() => textOf(page, 'response')).toMatch(/"(?:data|errors)"/);
  await page
    .locator('.graphiql-response .view-line', { hasText: /"(?:data|errors)"/ })
    .first()
    .waitFor();
  return JSON.parse(await textOf(page, 'response'));
};

describe.runIf(HAS_BROWSER)('the playground, over the sample portfolio', () => {
  const { server, browser, key } = sampleInBrowser(SHOWN_SAMPLE);
  const open = (): Promise<Visit> => visit(browser(), `${server().url}/playground`);

  it('opens every example in a tab, and each runs unchanged and shows the figures of REST', async () => {
    const { page, problems } = await open();
    await openEditor(page, key());
    for (const { name, query } of EXAMPLES) {
      await openTab(page, name);
      expect(await textOf(page, 'operation')).toBe(query);
      expect(await textOf(page, 'response')).toBe('');
      await expectSameAsRest(name, await run(page), async (path) => (await server().get(path, key())).body);
    }
    expect(problems).toEqual([]);
  });

  it('loads the schema with its descriptions by introspection with the key, and keeps a history', async () => {
    const { page, problems } = await open();
    await openEditor(page, key());
    await page.getByRole('button', { name: 'Show GraphiQL Explorer' }).click();
    await page.locator('.graphiql-explorer-root', { hasText: 'nonCumulative' }).waitFor();
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.locator('.graphiql-doc-explorer').getByRole('link', { name: 'Query' }).click();
    await page.getByText('The cost of a request is the number of requested rows', { exact: false }).first().waitFor();
    await run(page);
    await page.getByRole('button', { name: 'Show History' }).click();
    await page.locator('.graphiql-history-item', { hasText: 'PortfolioByMonth' }).waitFor();
    await page.getByRole('button', { name: 'Show Examples' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Gaps: where' }).getByRole('button', { name: 'Open' }).click();
    await expect.poll(() => textOf(page, 'operation')).toBe(EXAMPLES.find(({ name }) => name === 'Gaps')?.query);
    // GraphiQL sets the title of a tab with a delay.
    await expect.poll(() => page.getByRole('button', { name: 'Gaps', exact: true }).count()).toBe(2);
    await openTab(page, 'PortfolioByMonth');
    expect(await textOf(page, 'operation')).toBe(EXAMPLES[0]?.query);
    expect(problems).toEqual([]);
  });

  it('highlights no dash as ambiguous, and follows changes of the colour scheme', async () => {
    const { page, problems } = await open();
    await page.emulateMedia({ colorScheme: 'light' });
    await openEditor(page, key());
    const ofEditors = (what: string): Promise<unknown> =>
      page.evaluate(`globalThis.__MONACO.editor.getEditors().map((editor) => ${what})`);
    const ambiguous = 'editor.getRawOptions().unicodeHighlight?.ambiguousCharacters';
    await expect.poll(async () => new Set((await ofEditors(ambiguous)) as unknown[])).toEqual(new Set([false]));
    const colour = (): Promise<string> =>
      page.evaluate<string>("getComputedStyle(document.querySelector('.monaco-editor .mtk1')).color");
    await page.locator('.monaco-editor .mtk1').first().waitFor();
    await quiet(page);
    const light = await colour();
    await setScheme(page, 'dark');
    await expect.poll(colour).not.toBe(light);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(colour).toBe(light);
    expect(problems).toEqual([]);
  });

  it('explains how to enter a missing key, and what is wrong with an invalid one', async () => {
    const { page, problems } = await open();
    await page.getByRole('heading', { name: 'Query your utility data' }).waitFor();
    for (const { title } of EXAMPLES) await page.getByRole('heading', { name: title }).waitFor();
    expect(problems).toEqual([]);
    for (const wrong of ['nonsense', `${key()}x`, 'ключ']) {
      await submitKey(page, wrong);
      await page.getByRole('alert').filter({ hasText: 'This is not a complete key.' }).waitFor();
    }
    expect(await page.locator('.graphiql-container').count()).toBe(0);
    // Chromium logs every 401 to the console.
    expect(problems.filter((problem) => !problem.includes('status of 401'))).toEqual([]);
    await enterKey(page, key());
    await page.locator('.graphiql-container').waitFor();
  });

  it('keeps the key only in memory', async () => {
    const { page } = await open();
    await openEditor(page, key());
    await run(page);
    const [, secret = ''] = key().split(':');
    const storage = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])';
    expect(await page.evaluate<string>(storage)).not.toContain(secret);
    await page.reload();
    await page.getByLabel('API key').waitFor();
  });

  it('shows the error of the service for a missing scope, and fits a narrow screen', async () => {
    const { page, problems } = await open();
    await page.setViewportSize({ width: 380, height: 800 });
    await openEditor(page, await server().key({ role: 'energy', companies: SAMPLE_COMPANY_IDS }));
    await openTab(page, 'InvoicesToSites');
    expect(JSON.stringify(await run(page))).toContain('read:invoices');
    await expectFits(page, 380);
    expect(problems).toEqual([]);
  });
});
