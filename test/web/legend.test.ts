import { describe, expect, it } from 'vitest';
import { topBelowLegend } from '../../src/web/dashboard/charts/draw.js';

describe('the legend of a chart', () => {
  const names = ['Strom', 'Strom, aus Rechnungen verteilt', 'Gas, aus Rechnungen verteilt'];

  it('reserves height for the rows that its names need', () => {
    expect(topBelowLegend(names, 1_000)).toBe(56);
    expect(topBelowLegend(names, 320)).toBe(76);
    expect(topBelowLegend(names, 200)).toBe(96);
    expect(topBelowLegend([], 320)).toBe(56);
  });
});
