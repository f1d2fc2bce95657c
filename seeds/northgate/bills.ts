import { daysOfMonth, MONTHS } from './calendar.js';
import { contractsOfSupply, type Contract } from './contracts.js';
import { FAULTS } from './faults.js';
import { UTILITIES, type Utility } from './ids.js';
import { SITES, type Site } from './sites.js';
import { GAS_READ_AT, isRead, KWH_PER_M3, monthlyUse, type MonthlyUse } from './use.js';

/** A line of a bill, in pounds. */
export interface BillLine {
  readonly rateName: string;
  readonly consumption: number;
  readonly units: string;
  readonly unitRate: number;
  readonly cost: number;
}

/** A bill for a calendar month. */
export interface Bill {
  readonly site: Site;
  readonly utility: Utility;
  readonly month: string;
  readonly supplier: string;
  readonly quantity: number;
  readonly units: string;
  readonly lines: readonly BillLine[];
  /** Percent. */
  readonly vat: number;
  readonly isEstimated: boolean;
}

/**
 * The main rates of the climate change levy, £/kWh, by the first month (https://www.gov.uk/guidance/climate-change-levy-rates).
 */
const LEVIES: readonly {
  readonly from: string;
  readonly name: string;
  readonly electricity: number;
  readonly gas: number;
}[] = [
  { from: '2023-04', name: 'Climate change levy 2023/24', electricity: 0.00775, gas: 0.00672 },
  { from: '2024-04', name: 'Climate change levy 2024/25', electricity: 0.00775, gas: 0.00775 },
  { from: '2025-04', name: 'Climate change levy 2025/26', electricity: 0.00801, gas: 0.00801 },
];

/** The share of the water that is billed as wastewater. */
const WASTE_SHARE = 0.95;

/** Returns an amount in whole pence. */
export function pence(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/**
 * Returns the bills of a supply in the order of time. They have the faults of {@link FAULTS}, except the second copy of
 * a bill.
 */
export function billsOf(site: Site, utility: Utility): readonly Bill[] {
  const use = monthlyUse(site, utility);
  return MONTHS.filter((month) => !isFault(FAULTS.missingBill, site, utility, month)).map((month) =>
    billOf(site, utility, month, billedUse(site, utility, month, use.get(month) ?? { all: 0, night: 0 })),
  );
}

/** Returns all bills, supply after supply. */
export function allBills(): readonly Bill[] {
  return SITES.flatMap((site) => UTILITIES.flatMap((utility) => billsOf(site, utility)));
}

interface BillFault {
  readonly site: string;
  readonly utility: Utility;
  readonly month: string;
}

/** Returns whether a fault is on a supply's bill of a month. */
export function isFault(fault: BillFault, site: Site, utility: Utility, month: string): boolean {
  return fault.site === site.key && fault.utility === utility && fault.month === month;
}

/** Returns the billed quantity for a used quantity. Estimated bills differ from it. */
function billedUse({ key }: Site, utility: Utility, month: string, use: MonthlyUse): MonthlyUse {
  const { estimated } = FAULTS;
  const index = estimated.months.findIndex((one) => one === month);
  const times = estimated.site === key && estimated.utility === utility ? estimated.times[index] : undefined;
  return times === undefined ? use : { all: Math.round(use.all * times), night: 0 };
}

function billOf(site: Site, utility: Utility, month: string, use: MonthlyUse): Bill {
  const all = contractsOfSupply(site, utility);
  const running = all.find(({ from, to }) => from.slice(0, 7) <= month && (to === null || month <= to.slice(0, 7)));
  // After the end of its contract a supply stays with the supplier.
  const contract = running ?? all.at(-1) ?? all[0];
  const isGasInM3 = utility === 'gas' && site.key === GAS_READ_AT;
  const quantity = isGasInM3 ? Math.round(use.all * KWH_PER_M3) : use.all;
  const lines = [
    ...energyLines(site, utility, month, { quantity, night: use.night }, contract, running === undefined),
    standing(site, month, contract),
    ...levy(utility, month, quantity),
  ];
  return {
    ...{
      site,
      utility,
      month,
      supplier: contract.supplier,
      quantity,
      units: utility === 'water' ? 'm3' : 'kwh',
      lines,
    },
    vat: vatOf(site, utility, month),
    isEstimated: isEstimated(site, utility, month),
  };
}

function isEstimated({ key }: Site, utility: Utility, month: string): boolean {
  const { site, utility: of, months } = FAULTS.estimated;
  return site === key && of === utility && months.some((one) => one === month);
}

function energyLines(
  site: Site,
  utility: Utility,
  month: string,
  { quantity, night }: { readonly quantity: number; readonly night: number },
  { rates }: Contract,
  isOutOfContract: boolean,
): readonly BillLine[] {
  if (utility === 'water') {
    return [
      lineOf('Water', quantity, 'm3', rates.unit),
      lineOf('Wastewater', Math.round(quantity * WASTE_SHARE), 'm3', rates.waste),
    ];
  }
  const times = isOutOfContract ? FAULTS.contractEnds.times : 1;
  if (night === 0) return [lineOf('Units', quantity, 'kwh', Math.round(rates.unit * times * 10_000) / 10_000)];
  const day = lineOf('Day units', quantity - night, 'kwh', rates.unit);
  const [{ rates: earlier }] = contractsOfSupply(site, utility);
  const isOld = isFault(FAULTS.oldRate, site, utility, month);
  return [
    isOld ? { ...day, cost: pence(day.consumption * earlier.unit) } : day,
    lineOf('Night units', night, 'kwh', rates.night),
  ];
}

function standing({ electricity }: Site, month: string, { rates }: Contract): BillLine {
  const size = electricity.shapeOf === null ? 'small' : 'large';
  return lineOf('Standing charge', daysOfMonth(month).length, 'days', rates.standing[size]);
}

function levy(utility: Utility, month: string, quantity: number): readonly BillLine[] {
  const levyRate = LEVIES.findLast(({ from }) => from <= month);
  if (utility === 'water' || levyRate === undefined) return [];
  return [lineOf(levyRate.name, quantity, 'kwh', levyRate[utility])];
}

function vatOf(site: Site, utility: Utility, month: string): number {
  if (utility !== 'water' || isFault(FAULTS.vat, site, utility, month)) return 20;
  return site.waterVat;
}

function lineOf(rateName: string, consumption: number, units: string, unitRate: number): BillLine {
  return { rateName, consumption, units, unitRate, cost: pence(consumption * unitRate) };
}

/** Returns whether the meter of a bill is read manually. Only then does the bill state readings. */
export function statesReadings({ site, utility }: Bill): boolean {
  return isRead(site, utility);
}
