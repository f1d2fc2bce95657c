import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { KIND_NAMES } from '../../src/findings/kinds.js';
import { de } from '../../src/web/dashboard/texts/de.js';
import { en } from '../../src/web/dashboard/texts/en.js';
import { expectAccessible } from '../support/axe.js';
import { expectFits, HAS_BROWSER, quiet, visit, type Visit } from '../support/browser.js';
import { cellsOf, changeAddress, openWithKey, rowsOf } from '../support/dashboard.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';
import type { Json } from '../support/server.js';

const BUILDING = 'c85be2627041bb78294f37e6';
/** Has real bills. */
const BILLED = '0b9f8a54673b5ba8f8133348';
const VIEWS = {
  portfolio: '',
  sites: '?sites=list',
  map: '?sites=map',
  building: `?building=${BUILDING}`,
  account: `?account=${BILLED}&period=2016`,
  findings: '?findings=open',
  finding: '?finding=e0e86cf2b3caa5ff2a8fbf3f',
  bill: '?invoice=36840ff3c36a43cee04b0ea0',
  nothing: '?period=1990',
} as const;

/** Formats a number for German readers. */
const shown = (value: unknown, digits = 0): string =>
  new Intl.NumberFormat('de-DE', { maximumFractionDigits: digits }).format(Number(value));

/** Returns every text without parameters, in lower case. */
const plainTexts = (node: unknown): readonly string[] =>
  typeof node === 'object' && node !== null
    ? Object.values(node).flatMap(plainTexts)
    : typeof node === 'string'
      ? [node.trim().toLowerCase()]
      : [];
const GERMAN = new Set(plainTexts(de));
/** Returns whether a text is one of the English texts and none of the German ones. */
const isEnglish = (text: string): boolean => ENGLISH.has(text.toLowerCase()) && !GERMAN.has(text.toLowerCase());
const ENGLISH = new Set(plainTexts(en));

/** Returns all visible and accessible texts of the page, except those marked as English. */
const wordsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {
    const own = [...document.querySelectorAll('body *')].filter((element) => element.closest('[lang=en]') === null);
    const texts = own.flatMap((element) => [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent));
    const labels = own.flatMap((element) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''));
    return [...texts, ...labels].map((text) => text.trim()).filter((text) => text !== '');
  })()`);

/** Returns the tabs beyond their bar, and the short figures that take several lines. */
const CUT_OFF = `[...document.querySelectorAll('.tabs a, .tiles:not(.plain) strong')]
  .filter((element) => {
    if (element.matches('a')) return element.getBoundingClientRect().right > element.parentElement.getBoundingClientRect().right + 1;
    return element.innerText.length <= 14 && element.offsetHeight > 2 * parseFloat(getComputedStyle(element).fontSize);
  })
  .map(({ innerText }) => innerText)`;

describe.runIf(HAS_BROWSER)('the dashboard in a German browser', () => {
  const { server, browser, key } = sampleInBrowser(SHOWN_SAMPLE);
  const welcome = (search = '', locale = 'de-DE'): Promise<Visit> =>
    visit(browser(), `${server().url}/dashboard${search}`, locale);
  const open = (search: string): Promise<Visit> =>
    openWithKey(browser(), `${server().url}/dashboard${search}`, key(), 'de-DE');
  const rest = async (path: string): Promise<Json> => (await server().get(path, key())).body;

  it('asks for the key in German, below German links that are marked as leading to English pages', async () => {
    const { page, problems } = await welcome();
    await page.getByRole('heading', { level: 1, name: 'Ihr Portfolio auf einen Blick' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await page.title()).toBe('Utility data gateway: Dashboard');
    const bar = page.getByRole('navigation', { name: 'Seiten' }).getByRole('link');
    expect(await bar.allInnerTexts()).toEqual([
      ...['Utility data gateway', 'Dashboard', 'Handbuch', 'Playground', 'API-Referenz'],
    ]);
    expect(await bar.last().getAttribute('hreflang')).toBe('en');
    await page.getByRole('checkbox', { name: 'Schlüssel in diesem Tab speichern' }).waitFor();
    expect((await wordsOf(page)).filter(isEnglish)).toEqual([]);
    expect(problems).toEqual([]);
    await page.getByLabel('API-Schlüssel').fill('nobody:wrong');
    await page.getByRole('button', { name: 'Schlüssel verwenden' }).click();
    await page.getByRole('alert').filter({ hasText: 'Das ist kein vollständiger Schlüssel.' }).waitFor();
  });

  it('shows the portfolio with German headings, numbers and months', async () => {
    const { page, problems } = await open(VIEWS.portfolio);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Portfolio 2022');
    expect(await page.title()).toBe('Portfolio, 2022 – Utility data gateway');
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      ...[
        'Was sich geändert hat',
        'Was nicht stimmt',
        'Was es kostet',
        'Offene Befunde nach Ursache',
        'Verbrauch je Monat',
        'Nach Medium',
        'Größte Änderungen, Dezember 2022',
        'Vergleich der Standorte mit gleicher Nutzung',
        'Fehlende Daten',
        'Standorte nach Verbrauch je m²',
      ],
      'Standorte nach Emissionen',
    ]);
    const { emissions } = await rest('/emissions?startDate=2022-01-01&endDate=2022-12-31&accountType=electricity,gas');
    const tile = page.locator('.tile', { hasText: 'Emissionen' });
    expect((await tile.locator('.exact').innerText()).trim()).toBe(`${shown((emissions as Json).total, 2)} kg CO₂e`);
    expect(await tile.locator('.exact').innerText()).toMatch(/^\d{1,3}(\.\d{3})+,\d+ kg/);
    const months = await rowsBehind(page, 'Verbrauch je Monat');
    expect(months.map(([month]) => month).slice(0, 3)).toEqual(['Jan. 2022', 'Feb. 2022', 'März 2022']);
    expect(problems).toEqual([]);
  });

  it('shows a building and the bills of a meter with German words, dates and amounts', async () => {
    const { page, problems } = await open(VIEWS.building);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Arrington Institute 2022');
    for (const name of ['Halbstundenwerte', 'Tageslastgang', 'Tag und Nacht', 'Quellen', 'Lücken', 'Rechnungen']) {
      await expect
        .poll(() => page.getByRole('heading', { level: 2, name, exact: true }).count(), { message: name })
        .toBe(1);
    }
    await page.getByText('Ortszeit, Europe/London').first().waitFor();
    await page.locator('.tile', { hasText: 'Grundlast' }).getByText('der Halbstundenwerte liegen darüber').waitFor();
    const { page: own, problems: others } = await open(VIEWS.account);
    const [bill = []] = await rowsOf(own, 'Rechnungen');
    expect(bill[2]).toMatch(/^\d{1,2}\. \p{Lu}\p{Ll}+\.? 20\d\d$/u);
    expect(bill[7]).toMatch(/^[\d.]+,\d\d\s\$$/);
    await own
      .locator('.tile', { hasText: 'Kosten' })
      .getByText(/^Laut Rechnung, 0,\d+\s\$ je kWh$/)
      .waitFor();
    expect([...problems, ...others]).toEqual([]);
  });

  it('lists sites and findings in German', async () => {
    const { page, problems } = await open(VIEWS.sites);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Standorte 2022');
    await page.getByRole('button', { name: 'Abdeckung' }).click();
    await page.getByText(/^Seite 1 von \d+, \d+ Standorte$/).waitFor();
    const { page: found, problems: others } = await open(VIEWS.findings);
    await found.getByRole('heading', { level: 1, name: 'Befunde' }).waitFor();
    const { total } = await rest('/findings?status=open&limit=1');
    await found
      .getByRole('status')
      .filter({ hasText: `${String(total)} Befunde` })
      .waitFor();
    await quiet(found);
    const [first] = await found.getByRole('table', { name: 'Befunde', exact: true }).locator('tbody tr').all();
    expect(await first?.locator('th [lang="en"]').count()).toBe(0);
    expect(await first?.locator('.severity').innerText()).toMatch(/^(hoch|mittel|gering)$/);
    await found.getByLabel('Status').selectOption('Verworfen');
    await found.getByText('Es gibt keinen verworfenen Befund.').waitFor();
    await found
      .getByText(`auf ${KIND_NAMES.length} Arten von Problemen geprüft: Datenlücke, Verspätete Daten`)
      .waitFor();
    expect([...problems, ...others]).toEqual([]);
  });

  it('shows empty lists and errors in the URL in German', async () => {
    const { page } = await open(VIEWS.nothing);
    await page.getByText('Für 1990 gibt es keine Daten zu Strom und Gas.').waitFor();
    for (const [search, sentence] of [
      ['?period=2022-02-30..2022-04-01', '„2022-02-30“ ist kein gültiger Tag'],
      ['?type=steam', 'auf das dieser Schlüssel keinen Zugriff hat. Möglich sind electricity, gas und water.'],
      ['?joy=2', 'Die Adresse enthält den unbekannten Parameter „joy“. Möglich sind'],
      ['?building=000000000000000000000000', 'Es gibt keinen Standort „000000000000000000000000“'],
    ] as const) {
      await changeAddress(page, search);
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    }
  });

  it('changes the language in the footer without losing the key, and keeps the language in this tab', async () => {
    const { page, problems } = await open('?period=2022-06');
    await page.getByRole('group', { name: 'Sprache' }).getByRole('button', { name: 'English' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Portfolio June 2022' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Consumption by day' }).waitFor();
    await quiet(page);
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('English');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Guide' }).waitFor();
    await page.getByRole('button', { name: 'Forget key' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Your portfolio at a glance' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('is English for a browser that prefers neither language', async () => {
    const { page } = await welcome('', 'fr-FR');
    await page.getByRole('heading', { name: 'Your portfolio at a glance' }).waitFor();
  });

  it.each(Object.entries(VIEWS))(
    'has no English text in %s, passes axe, light and dark, and fits every screen',
    { timeout: 240_000 },
    async (name, search) => {
      const { page, problems } = await open(search);
      if (name === 'map') await page.locator('.land canvas').first().waitFor();
      await quiet(page);
      expect((await wordsOf(page)).filter(isEnglish)).toEqual([]);
      await expectAccessible(page);
      for (const width of [1280, 768, 390]) {
        await expectFits(page, width);
        expect(await page.evaluate<string[]>(CUT_OFF), String(width)).toEqual([]);
      }
      expect(problems).toEqual([]);
    },
  );
});

/** Returns the rows of the table behind a chart, as texts of cells. */
async function rowsBehind(page: Page, name: string): Promise<readonly (readonly string[])[]> {
  await page.getByRole('button', { name: `${name} als Tabelle` }).click();
  await page.getByRole('table', { name }).waitFor();
  await quiet(page);
  return cellsOf(page.getByRole('table', { name }).locator('tbody tr'));
}
