import { chromium, type Browser, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { buildPages } from './build.js';
import { findProgram } from './programs.js';

await buildPages();

const CHROMIUM = findProgram('chromium');

/** Whether there is a browser. Where there is none, the tests that need it are skipped. */
export const HAS_BROWSER = CHROMIUM !== null;
if (!HAS_BROWSER) console.log('There is no chromium on the PATH: the tests in a browser are skipped.');

/** Only what is asked of it: nothing of its own over the network. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How long an element is waited for, on two cores that other tests keep busy. */
const PATIENCE_MS = 90_000;

/**
 * Starts a browser; close it after the suite.
 * @throws Error where there is none
 */
export async function openBrowser(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error('There is no chromium on the PATH.');
  return chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false, args: QUIET });
}

/** Playwright's size of a new page. */
const VIEWPORT = { width: 1280, height: 720 };

/** Without an icon of its own, the browser would ask the service for one. */
const EMPTY_PAGE = '<!doctype html><title>Nothing</title><link rel="icon" href="data:,">';

export interface Visit {
  readonly page: Page;
  /**
   * What a page of ours never does: errors on the console or uncaught, requests to another host, violations of the
   * content security policy.
   */
  readonly problems: readonly string[];
}

/** A tab that one test after the other uses. */
interface Tab {
  readonly page: Page;
  /** The address and the problems of the visit that goes on. */
  visit: { readonly host: string; readonly problems: string[] };
}

/** The tabs that no test uses, of each browser and language. A new profile takes a second more of processor time. */
const FREE = new WeakMap<Browser, Map<string, Tab[]>>();

/**
 * Opens a page in a profile that holds nothing, for the test that runs, and notes what goes wrong from its first moment on.
 * @param locale of the browser
 */
export async function visit(browser: Browser, url: string, locale = 'en-GB'): Promise<Visit> {
  const free = freeTabs(browser, locale);
  const problems: string[] = [];
  const own = { host: new URL(url).host, problems };
  const tab = free.pop() ?? (await openTab(browser, locale));
  tab.visit = own;
  onTestFinished(async () => {
    if (await isEmptied(tab)) free.push(tab);
    else await tab.page.context().close();
  });
  await tab.page.goto(url);
  return { page: tab.page, problems };
}

function freeTabs(browser: Browser, locale: string): Tab[] {
  const byLocale = FREE.get(browser) ?? new Map<string, Tab[]>();
  const free = byLocale.get(locale) ?? [];
  FREE.set(browser, byLocale.set(locale, free));
  return free;
}

async function openTab(browser: Browser, locale: string): Promise<Tab> {
  const context = await browser.newContext({ locale });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const tab: Tab = { page, visit: { host: '', problems: [] } };
  const note = (problem: string): void => {
    tab.visit.problems.push(problem);
  };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    note(`uncaught: ${error.message}`);
  });
  page.on('request', (request) => {
    const asked = new URL(request.url());
    if (!['data:', 'blob:'].includes(asked.protocol) && asked.host !== tab.visit.host)
      note(`foreign: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // What the page itself gave up, as it asks for another view by now.
    if (reason !== 'net::ERR_ABORTED') note(`failed: ${request.url()} ${reason}`);
  });
  await page.exposeFunction('noteViolation', (text: string) => {
    note(`violation: ${text}`);
  });
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    noteViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ' ' + event.lineNumber);
  });`);
  return tab;
}

/**
 * Makes a tab like a new one, but for the cache of files.
 * @returns whether it is; not where its test has closed it
 */
async function isEmptied({ page }: Tab): Promise<boolean> {
  const context = page.context();
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.setViewportSize(VIEWPORT);
    await page.mouse.move(0, 0);
    // A page of the same address, since storage belongs to that, without scripts, which would store again what is removed.
    const { href } = new URL('/emptied', page.url());
    await page.route(href, (route) => route.fulfill({ contentType: 'text/html', body: EMPTY_PAGE }));
    await page.goto(href);
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await page.unroute(href);
    await context.clearCookies();
    return true;
  } catch {
    return false;
  }
}
