import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { visit, type Visit } from './browser.js';

/** Gives the key and waits until nothing is being asked any more. */
export async function enter(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Use key' }).click();
  await page.getByRole('heading', { level: 1 }).locator('span').waitFor();
  await settled(page);
}

/** Waits until every question has its answer. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.tile, .nothing').first().waitFor();
  await expect.poll(() => page.locator('.waiting').count(), { timeout: 90_000 }).toBe(0);
}

/** Opens a view of the dashboard with a key. */
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
  const all = page.locator('section', { has: table }).getByRole('button', { name: /^Show all/ });
  if ((await all.count()) > 0) await all.click();
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}

/** A number as the dashboard shows it. */
export function shown(value: unknown, digits = 0): string {
  return new Intl.NumberFormat('en-GB', { maximumFractionDigits: digits }).format(Number(value));
}
