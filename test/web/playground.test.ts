import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import { EXAMPLES } from '../../src/web/playground/examples.js';
import { expectFits, HAS_BROWSER, quiet, setScheme, visit, type Visit } from '../support/browser.js';
import { enterKey, submitKey } from '../support/dashboard.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';
import { expectSameAsRest } from './sameAsRest.js';

/** Electricity of two buildings in the west, one with gaps, and of one elsewhere. */

/** The text of one of GraphiQL's editors, all of it, not only the lines in sight. */
const textOf = (page: Page, editor: 'operation' | 'response'): Promise<string> =>
  page.evaluate<string>(
    `globalThis.__MONACO?.editor.getModels().find(({ uri }) => uri.path.includes('${editor}'))?.getValue() ?? ''`,
  );

/** Gives the key, and waits until the editor is there with its first example. */
const openEditor = async (page: Page, key: string): Promise<void> => {
  await enterKey(page, key);
  await expect.poll(() => textOf(page, 'operation')).toBe(EXAMPLES[0]?.query);
  await quiet(page);
};

/** Opens a tab by its title, the name of its operation. */
const openTab = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click();
  await expect.poll(() => textOf(page, 'operation')).toContain(`query ${name} {`);
  await quiet(page);
};

/** Runs what is in the open tab, and reads the answer as it is shown. */
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

  it('opens with every example in a tab, which runs as it is and shows the figures of REST', async () => {
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

  it('knows the schema with its descriptions, by introspection with the key, and keeps a history', async () => {
    const { page, problems } = await open();
    await openEditor(page, key());
    await page.getByRole('button', { name: 'Show GraphiQL Explorer' }).click();
    await page.locator('.graphiql-explorer-root', { hasText: 'nonCumulative' }).waitFor();
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.locator('.graphiql-doc-explorer').getByRole('link', { name: 'Query' }).click();
    await page.getByText("A request's cost is the rows it asks for", { exact: false }).first().waitFor();
    await run(page);
    await page.getByRole('button', { name: 'Show History' }).click();
    await page.locator('.graphiql-history-item', { hasText: 'PortfolioByMonth' }).waitFor();
    await page.getByRole('button', { name: 'Show Examples' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Gaps: where' }).getByRole('button', { name: 'Open' }).click();
    await expect.poll(() => textOf(page, 'operation')).toBe(EXAMPLES.find(({ name }) => name === 'Gaps')?.query);
    // A tab takes its operation's name a moment later.
    await expect.poll(() => page.getByRole('button', { name: 'Gaps', exact: true }).count()).toBe(2);
    await openTab(page, 'PortfolioByMonth');
    expect(await textOf(page, 'operation')).toBe(EXAMPLES[0]?.query);
    expect(problems).toEqual([]);
  });

  it('marks no dash as suspicious, and follows the scheme of the system while it is open', async () => {
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

  it('says what to do without a key, and what the service says of a wrong one', async () => {
    const { page, problems } = await open();
    await page.getByRole('heading', { name: 'Ask your utility data anything' }).waitFor();
    for (const { title } of EXAMPLES) await page.getByRole('heading', { name: title }).waitFor();
    expect(problems).toEqual([]);
    for (const wrong of ['nonsense', `${key()}x`]) {
      await submitKey(page, wrong);
      const sentence = 'The header x-api-key holds no valid API key (<USER_ID>:<secret>).';
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    }
    await submitKey(page, 'ключ');
    await page.getByRole('alert').filter({ hasText: 'only ASCII characters' }).waitFor();
    expect(await page.locator('.graphiql-container').count()).toBe(0);
    // The browser itself notes on its console that an answer was a 401.
    expect(problems.filter((problem) => !problem.includes('status of 401'))).toEqual([]);
    await enterKey(page, key());
    await page.locator('.graphiql-container').waitFor();
  });

  it('keeps the key nowhere but in memory', async () => {
    const { page } = await open();
    await openEditor(page, key());
    await run(page);
    const [, secret = ''] = key().split(':');
    const kept = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])';
    expect(await page.evaluate<string>(kept)).not.toContain(secret);
    await page.reload();
    await page.getByLabel('API key').waitFor();
  });

  it('answers in its own sentences when the key lacks a scope, and fits a narrow screen', async () => {
    const { page, problems } = await open();
    await page.setViewportSize({ width: 380, height: 800 });
    await openEditor(page, await server().key({ role: 'energy', companies: SAMPLE_COMPANY_IDS }));
    await openTab(page, 'InvoicesToSites');
    expect(JSON.stringify(await run(page))).toContain('read:invoices');
    await expectFits(page, 380);
    expect(problems).toEqual([]);
  });
});
