import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { KIND_NAMES, type FindingKind } from '../../src/findings/kinds.js';
import { setLanguage } from '../../src/web/shared/language.js';
import { factsOf } from '../../src/web/dashboard/findings/facts.js';
import type { FindingFactsFragment } from '../../src/web/dashboard/generated/operations.js';
import { de } from '../../src/web/dashboard/texts/de.js';
import { en } from '../../src/web/dashboard/texts/en.js';
import { formatUnit } from '../../src/web/dashboard/format/units.js';
import { HAS_BROWSER, type Visit } from '../support/browser.js';
import { changeAddress, openWithKey, rowsOf, shown, tile } from '../support/dashboard.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

interface Evidence {
  readonly name: string;
  readonly value: number | null;
  readonly text: string | null;
}

interface Finding {
  readonly _id: string;
  readonly kind: FindingKind;
  readonly severity: string;
  readonly message: string;
  readonly accountId: string;
  readonly cost: number | null;
  readonly invoiceIds: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly firstSeenAt: string;
  readonly updatedAt: string;
}

interface Bill {
  readonly _id: string;
  readonly fileName: string;
  readonly values: Readonly<Record<(typeof AMOUNTS)[number], Figure>> &
    Readonly<Record<(typeof DAYS)[number], string | null>> & { readonly invoiceNumber: string };
  readonly rates: readonly {
    readonly rateName: string;
    readonly consumption: Figure;
    readonly units: string | null;
    readonly unitRate: Figure;
    readonly cost: Figure;
  }[];
}

interface Listed<Item> {
  readonly total: number;
  readonly data: readonly Item[];
}

const AMOUNTS = ['totalUnitCost', 'totalDaily', 'totalCCL', 'netTotalCost', 'totalTax', 'totalCost'] as const;
const DAYS = ['invoiceDate', 'invoiceDueDate'] as const;

/** Has real bills. */
const BILLED = '0b9f8a54673b5ba8f8133348';
const UNKNOWN = '000000000000000000000000';

/** A kind without words in either language does not compile. */
const WORDS = [en.finding.sentences, de.finding.sentences] satisfies readonly Readonly<Record<FindingKind, unknown>>[];

describe('the sentence for each kind of finding', () => {
  it.each(KIND_NAMES)(
    'for %s exists in both languages, and is the service’s message if evidence is missing',
    (kind) => {
      for (const [language, words] of [
        ['en', WORDS[0]],
        ['de', WORDS[1]],
      ] as const) {
        setLanguage(language, []);
        const bare = words?.[kind](factsOf(findingOf(kind, []), 'kWh'));
        const full = words?.[kind](factsOf(findingOf(kind, EVIDENCE), 'kWh'));
        expect(full).toMatch(/2022.*\.$|\?$/);
        // “null” is a German number, too.
        for (const wrong of language === 'en' ? ['null', 'undefined', 'NaN'] : ['undefined', 'NaN']) {
          expect(`${full} ${bare ?? ''}`).not.toContain(wrong);
        }
      }
      setLanguage('en', []);
    },
  );
});

describe.runIf(HAS_BROWSER)('the page of a finding and of a bill, over the sample portfolio', () => {
  const { server, browser, key } = sampleInBrowser(SHOWN_SAMPLE);
  const open = (search: string, locale?: string): Promise<Visit> =>
    openWithKey(browser(), `${server().url}/dashboard${search}`, key(), locale);
  const rest = async <Body>(path: string): Promise<Body> => (await server().get<Body>(path, key())).body;
  const checkOf = async (id: string | undefined): Promise<Check> => {
    const { body } = await server().graphql<{ readonly invoice: { readonly check: Check } }>(
      `query ($id: ID!) { invoice(id: $id) { check { quantity { result billed metered units percent }
        rates { result rates { rateName result unitRate unitRateBefore percent } } lines { result }
        price { result price priceBefore percent } tax { result percent percentBefore } } } }`,
      { id },
      key(),
    );
    if (!body.data) throw new Error(JSON.stringify(body));
    return body.data.invoice.check;
  };
  const one = async (kind: string): Promise<Finding> => {
    const { data } = await rest<Listed<Finding>>(`/findings?status=open&kind=${kind}&limit=1`);
    return rest<Finding>(`/findings/${data[0]?._id}`);
  };

  it('groups the open findings of the portfolio by cause, with the numbers of REST', async () => {
    const { page, problems } = await open('');
    const { total, data } = await rest<Listed<Finding>>('/findings?status=open&limit=1000');
    await page
      .getByRole('link', { name: new RegExp(`^${total} open findings$`) })
      .last()
      .waitFor();
    const rows = await rowsOf(page, 'Findings by cause');
    const kinds = new Set(data.map(({ kind }) => kind));
    expect(rows).toHaveLength(kinds.size);
    for (const kind of kinds) {
      const own = data.filter((finding) => finding.kind === kind);
      const row = rows.find(([cause]) => cause === en.finding.kinds[kind]);
      const accounts = new Set(own.map(({ accountId }) => accountId)).size;
      expect(row?.slice(1, 4)).toEqual([own[0]?.severity, shown(own.length), shown(accounts)]);
      const hasCost = own.some(({ cost }) => cost !== null);
      expect(row?.[4] === '–').toBe(!hasCost);
    }
    await page.getByRole('link', { name: rows[0]?.[0] ?? '', exact: true }).click();
    await page.waitForURL((url) => url.searchParams.has('kind'));
    expect(problems).toEqual([]);
  });

  it("shows the data of a finding's evidence, and outlines its period in the half-hours", async () => {
    const finding = await one('gap');
    const { page, problems } = await open(`?finding=${finding._id}`);
    await page.getByRole('heading', { level: 1, name: 'Gap in the data' }).waitFor();
    expect(await page.locator('.lead').innerText()).toMatch(/^Interval data is missing on .+ 20\d\d/);
    const rows = await rowsOf(page, 'Evidence');
    expect(rows.map(([name, value]) => [name, value])).toEqual(
      finding.evidence.map(({ value }) => ['Without data', shown(value, 6)]),
    );
    const heads = await page.getByRole('table', { name: 'Evidence' }).locator('thead th').allInnerTexts();
    expect(heads).toEqual(['Fact', 'Value', 'Unit', 'From', 'To']);
    expect(await onRight(page, 'Evidence', 1)).toEqual(new Set([true]));
    await card(page, 'Half-hours').getByText('outlined: the time of the finding').waitFor();
    expect(await tile(page, 'First seen')).toBe(moment(finding.firstSeenAt));
    expect(await tile(page, 'Last changed')).toBe(moment(finding.updatedAt));
    await page.getByText(`udg findings dismiss ${finding._id}`).waitFor();
    expect(problems).toEqual([]);
  });

  it('shows a finding in bills with its bills, rate lines and check, in English and German', async () => {
    const finding = await one('bill-rate-changed');
    const { page, problems } = await open(`?finding=${finding._id}`);
    const [before, after] = ['before', 'after'].map(
      (name) => finding.evidence.find((fact) => fact.name === name)?.value ?? null,
    );
    const rows = await rowsOf(page, 'Evidence');
    expect(rows.find(([name]) => name === 'Before')?.[1]).toBe(shown(before, 6));
    expect(rows.find(([name]) => name === 'After')?.[1]).toBe(shown(after, 6));
    expect(await rowsOf(page, 'Bills')).toHaveLength(finding.invoiceIds.length);
    // The names of the rates stand in the column of their values, and no fact has a time of its own.
    const heads = await page.getByRole('table', { name: 'Evidence' }).locator('thead th').allInnerTexts();
    expect(heads).toEqual(['Fact', 'Value', 'Unit']);
    expect(await onRight(page, 'Evidence', 1)).toEqual(new Set([false]));
    const checks = await rowsOf(page, 'Check of the bill');
    expect(checks.some(([name, result]) => name?.startsWith('Rates: ') && result === 'differs')).toBe(true);
    const { page: german, problems: others } = await open(`?finding=${finding._id}`, 'de-DE');
    expect(await german.locator('.lead').innerText()).toMatch(
      /^Rechnung, .+: Der Einzelpreis für .+ (stieg|fiel) um [\d,.]+\s%, von /,
    );
    expect(await german.locator('.lead [lang]').count()).toBe(0);
    expect([...problems, ...others]).toEqual([]);
  });

  it('shows a bill with its values, lines and file, and links to the bills before and after it', async () => {
    const { data } = await rest<Listed<Bill>>(`/invoices?accountId=${BILLED}&sort=values.startDate:asc&limit=3`);
    const [first, second, third] = data;
    const { page, problems } = await open(`?invoice=${second?._id}`);
    await page.getByRole('heading', { level: 1, name: `Bill ${second?.values.invoiceNumber}` }).waitFor();
    const bill = await rest<Bill>(`/invoices/${second?._id}`);
    const lines = await rowsOf(page, 'Rate lines');
    const figure = (value: Figure, digits: number): string => (value === null ? '–' : shown(value, digits));
    expect(lines.map((cells) => cells.slice(0, 5))).toEqual(
      bill.rates.map(({ rateName, consumption, units, unitRate, cost }) => [
        ...[
          rateName,
          figure(consumption, 3),
          units === null ? '–' : formatUnit(units),
          figure(unitRate, 6),
          dollars(cost) ?? '–',
        ],
      ]),
    );
    const values = await rowsOf(page, 'Values of the bill');
    expect(values.find(([name]) => name === 'File')?.[1]).toBe(bill.fileName);
    const shownOf = (name: string): string | undefined => values.find(([field]) => field === name)?.[1];
    for (const name of AMOUNTS) expect(shownOf(en.bill.values[name]), name).toBe(dollars(bill.values[name]));
    for (const name of DAYS) expect(shownOf(en.bill.values[name]), name).toBe(day(bill.values[name]));
    expect(await tile(page, 'Total')).toBe(dollars(bill.values.totalCost));
    const checks = await rowsOf(page, 'Check of the bill');
    expect(checks.filter(([name]) => name !== 'Sum').map((cells) => cells.slice(0, 5))).toEqual(
      checkRows(await checkOf(second?._id)),
    );
    const sum = checks.find(([name]) => name === 'Sum') ?? [];
    const [billed = NaN, added = NaN, difference = NaN] = sum
      .slice(2, 5)
      .map((cell) => Number(cell.replace(/[^\d.-]/g, '')));
    expect(billed - added).toBeCloseTo(difference, 6);
    const neighbours = page.getByRole('navigation', { name: 'Bills of the same meter' });
    expect(await neighbours.getByRole('link', { name: /Previous bill/ }).getAttribute('href')).toContain(first?._id);
    await neighbours.getByRole('link', { name: /Next bill/ }).click();
    await page.waitForURL((url) => url.searchParams.get('invoice') === third?._id);
    expect(problems).toEqual([]);
  });

  it('lists the bills of the period as links, and shows all of them on request', async () => {
    const { page, problems } = await open(`?account=${BILLED}&period=2016`);
    const inPeriod = 'values.startDate.lt=2017-01-01&values.endDate.gte=2016-01-01';
    const { total } = await rest<Listed<Bill>>(`/invoices?accountId=${BILLED}&${inPeriod}&limit=1`);
    const rows = await rowsOf(page, 'Bills');
    expect(rows).toHaveLength(total);
    await page.getByRole('button', { name: 'Show the bills of all periods' }).click();
    const all = await rest<Listed<Bill>>(`/invoices?accountId=${BILLED}&limit=1`);
    await card(page, 'Bills')
      .getByText(`of ${shown(all.total)}.`)
      .first()
      .waitFor();
    await page.getByRole('table', { name: 'Bills' }).locator('tbody th a').first().click();
    await page.getByRole('heading', { level: 1, name: /^Bill / }).waitFor();
    expect(problems).toEqual([]);
  });

  it('explains that an unknown identifier is no finding or bill', async () => {
    const { page } = await open('?findings=open');
    for (const [search, sentence] of [
      [`?finding=${UNKNOWN}`, `There is no finding “${UNKNOWN}” that this key may see.`],
      ['?finding=joy', 'There is no finding “joy” that this key may see.'],
      [`?invoice=${UNKNOWN}`, `There is no bill “${UNKNOWN}” that this key may see.`],
    ] as const) {
      await changeAddress(page, search);
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    }
  });
});

type Figure = number | null;
type Result = 'agrees' | 'differs' | 'unknown';

interface Check {
  readonly quantity: {
    readonly result: Result;
    readonly billed: Figure;
    readonly metered: Figure;
    readonly units: string | null;
    readonly percent: Figure;
  } | null;
  readonly rates: {
    readonly result: Result;
    readonly rates: readonly {
      readonly rateName: string;
      readonly result: Result;
      readonly unitRate: Figure;
      readonly unitRateBefore: Figure;
      readonly percent: Figure;
    }[];
  };
  readonly lines: { readonly result: Result };
  readonly price: {
    readonly result: Result;
    readonly price: Figure;
    readonly priceBefore: Figure;
    readonly percent: Figure;
  };
  readonly tax: { readonly result: Result; readonly percent: Figure; readonly percentBefore: Figure };
}

/** The rows of a check except the one of the sum, as the page shows the values of the API. */
function checkRows({ quantity, rates, lines, price, tax }: Check): readonly (readonly string[])[] {
  const format = (figure: Figure, shape: Intl.NumberFormatOptions): string =>
    figure === null ? '–' : new Intl.NumberFormat('en-GB', shape).format(figure);
  const rate = (figure: Figure): string =>
    format(figure, { style: 'currency', currency: 'USD', maximumFractionDigits: 6 });
  const change = (percent: Figure): string =>
    format(percent === null ? null : percent / 100, {
      ...{ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' },
    });
  const ofUnit = (figure: Figure): string =>
    figure === null ? '–' : `${shown(figure, 3)} ${quantity?.units ?? ''}`.trim();
  const share = (percent: Figure): string => (percent === null ? '–' : `${shown(percent, 2)}%`);
  const word = (result: Result): string => en.bill.results[result];
  return [
    ...(quantity === null
      ? []
      : [
          [
            'Quantity',
            word(quantity.result),
            ofUnit(quantity.billed),
            ofUnit(quantity.metered),
            change(quantity.percent),
          ],
        ]),
    ...(rates.rates.length === 0 ? [['Rates', word(rates.result), '–', '–', '–']] : []),
    ...rates.rates.map(({ rateName, result, unitRate, unitRateBefore, percent }) => [
      ...[`Rates: ${rateName}`, word(result), rate(unitRate), rate(unitRateBefore), change(percent)],
    ]),
    ['Rate lines', word(lines.result), '–', '–', '–'],
    ['Price of a unit', word(price.result), rate(price.price), rate(price.priceBefore), change(price.percent)],
    ['Tax rate', word(tax.result), share(tax.percent), share(tax.percentBefore), '–'],
  ];
}

/** Formats an amount of the real bills; undefined if there is none. */
const dollars = (amount: Figure): string | undefined =>
  amount === null ? undefined : new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'USD' }).format(amount);

const day = (date: string | null): string | undefined =>
  date === null
    ? undefined
    : new Intl.DateTimeFormat('en-GB', {
        ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
      }).format(new Date(date));

const moment = (time: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' },
  }).format(new Date(time));

/** The card with a heading. */
function card(page: Page, title: string): Locator {
  return page.locator('section.card', { has: page.getByRole('heading', { level: 2, name: title, exact: true }) });
}

/** Whether the heading and the cells of a column stand on the right; both values if they differ. */
async function onRight(page: Page, table: string, column: number): Promise<ReadonlySet<boolean>> {
  const cells = page.getByRole('table', { name: table }).locator(`tr > :nth-child(${column + 1})`);
  const classes = await cells.evaluateAll((elements: readonly { readonly className: string }[]) =>
    elements.map(({ className }) => className),
  );
  return new Set(classes.map((names) => names.split(' ').includes('number')));
}

/** Facts of every kind. */
const EVIDENCE = [
  ...(['hours', 'value', 'usual', 'before', 'after', 'records', 'factor', 'billed', 'metered'] as const),
  ...(['difference', 'net', 'tax', 'total', 'quantity', 'unitRate', 'expected', 'days', 'percent'] as const),
].map((name) => ({ name, value: 2, units: null, text: null, startDate: null, endDate: null }));
const TEXTS = ['line', 'fault', 'unitPair', 'rateName'].map((name) => ({
  ...{ name, value: null, units: null, text: 'cost', startDate: null, endDate: null },
}));

function findingOf(kind: FindingKind, evidence: FindingFactsFragment['evidence']): FindingFactsFragment {
  return {
    ...{ _id: UNKNOWN, kind, severity: 'low', message: 'What the service says.', accountId: UNKNOWN, assetId: null },
    ...{ startDate: '2022-03-01T00:00:00.000Z', endDate: '2022-03-05T00:00:00.000Z', invoiceIds: [UNKNOWN] },
    ...{ quantity: 5, units: 'kWh', cost: 7, share: 0.25, account: null, asset: null, invoices: null },
    evidence: evidence.length === 0 ? [] : [...evidence, ...TEXTS],
  };
}
