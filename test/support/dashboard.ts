import type { Browser, Locator, Page } from 'playwright-core';
import { quiet, visit, type Visit } from './browser.js';

/** Types a key into the form of a page in any language and submits it. The page may refuse the key. */
export async function submitKey(page: Page, key: string, keep = false): Promise<void> {
  await page.locator('input[name="key"]').fill(key);
  if (keep) await page.locator('input[name="keep"]').check();
  await page.locator('.key-form button[type="submit"]').click();
}

/**
 * Submits a key, and waits until the page uses it and is at rest. A heading proves nothing here, because the form's
 * page has one too.
 */
export async function enterKey(page: Page, key: string, keep = false): Promise<void> {
  await submitKey(page, key, keep);
  await page.locator('#bar-end .key button').waitFor();
  await quiet(page);
}

/** Submits a key to a view that has figures, and waits until the view shows all of them. */
export async function enter(page: Page, key: string): Promise<void> {
  await enterKey(page, key);
  await settled(page);
}

/** Waits until a view shows all of its figures. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.tile, .nothing').first().waitFor();
  await quiet(page);
}

/** Opens a page with a key, whatever the page then shows. */
export async function openWithKey(browser: Browser, url: string, key: string, locale?: string): Promise<Visit> {
  const visited = await visit(browser, url, locale);
  await enterKey(visited.page, key);
  return visited;
}

/** Opens, with a key, a view of the dashboard that has figures. */
export async function openDashboard(browser: Browser, url: string, key: string, search = ''): Promise<Visit> {
  const visited = await visit(browser, `${url}/dashboard${search}`);
  await enter(visited.page, key);
  return visited;
}

/** Changes the address of an open dashboard, like a click on one of its links. */
export async function changeAddress(page: Page, search: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(search)}); dispatchEvent(new Event('popstate'))`);
}

/** Returns the figure of a tile, the exact one if the tile has it: `51,749,501.3 kWh`. */
export async function tile(page: Page, name: string): Promise<string> {
  const found = page.locator('.tile', { has: page.locator('dt', { hasText: name }) }).first();
  const exact = found.locator('.exact');
  return (await ((await exact.count()) > 0 ? exact : found.locator('strong')).innerText()).trim();
}

/**
 * Returns the displayed cells of the table with this caption, row by row. If a chart is displayed instead, this opens
 * the table.
 */
export async function rowsOf(page: Page, name: string): Promise<readonly (readonly string[])[]> {
  const toggle = page.getByRole('button', { name: `${name} as a table` });
  if ((await toggle.count()) > 0 && (await toggle.getAttribute('aria-pressed')) === 'false') await toggle.click();
  const table = page.getByRole('table', { name });
  await table.waitFor();
  const all = page.locator('section', { has: table }).getByRole('button', { name: /^Show all/ });
  if ((await all.count()) > 0) await all.click();
  await quiet(page);
  return cellsOf(table.locator('tbody tr'));
}

/** A row of a table in the page. */
interface Row {
  querySelectorAll(selector: string): Iterable<{ readonly innerText: string }>;
}

/** A link in the page. */
interface Link {
  getAttribute(name: string): string | null;
}

/** Returns the displayed cells of rows. The page reads them all at once, because a row may disappear between two reads. */
export function cellsOf(rows: Locator): Promise<readonly (readonly string[])[]> {
  return rows.evaluateAll((elements: readonly Row[]) =>
    elements.map((row) => Array.from(row.querySelectorAll('th, td'), (cell) => cell.innerText)),
  );
}

/** Returns the addresses of links, all read at once. */
export function addressesOf(links: Locator): Promise<readonly string[]> {
  return links.evaluateAll((elements: readonly Link[]) => elements.map((link) => link.getAttribute('href') ?? ''));
}

/** Formats a number as the dashboard does. */
export function shown(value: unknown, digits = 0): string {
  return new Intl.NumberFormat('en-GB', { maximumFractionDigits: digits }).format(Number(value));
}
