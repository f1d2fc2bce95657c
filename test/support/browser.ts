import { chromium, type Browser, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { buildPages } from './build.js';
import { findProgram } from './programs.js';

await buildPages();

/** The browser without a window takes less processor time. */
const CHROMIUM = findProgram('chromium-headless-shell') ?? findProgram('chromium');

/** Whether there is a browser. Without one, the tests that need it are skipped. */
export const HAS_BROWSER = CHROMIUM !== null;
if (!HAS_BROWSER)
  console.log('There is no chromium-headless-shell or chromium on the PATH: the tests in a browser are skipped.');

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
const TIMEOUT_MS = 90_000;

/** The browser of this process. */
let started: Promise<Browser> | undefined;

/**
 * Returns the browser of this process, which the first suite starts: a start takes a second of processor time. It ends with the process;
 * no suite closes it.
 * @throws Error where there is none
 */
export async function openBrowser(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error('There is no chromium-headless-shell or chromium on the PATH.');
  if (started !== undefined && !(await started).isConnected()) started = undefined;
  started ??= launch(CHROMIUM);
  return started;
}

function launch(executablePath: string): Promise<Browser> {
  // What lasts as long as the process would otherwise keep it, and the browser, alive after a run that is killed.
  process.once('disconnect', () => process.exit());
  return chromium.launch({ executablePath, chromiumSandbox: false, args: QUIET });
}

/** Playwright's size of a new page. */
const VIEWPORT = { width: 1280, height: 720 };

/** So many frames in a row a page draws at rest: an answer is read, stored and drawn in tasks of their own. */
const FRAMES_AT_REST = 4;

/**
 * Counts the requests of a page whose answers it has not read. Its `atRest()` ends once there has been none for some frames, and nothing
 * on the page says that it waits. An answer counts as read two timers late, so that the page has stored it by then.
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

/** Without an icon of its own, the browser would ask the service for one. */
const EMPTY_PAGE = '<!doctype html><title>Nothing</title><link rel="icon" href="data:,">';

/** What the browser says where a page leaves for another. */
const LEFT = /Execution context was destroyed|Cannot find context|navigat/;

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
  await quiet(tab.page);
  return { page: tab.page, problems };
}

/**
 * Waits until a page of `visit` is at rest: it has drawn the answers to all its requests, says nowhere that it waits, and sends no other
 * request. Whatever is read of it once is read after this.
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

/** Has a page be light or dark, and waits until it is drawn so. */
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
    // What the page itself gave up, as it asks for another view by now.
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
