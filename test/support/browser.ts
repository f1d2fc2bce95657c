import { chromium, type Browser, type Page } from 'playwright-core';
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

export interface Visit {
  readonly page: Page;
  /**
   * What a page of ours never does: errors on the console or uncaught, requests to another host, violations of the
   * content security policy.
   */
  readonly problems: readonly string[];
}

/**
 * Opens a page in a fresh profile and notes what goes wrong from its first moment on.
 * @param locale of the browser
 */
export async function visit(browser: Browser, url: string, locale = 'en-GB'): Promise<Visit> {
  const context = await browser.newContext({ locale });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  const { host } = new URL(url);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const asked = new URL(request.url());
    if (!['data:', 'blob:'].includes(asked.protocol) && asked.host !== host) problems.push(`foreign: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // What the page itself gave up, as it asks for another view by now.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} ${reason}`);
  });
  await page.exposeFunction('noteViolation', (text: string) => problems.push(`violation: ${text}`));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    noteViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ' ' + event.lineNumber);
  });`);
  await page.goto(url);
  return { page, problems };
}
