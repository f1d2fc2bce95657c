import type { Page } from 'playwright-core';

/**
 * What axe finds that is serious or critical, with where.
 * @param within a selector of the part of the page that is looked at; all of it unless told
 */
export async function seriousProblems(page: Page, within = 'html'): Promise<readonly unknown[]> {
  const { default: axeCore } = await import('axe-core');
  await page.evaluate(axeCore.source);
  // A colour that is on its way to another is neither.
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  const { violations } = await page.evaluate<{
    readonly violations: readonly {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  }>(`axe.run(${JSON.stringify(within)})`);
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)) }));
}
