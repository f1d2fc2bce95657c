import { chromium, type Browser, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { buildPages } from './build.js';
import { findProgram } from './programs.js';

await buildPages();

/** The browser without a window, which takes less processor time. */
const CHROMIUM = findProgram('chromium-headless-shell') ?? findProgram('chromium');

/** Whether Chromium is installed. Without it, the tests that need it are skipped. */
export const HAS_BROWSER = CHROMIUM !== null;
if (!HAS_BROWSER)
  console.log('There is no chromium-headless-shell or chromium on the PATH: the tests in a browser are skipped.');

/** Keeps the browser from sending requests other than those of the page. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How long Playwright waits for an element while other tests keep both cores busy. */
const TIMEOUT_MS = 90_000;

/** The browser that the suites of this process share. */
let started: Promise<Browser> | undefined;

/**
 * Returns the browser of this process. The first suite starts it, because a start takes a second of processor time. It
 * ends with the process; no suite closes it.
 * @throws Error if there is no browser
 */
export async function openBrowser(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error('There is no chromium-headless-shell or chromium on the PATH.');
  if (started !== undefined && !(await started).isConnected()) started = undefined;
  started ??= launch(CHROMIUM);
  return started;
}

function launch(executablePath: string): Promise<Browser> {
  // Open handles would keep the process and the browser alive after a run that is killed.
  process.once('disconnect', () => process.exit());
  return chromium.launch({ executablePath, chromiumSandbox: false, args: QUIET });
}

/** Playwright's default size of a new page. */
const VIEWPORT = { width: 1280, height: 720 };

/**
 * How many frames in a row the page must draw without a pending request to count as at rest. Reading, storing and
 * drawing a response are separate tasks.
 */
const FRAMES_AT_REST = 4;

/**
 * Counts the requests whose responses the page has not read. `atRest()` resolves after some frames without such a
 * request and without a busy element on the page. A response counts as read two timers late, after the page has stored
 * it.
 */
const WATCH_REQUESTS = `(() => {
  const ask = globalThis.fetch;
  let open = 0;
  const closed = () => setTimeout(() => setTimeout(() => { open -= 1; }));
  globalThis.fetch = async (...request) => {
    open += 1;
    try {
      const response = await ask(...request);
      response.clone().arrayBuffer().then(closed, closed);
      return response;
    } catch (error) {
      closed();
      throw error;
    }
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  globalThis.atRest = async () => {
    const end = performance.now() + ${TIMEOUT_MS};
    for (let frames = 0; frames < ${FRAMES_AT_REST}; ) {
      await frame();
      const waiting = document.querySelector('.waiting, p.loading');
      const isBusy = open > 0 || waiting !== null || document.readyState !== 'complete';
      frames = isBusy ? 0 : frames + 1;
      if (performance.now() > end) throw new Error('The page does not rest: ' + open + ' requests, ' + waiting?.textContent);
    }
  };
})()`;

/** Without an icon, the browser would request one from the service. */
const EMPTY_PAGE = '<!doctype html><title>Nothing</title><link rel="icon" href="data:,">';

/** The browser's error for a request that the page cancels by navigating away. */
const LEFT = /Execution context was destroyed|Cannot find context|navigat/;

export interface Visit {
  readonly page: Page;
  /**
   * Problems that our pages must never have: errors on the console or uncaught, requests to another host, violations of
   * the content security policy.
   */
  readonly problems: readonly string[];
}

/** A browser tab that tests use one after the other. */
interface Tab {
  readonly page: Page;
  /** The address and the problems of the current visit. */
  visit: { readonly host: string; readonly problems: string[] };
}

/** The idle tabs of each browser and language. A new profile takes another second of processor time. */
const FREE = new WeakMap<Browser, Map<string, Tab[]>>();

/**
 * Opens a page in an empty browser profile for the current test, and records its problems from the start.
 * @param locale the language of the browser
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
  await quiet(tab.page);
  return { page: tab.page, problems };
}

/**
 * Waits until a page opened by `visit` is at rest: it has drawn all responses, shows no busy element and sends no
 * further request. Tests read the page after this wait.
 */
export async function quiet(page: Page): Promise<void> {
  for (;;) {
    try {
      await page.evaluate('atRest()');
      return;
    } catch (error) {
      if (!LEFT.test(String(error))) throw error;
      await page.waitForLoadState();
    }
  }
}

/** Switches a page to light or dark, and waits until it is drawn that way. */
export async function setScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await quiet(page);
}

/** Expects that a page is not wider than a window of this width, in pixels. */
export async function expectFits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
}

function freeTabs(browser: Browser, locale: string): Tab[] {
  const byLocale = FREE.get(browser) ?? new Map<string, Tab[]>();
  const free = byLocale.get(locale) ?? [];
  FREE.set(browser, byLocale.set(locale, free));
  return free;
}

async function openTab(browser: Browser, locale: string): Promise<Tab> {
  const context = await browser.newContext({ locale });
  context.setDefaultTimeout(TIMEOUT_MS);
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
    // The page itself cancels this request when it switches to another view.
    if (reason !== 'net::ERR_ABORTED') note(`failed: ${request.url()} ${reason}`);
  });
  await page.addInitScript(WATCH_REQUESTS);
  await page.exposeFunction('noteViolation', (text: string) => {
    note(`violation: ${text}`);
  });
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    noteViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ' ' + event.lineNumber);
  });`);
  return tab;
}

/**
 * Clears a tab for the next test; the cache of files stays.
 * @returns false if its test has closed the tab
 */
async function isEmptied({ page }: Tab): Promise<boolean> {
  const context = page.context();
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.setViewportSize(VIEWPORT);
    await page.mouse.move(0, 0);
    // Storage belongs to an origin, so this opens a page of that origin. It has no scripts, which would store the
    // values again.
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
