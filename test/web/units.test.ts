import { describe, expect, it } from 'vitest';
import { formatWithUnit } from '../../src/web/dashboard/format/numbers.js';
import { formatUnit } from '../../src/web/dashboard/format/units.js';

describe('the unit of a bill or a reading', () => {
  it.each([
    ['kwh', 'kWh'],
    ['KWH', 'kWh'],
    ['m3', 'm³'],
    ['kva', 'kVA'],
    ['kWh', 'kWh'],
  ])('%s is shown as %s', (imported, shown) => {
    expect(formatUnit(imported)).toBe(shown);
    expect(formatWithUnit(12, imported)).toBe(`12 ${shown}`);
  });

  it('is shown as imported if it has no usual spelling', () => {
    expect(['days', 'kgal', 'ccf', ''].map(formatUnit)).toEqual(['days', 'kgal', 'ccf', '']);
  });
});
