import type { Account, Asset, UtilityType } from '../../consumption/reference/records.js';
import { seeded } from '../../support/random.js';
import { billsOf, contractsOf, jumpingReadingsOf, readingsOf, sumOf } from './randomBills.js';
import { recordsOf, type Meter } from './randomMeters.js';
import type { FindingRecords } from './records.js';

const COMPANIES = ['c00000000000000000000001', 'c00000000000000000000002'] as const;

const ENTITIES = ['e00000000000000000000001', 'e00000000000000000000002'] as const;

/** Sites in time zones on both sides of UTC whose clocks change, and one whose zone follows only from its country. */
const ASSETS = [
  { timeZone: 'Australia/Sydney', address: { countryCode: 'au' } },
  { address: { countryCode: 'gb' } },
  { timeZone: 'America/New_York', address: { countryCode: 'us' } },
].map((one, index): Asset => ({ _id: assetId(index + 1), companyId: COMPANIES[0], status: 'active', ...one }));

function assetId(n: number): string {
  return `a${String(n).padStart(23, '0')}`;
}

function accountOf(n: number, type: UtilityType, more: Partial<Account> = {}): Account {
  const meterUnits = type === 'water' ? 'm3' : type === 'temperature' ? 'c' : 'kwh';
  const own = { _id: `b${String(n).padStart(23, '0')}`, companyId: COMPANIES[0], type, meterUnits, status: 'active' };
  return { ...own, name: `Meter ${n}`, ...more };
}

/** Meters of each kind, each with as many days as its rules need. */
const METERS: readonly Meter[] = [
  { account: accountOf(1, 'electricity', { assetId: assetId(1) }), days: 118, hours: 1 },
  { account: accountOf(2, 'electricity', { entityId: ENTITIES[0], assetId: assetId(2) }), days: 62, hours: 0.5 },
  { account: accountOf(3, 'water', { entityId: ENTITIES[0], assetId: assetId(3) }), days: 105, hours: 1 },
  { account: accountOf(4, 'gas', { meterAreaServed: '1500' }), days: 730, hours: 24 },
  { account: accountOf(5, 'temperature', { entityId: ENTITIES[1] }), days: 50, hours: 1 },
  { account: accountOf(6, 'electricity', { isVirtual: true }), days: 30, hours: 1 },
  { account: accountOf(7, 'electricity', { status: 'inactive' }), days: 30, hours: 1 },
  { account: accountOf(8, 'electricity', { companyId: COMPANIES[1] }), days: 75, hours: 1 },
  { account: accountOf(9, 'heating', { companyId: COMPANIES[1] }), days: 80, hours: 1 },
];
/** Meters with manual readings. */
const READ = accountOf(10, 'electricity');
/** Meters with manual readings, one of them wrong. */
const MISREAD = accountOf(11, 'electricity');
const BILLED = [1, 3, 4] as const;
/** Faults of each meter. */
const FAULTS = 6;

/** A portfolio of all kinds of accounts with faults of all kinds, the same for the same seed. */
export function faultyPortfolio(seed: number): FindingRecords {
  const random = seeded(seed);
  const intervals = METERS.flatMap((meter) => recordsOf(random, meter, FAULTS));
  const readings = readingsOf(random, READ, 8);
  const metered = METERS.filter((_, index) => BILLED.some((one) => one === index + 1));
  const shown = (): number => 150 + 300 * random();
  const portfolio = {
    assets: ASSETS,
    accounts: [...METERS.map(({ account }) => account), READ, MISREAD],
    contracts: [...contractsOf(random, READ), ...metered.flatMap(({ account }) => contractsOf(random, account))],
    intervals,
    invoices: [
      ...metered.flatMap(({ account, days }) =>
        billsOf(random, { account, months: Math.floor(days / 31), metered: sumOf(intervals, account) }),
      ),
      ...billsOf(random, { account: READ, months: 24, metered: shown }),
    ],
  };
  return { ...portfolio, readings: [...readings, ...jumpingReadingsOf(random, MISREAD)] };
}
