import type { Browser, Page } from 'playwright-core';
import { quiet, visit, type Visit } from './browser.js';

/** Types a key into the form of a page, in any language, and submits it; the page may refuse it. */
export async function submitKey(page: Page, key: string, keep = false): Promise<void> {
  await page.locator('input[name="key"]').fill(key);
  if (keep) await page.locator('input[name="keep"]').check();
  await page.locator('.key-form button[type="submit"]').click();
}

/** Submits a key, and waits until the page uses it and is at rest. The form's page has a heading too, which says nothing about that. */
export async function enterKey(page: Page, key: string, keep = false): Promise<void> {
  await submitKey(page, key, keep);
  await page.locator('#bar-end .key button').waitFor();
  await quiet(page);
}

/** Submits a key to a view that has figures, and waits until these are all there. */
export async function enter(page: Page, key: string): Promise<void> {
  await enterKey(page, key);
  await settled(page);
}

/** Waits until the figures of a view are all there. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.tile, .nothing').first().waitFor();
  await quiet(page);
}

/** Opens a page with a key, whatever it shows. */
export async function openWithKey(browser: Browser, url: string, key: string, locale?: string): Promise<Visit> {
  const visited = await visit(browser, url, locale);
  await enterKey(visited.page, key);
  return visited;
}

/** Opens a view of the dashboard that has figures with a key. */
export async function openDashboard(browser: Browser, url: string, key: string, search = ''): Promise<Visit> {
  const visited = await visit(browser, `${url}/dashboard${search}`);
  await enter(visited.page, key);
  return visited;
}

/** Changes the address of an open dashboard, as one of its links does. */
export async function changeAddress(page: Page, search: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(search)}); dispatchEvent(new Event('popstate'))`);
}

/** A figure of a tile, the exact one where there is one: `51,749,501.3 kWh`. */
export async function tile(page: Page, name: string): Promise<string> {
  const found = page.locator('.tile', { has: page.locator('dt', { hasText: name }) }).first();
  const exact = found.locator('.exact');
  return (await ((await exact.count()) > 0 ? exact : found.locator('strong')).innerText()).trim();
}

/** The cells of the table with a caption, row by row, as they are shown; opens it where a chart is shown instead. */
export async function rowsOf(page: Page, name: string): Promise<readonly (readonly string[])[]> {
  const toggle = page.getByRole('button', { name: `${name} as a table` });
  if ((await toggle.count()) > 0 && (await toggle.getAttribute('aria-pressed')) === 'false') await toggle.click();
  const table = page.getByRole('table', { name });
  await table.waitFor();
  const all = page.locator('section', { has: table }).getByRole('button', { name: /^Show all/ });
  if ((await all.count()) > 0) await all.click();
  await quiet(page);
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}

/** A number as the dashboard shows it. */
export function shown(value: unknown, digits = 0): string {
  return new Intl.NumberFormat('en-GB', { maximumFractionDigits: digits }).format(Number(value));
}
