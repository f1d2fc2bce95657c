import { mpanCheckDigit, mprnCheckDigits } from '../../seeds/generate/meterPoint.js';

/*
 * The folder of docs/first-data.md: one invented company, with the files of three suppliers. All values follow from the
 * rules below, so tests know each sum without reading the files.
 */

export const COMPANY = 'Harbour Bakery Ltd';
const YEAR = 2024;
const FIRST = Date.UTC(YEAR, 0, 1);
const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;
const DAYS = 366;
const PER_DAY = 48;

const mpan = (digits: string): string => digits + mpanCheckDigit(digits);
export const BAKERY_MPAN = mpan('100000040001');
export const SHOP_MPAN = mpan('100000040002');
export const BAKERY_MPRN = `74000100${mprnCheckDigits('74000100')}`;

/** The electricity of a site: base load in Wh for each half-hour, and more from one half-hour of the day to another. */
interface Shape {
  readonly base: number;
  readonly extra: number;
  readonly from: number;
  readonly to: number;
}

const SHAPES: ReadonlyMap<string, Shape> = new Map([
  [BAKERY_MPAN, { base: 4_200, extra: 18_600, from: 6, to: 28 }],
  [SHOP_MPAN, { base: 900, extra: 3_300, from: 16, to: 36 }],
]);

/** Returns the use of a half-hour of UTC in Wh. */
function wattHours({ base, extra, from, to }: Shape, day: number, halfHour: number): number {
  const isOpen = halfHour >= from && halfHour < to;
  const season = 10 * Math.round(30 * Math.cos((2 * Math.PI * day) / DAYS));
  return base + season + ((day * 37 + halfHour * 11) % 21) * 10 + (isOpen ? extra : 0);
}

/** Half-hours of a meter: start in milliseconds, and use in Wh. */
function* halfHours(meter: string): Generator<readonly [start: number, wattHours: number]> {
  const shape = SHAPES.get(meter);
  if (!shape) throw new Error(`no electricity meter ${meter}`);
  for (let day = 0; day < DAYS; day += 1) {
    for (let halfHour = 0; halfHour < PER_DAY; halfHour += 1) {
      yield [FIRST + day * DAY_MS + halfHour * HALF_HOUR_MS, wattHours(shape, day, halfHour)];
    }
  }
}

/** British Summer Time 2024: 31 March 01:00 UTC to 27 October 01:00 UTC (Summer Time Order 2002). */
const SUMMER = [Date.UTC(YEAR, 2, 31, 1), Date.UTC(YEAR, 9, 27, 1)] as const;
const london = (start: number): Date =>
  new Date(start >= SUMMER[0] && start < SUMMER[1] ? start + 2 * HALF_HOUR_MS : start);

/** The kWh of a meter in each month of London, from January on, by day and night. The night is from midnight to 7 o'clock. */
export function kilowattHours(meter: string): readonly { readonly day: number; readonly night: number }[] {
  const months = Array.from({ length: 12 }, () => ({ day: 0, night: 0 }));
  for (const [start, use] of halfHours(meter)) {
    const local = london(start);
    const month = months[local.getUTCMonth()];
    if (month) month[local.getUTCHours() < 7 ? 'night' : 'day'] += use;
  }
  return months.map(({ day, night }) => ({ day: day / 1000, night: night / 1000 }));
}

/** The gas of the bakery in kWh by month. */
export const GAS_KWH = [9_200, 8_400, 7_600, 5_200, 3_900, 2_800, 2_600, 2_700, 3_300, 5_100, 7_300, 8_900] as const;

/** The total of the electricity bill of September is 50 pounds more than net and VAT. */
export const WRONG_MONTH = 8;
export const OVERCHARGE = 50;

const VAT = 0.2;
const daysIn = (month: number): number => new Date(Date.UTC(YEAR, month + 1, 0)).getUTCDate();
const pounds = (pence: number): number => Math.round(pence) / 100;
const written = (date: number): string => {
  const [year = '', month = '', day = ''] = new Date(date).toISOString().slice(0, 10).split('-');
  return `${day}/${month}/${year}`;
};
const money = (amount: number): string => amount.toFixed(2);

/** A bill's sums in pounds. */
export interface Sums {
  readonly net: number;
  readonly vat: number;
  readonly total: number;
}

function sumsOf(amounts: readonly number[]): Sums {
  const net = pounds(100 * amounts.reduce((sum, amount) => sum + amount, 0));
  const vat = pounds(100 * net * VAT);
  return { net, vat, total: pounds(100 * (net + vat)) };
}

/** Rates in pence: kWh by day, by night, a day's standing charge, Climate Change Levy of a kWh. */
const ELECTRICITY = { day: 24.1, night: 15.2, standing: 95, levy: 0.775 } as const;
const GAS = { unit: 6.9, standing: 180, levy: 0.775 } as const;

/** The electricity bill of a month: kWh, charges in pounds, sums. */
export function electricityBill(month: number): Sums & {
  readonly units: { readonly day: number; readonly night: number };
  readonly charges: { readonly day: number; readonly night: number; readonly standing: number; readonly levy: number };
} {
  const { day, night } = kilowattHours(BAKERY_MPAN)[month] ?? { day: 0, night: 0 };
  const units = { day: Math.round(day * 10) / 10, night: Math.round(night * 10) / 10 };
  const charges = {
    day: pounds(units.day * ELECTRICITY.day),
    night: pounds(units.night * ELECTRICITY.night),
    standing: pounds(daysIn(month) * ELECTRICITY.standing),
    levy: pounds((units.day + units.night) * ELECTRICITY.levy),
  };
  const sums = sumsOf(Object.values(charges));
  const total = month === WRONG_MONTH ? pounds(100 * (sums.total + OVERCHARGE)) : sums.total;
  return { units, charges, ...sums, total };
}

/** The gas bill of a month: kWh, charges in pounds, sums. */
export function gasBill(month: number): Sums & {
  readonly kwh: number;
  readonly charges: { readonly unit: number; readonly standing: number; readonly levy: number };
} {
  const kwh = GAS_KWH[month] ?? 0;
  const charges = {
    unit: pounds(kwh * GAS.unit),
    standing: pounds(daysIn(month) * GAS.standing),
    levy: pounds(kwh * GAS.levy),
  };
  return { kwh, charges, ...sumsOf(Object.values(charges)) };
}

const MONTHS = Array.from({ length: 12 }, (_, month) => month);
const csv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.join(',')}\n`).join('');
const startOf = (month: number): number => Date.UTC(YEAR, month, 1);

/** A bill for each row, with a column for each rate; the end is the first day of the next bill. */
function electricityBills(): string {
  const header =
    'Invoice No,Invoice Date,Supplier,MPAN,From,To,Day kWh,Day Rate (p/kWh),Day Charge (£),Night kWh,Night Rate (p/kWh),Night Charge (£),Standing Charge (£),CCL (£),Net (£),VAT (£),Total (£)';
  return csv([
    header.split(','),
    ...MONTHS.map((month) => {
      const { units, charges, net, vat, total } = electricityBill(month);
      return [
        ...[
          `SP-${YEAR}-${String(month + 1).padStart(2, '0')}`,
          written(startOf(month + 1) + 17 * DAY_MS),
          'Severn Power',
        ],
        ...[BAKERY_MPAN, written(startOf(month)), written(startOf(month + 1))],
        ...[units.day.toFixed(1), ELECTRICITY.day.toFixed(2), money(charges.day)],
        ...[units.night.toFixed(1), ELECTRICITY.night.toFixed(2), money(charges.night)],
        ...[charges.standing, charges.levy, net, vat, total].map(money),
      ];
    }),
  ]);
}

/** A row for each charge of a bill; the end is the last day billed. */
function gasBills(): string {
  const header =
    'Invoice Number,Invoice Date,Supplier,MPRN,Period Start,Period End,Charge,Quantity,Unit,Rate (p),Amount (£)';
  return csv([
    header.split(','),
    ...MONTHS.flatMap((month) => {
      const { kwh, charges, vat } = gasBill(month);
      const bill = [
        ...[`${700_100 + month}`, written(startOf(month + 1) + 9 * DAY_MS), 'Westway Gas', BAKERY_MPRN],
        ...[written(startOf(month)), written(startOf(month + 1) - DAY_MS)],
      ];
      return [
        [...bill, 'Gas', kwh, 'kWh', GAS.unit.toFixed(2), money(charges.unit)],
        [...bill, 'Standing charge', daysIn(month), 'days', GAS.standing.toFixed(2), money(charges.standing)],
        [...bill, 'CCL', kwh, 'kWh', GAS.levy.toFixed(3), money(charges.levy)],
        [...bill, 'VAT', '', '', '', money(vat)],
      ];
    }),
  ]);
}

/** A row for each meter and day, with a column for each half-hour of UTC. */
function halfHourTable(): string {
  const labels = Array.from({ length: PER_DAY }, (_, at) => new Date(at * HALF_HOUR_MS).toISOString().slice(11, 16));
  const rows = [...SHAPES].flatMap(([meter, shape]) =>
    Array.from({ length: DAYS }, (_, day) => [
      meter,
      written(FIRST + day * DAY_MS),
      ...labels.map((_, halfHour) => (wattHours(shape, day, halfHour) / 1000).toFixed(2)),
    ]),
  );
  return csv([['MPAN', 'Date (UTC)', ...labels], ...rows]);
}

/** A row for each meter. */
function meters(): string {
  const bakery = [COMPANY, 'gbp', 'Bakery', '12 Quay Street', 'Bristol', 'BS1 4QA', 'gb', 850];
  const shop = [COMPANY, 'gbp', 'Shop', '3 Market Row', 'Bristol', 'BS1 3QB', 'gb', 140];
  return csv([
    'Company,Currency,Site,Address,Town,Post code,Country,Floor area (m2),Type,Meter point,Unit,Meter name'.split(','),
    [...bakery, 'electricity', BAKERY_MPAN, 'kWh', 'Bakery electricity'],
    [...bakery, 'gas', BAKERY_MPRN, 'kWh', 'Bakery gas'],
    [...shop, 'electricity', SHOP_MPAN, 'kWh', 'Shop electricity'],
  ]);
}

/** The files of the folder `seeds/examples/first-data`, by name. */
export const FILES: ReadonlyMap<string, () => string> = new Map([
  ['meters.csv', meters],
  ['severn-power-bills.csv', electricityBills],
  ['westway-gas-bills.csv', gasBills],
  ['metrum-half-hours.csv', halfHourTable],
]);
