import type { Page } from 'playwright-core';

/** What axe finds that is serious or critical, with where. */
export async function seriousProblems(page: Page): Promise<readonly unknown[]> {
  const { default: axeCore } = await import('axe-core');
  await page.evaluate(axeCore.source);
  const { violations } = await page.evaluate<{
    readonly violations: readonly {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  }>('axe.run(document)');
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)) }));
}
