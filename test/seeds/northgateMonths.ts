import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A month of an account of Northgate Foods, added up by other means than ours. */
export interface NorthgateMonth {
  readonly account: string;
  readonly month: string;
  readonly halfHours: number;
  /** kWh of the half-hours. */
  readonly kWh: number;
  readonly bills: number;
  /** kWh or m³. */
  readonly units: number;
  /** Pounds. */
  readonly net: number;
  readonly vat: number;
  readonly total: number;
}

/** The oracle's rows, account after account. */
export function readNorthgateMonths(): readonly NorthgateMonth[] {
  const text = readFileSync(join(import.meta.dirname, 'data', 'northgate_monthly.csv'), 'utf8');
  const [, , ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => {
    const [account = '', month = '', ...numbers] = line.split(',');
    const [halfHours = NaN, kWh = NaN, bills = NaN, units = NaN, net = NaN, vat = NaN, total = NaN] =
      numbers.map(Number);
    return { account, month, halfHours, kWh, bills, units, net, vat, total };
  });
}
