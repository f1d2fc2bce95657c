/**
 * The planted faults of the sample. docs/sample-data.md lists them with the finding of each. The company's other data
 * has no fault. First and last days are included.
 */
export const FAULTS = {
  /** Half-hours that never arrived. */
  gap: { site: 'norwich', from: '2024-11-12', to: '2024-11-15' },
  /** A meter whose data ends before that of the others. */
  late: { site: 'norwich', lastDay: '2025-12-08' },
  /** MWh stored as kWh: a thousandth of the use. */
  unit: { site: 'cardiff', from: '2025-05-01', to: '2025-05-31', factor: 0.001 },
  /** A leak of compressed air, which adds this many kWh to each half-hour. */
  baseload: { site: 'bakery', from: '2025-09-09', kWh: 62 },
  /** A weekend with ventilation and lights as on working days. */
  weekend: { site: 'office', from: '2025-06-14', to: '2025-06-15' },
  /** Nights with the lighting of the day. */
  nights: { site: 'norwich', from: '2025-03-04', to: '2025-03-06' },
  /** The supplier bills a month twice, under two numbers. */
  billedTwice: { site: 'coldstore', utility: 'electricity', month: '2025-03' },
  /** The day-rate line has the rate of the previous contract. */
  oldRate: { site: 'bakery', utility: 'electricity', month: '2024-11' },
  /** 20 % VAT on water, which is free of VAT. */
  vat: { site: 'office', utility: 'water', month: '2025-08' },
  /** A month that no bill covers. */
  missingBill: { site: 'sheffield', utility: 'gas', month: '2024-07' },
  /** Two bills on estimated readings; the second corrects the first. */
  estimated: { site: 'newcastle', utility: 'electricity', months: ['2025-01', '2025-02'], times: [1.42, 0.58] },
  /** A contract that ends. Its supplier continues at out-of-contract rates. */
  contractEnds: { site: 'depot', utility: 'electricity', lastDay: '2025-09-30', times: 1.38 },
  /** A new water meter that starts at 0, without the mark of a reset. */
  exchange: { site: 'newcastle', utility: 'water', month: '2025-06' },
} as const;

/** Not a fault: a new gas meter that starts at 0, with the mark of a reset (`meterReset`). */
export const MARKED_EXCHANGE = { site: 'bakery', utility: 'gas', month: '2024-10' } as const;
