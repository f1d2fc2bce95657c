import { describe, expect, it } from 'vitest';
import { doubtOfUse } from '../../src/values/usePerArea.js';

const YEAR = { perArea: 100, unit: 'kWh', coverage: 1, days: 365 };

describe('the reason to doubt a use per area', () => {
  it('is the area if the use is above 1,375 kWh per m² and year, in proportion to the length of the period', () => {
    expect(doubtOfUse(YEAR)).toBeNull();
    expect(doubtOfUse({ ...YEAR, perArea: 1_375 })).toBeNull();
    expect(doubtOfUse({ ...YEAR, perArea: 2_732 })).toBe('area');
    expect(doubtOfUse({ ...YEAR, perArea: 200, days: 30 })).toBe('area');
    expect(doubtOfUse({ ...YEAR, perArea: 100, days: 30 })).toBeNull();
  });

  it('is never the area for units other than kWh', () => {
    expect(doubtOfUse({ ...YEAR, perArea: 2_732, unit: 'm³' })).toBeNull();
  });

  it('is the coverage if it is below 90 %', () => {
    expect(doubtOfUse({ ...YEAR, coverage: 0.9 })).toBeNull();
    expect(doubtOfUse({ ...YEAR, coverage: 0.899 })).toBe('part');
    expect(doubtOfUse({ ...YEAR, coverage: null })).toBe('part');
    expect(doubtOfUse({ ...YEAR, perArea: null, coverage: 0.1 })).toBeNull();
  });
});
