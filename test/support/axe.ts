import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { setScheme } from './browser.js';
import { IS_LONG } from './repeated.js';

/** The rules whose result can differ between light and dark. `npm run test:long` applies all rules to both. */
export const RULES_OF_COLOURS: readonly string[] = IS_LONG ? [] : ['color-contrast', 'link-in-text-block'];

interface Looked {
  /** A selector of the part of the page to check; the whole page unless given. */
  readonly within?: string;
  /** The names of the rules to apply; all of axe's rules unless given. */
  readonly rules?: readonly string[];
}

/** Returns the serious and critical problems that axe finds, with their elements. */
export async function seriousProblems(
  page: Page,
  { within = 'html', rules = [] }: Looked = {},
): Promise<readonly unknown[]> {
  const { default: axeCore } = await import('axe-core');
  await page.evaluate(axeCore.source);
  // A colour in transition is neither the old nor the new one.
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  // Without this, axe would compute a selector for each element that passes.
  const options = { resultTypes: ['violations'], ...(rules.length > 0 ? { runOnly: rules } : {}) };
  const { violations } = await page.evaluate<{
    readonly violations: readonly {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  }>(`axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`);
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)) }));
}

/** Expects axe to find no serious problem, in light or dark. */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  await setScheme(page, 'light');
  expect(await seriousProblems(page, { within }), 'light').toEqual([]);
  await setScheme(page, 'dark');
  expect(await seriousProblems(page, { within, rules: RULES_OF_COLOURS }), 'dark').toEqual([]);
}
