import { describe, expect, it } from 'vitest';
import { NORTHGATE_COMPANY_ID } from '../../seeds/northgate/ids.js';
import {
  LONGEST_NAME,
  MAX_VIEWS,
  renamed,
  viewsOf,
  withoutView,
  withView,
  type SavedView,
} from '../../src/web/dashboard/views/viewList.js';
import { expectAccessible } from '../support/axe.js';
import { HAS_BROWSER } from '../support/browser.js';
import { openWithKey } from '../support/dashboard.js';
import { NORTHGATE_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

describe('the saved views of a browser', () => {
  const view = (name: string): SavedView => ({ name, search: '' });

  it('have names, are at most 30, and remain in order', () => {
    const all = Array.from({ length: MAX_VIEWS }, (_, index) => view(`${index}`));
    const others = withoutView(all, view('1'));
    expect(others).toHaveLength(MAX_VIEWS - 1);
    expect(withView(all, view('one more'))).toBe('full');
    expect(withView(others, view(''))).toBe('unnamed');
    expect(withView(others, view('x'.repeat(LONGEST_NAME + 1)))).toBe('long');
    expect(withView(others, view('2'))).toBe('taken');
    expect(withView(others, view('1'))).toEqual([...others, view('1')]);
    expect(renamed(others, view('0'), '2')).toBe('taken');
    expect(renamed(others, view('0'), '0')).toEqual(others);
    expect(renamed(others, view('0'), 'first')).toEqual([view('first'), ...others.slice(1)]);
  });

  it('ignore other content of the storage', () => {
    for (const stored of [null, '', '{', '7', '{"name":"x"}', '[{"name":"x"}]', '[{"name":"x","search":"//y"}]']) {
      expect(viewsOf(stored), String(stored)).toEqual([]);
    }
  });
});

describe.runIf(HAS_BROWSER)('the saved views in the dashboard', () => {
  const { server, browser } = sampleInBrowser(NORTHGATE_SAMPLE);

  it('are saved, opened, renamed and deleted by keyboard, without the key', { timeout: 240_000 }, async () => {
    const key = await server().key({ companies: [NORTHGATE_COMPANY_ID] });
    const { page, problems } = await openWithKey(browser(), `${server().url}/dashboard?bills=unpaid&period=2025`, key);
    const press = async (name: string, focused = 'button'): Promise<void> => {
      await page.locator(focused, { hasText: name }).first().focus();
      await page.keyboard.press('Enter');
    };
    await press('Saved views');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Unpaid bills');
    await page.keyboard.press('Enter');
    await page.getByText('Saved “Unpaid bills”.').waitFor();
    await page.getByLabel('Name of the current view').fill('Unpaid bills');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'There is a view with this name.' }).waitFor();
    expect(await page.evaluate('Object.values(localStorage)')).toEqual([
      '[{"name":"Unpaid bills","search":"?period=2025&bills=unpaid"}]',
    ]);
    await expectAccessible(page, '.top');

    await press('Portfolio', '.tabs a');
    await page.getByRole('heading', { level: 1, name: /^Portfolio/ }).waitFor();
    await press('Unpaid bills', '.saved-views a');
    await page.getByRole('heading', { level: 1, name: /^Bills/ }).waitFor();
    expect(new URL(page.url()).search).toBe('?period=2025&bills=unpaid');

    await press('Rename');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('To pay');
    await page.keyboard.press('Enter');
    await page.getByText('Renamed to “To pay”.').waitFor();
    const remove = page.getByRole('button', { name: 'Delete “To pay”' });
    await page.evaluate(
      "globalThis.store = Storage.prototype.setItem; Storage.prototype.setItem = () => { throw new Error('blocked'); }",
    );
    await remove.press('Enter');
    await page
      .locator('.saved-views li')
      .getByRole('alert')
      .filter({ hasText: 'This browser does not let the page store anything.' })
      .waitFor();
    expect(await page.getByText('Renamed to “To pay”.').count()).toBe(0);
    await page.evaluate('Storage.prototype.setItem = globalThis.store');
    await remove.press('Enter');
    await page.getByText('Deleted “To pay”.').waitFor();
    expect(await page.locator('.saved-views li').count()).toBe(0);
    await page.evaluate("Storage.prototype.setItem = () => { throw new Error('blocked'); }");
    await page.getByLabel('Name of the current view').fill('Again');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'This browser does not let the page store anything.' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('.saved-views').count()).toBe(0);
    expect(await page.evaluate<string>('document.activeElement.innerText')).toBe('Saved views');
    expect(problems).toEqual([]);
  });

  it('have a link to copy, which does not contain the key', async () => {
    const key = await server().key({ companies: [NORTHGATE_COMPANY_ID] });
    const { page, problems } = await openWithKey(browser(), `${server().url}/dashboard?sites=list`, key);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).press('Enter');
    await page.getByText('The link is copied. It does not contain the key.').waitFor();
    const link = `${server().url}/dashboard?sites=list`;
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link);
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole('button', { name: 'Copy link' }).press('Enter');
    await page.getByLabel('Copy this link. It does not contain the key.').waitFor();
    expect(await page.evaluate<string>('getSelection().toString()')).toBe(link);
    expect(problems).toEqual([]);
  });
});
