import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { setScheme } from './browser.js';
import { IS_LONG } from './repeated.js';

/** The rules whose outcome can differ between light and dark; the long run applies all to both. */
export const RULES_OF_COLOURS: readonly string[] = IS_LONG ? [] : ['color-contrast', 'link-in-text-block'];

interface Looked {
  /** A selector of the part of the page; all of it unless given. */
  readonly within?: string;
  /** The names of the rules; all of axe's unless given. */
  readonly rules?: readonly string[];
}

/** Returns what axe finds that is serious or critical, and where. */
export async function seriousProblems(
  page: Page,
  { within = 'html', rules = [] }: Looked = {},
): Promise<readonly unknown[]> {
  const { default: axeCore } = await import('axe-core');
  await page.evaluate(axeCore.source);
  // A colour that is on its way to another is neither.
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  // Of what passes it would work out a selector for each element, too.
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

/** Expects that axe finds no serious problem, light or dark. */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  await setScheme(page, 'light');
  expect(await seriousProblems(page, { within }), 'light').toEqual([]);
  await setScheme(page, 'dark');
  expect(await seriousProblems(page, { within, rules: RULES_OF_COLOURS }), 'dark').toEqual([]);
}
