import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../../support/random.js';
import type { Step } from './child.js';

const COMPANY = 'c00000000000000000000001';
const OTHER = 'c00000000000000000000002';
const ENTITY = 'e00000000000000000000001';
const DAY = 86_400_000;
const START = Date.UTC(2023, 0, 1);

const id = (kind: string, ...numbers: readonly number[]): string =>
  kind +
  numbers
    .map((n) => n.toString(16).padStart(5, '0'))
    .join('')
    .padStart(23, '0');
const iso = (ms: number): string => new Date(ms).toISOString();
/** Every third record has timestamps of its own; the server sets those of the others. */
const stamps = (n: number, month: number): object =>
  n % 3 === 0 ? { createdAt: iso(Date.UTC(2020, 0, 1) + n * 1000), updatedAt: iso(Date.UTC(2021, month, 1)) } : {};

/** Half-hours of each account. */
const METERED = [1_500, 1_200, 900, 700, 600, 500, 300, 200, 100, 50];
/** More than fit one part of an import. */
const MANY = [6_900, 6_900, 6_900];
const TYPES = [
  ...[
    ['electricity', 'kWh'],
    ['gas', 'm3'],
    ['electricity', null],
    ['gas', 'm3'],
    ['water', 'm3'],
  ],
  ...[
    ['electricity', 'kWh'],
    ['heating', 'kWh'],
    ['water', null],
    ['electricity', 'kWh'],
    ['solar', 'kWh'],
  ],
] as const;
/** Enough accounts for two parts: most have no records, but the import expects much work for each changed account. */
const ACCOUNTS = 47;

function accounts(changed: boolean): readonly object[] {
  return Array.from({ length: ACCOUNTS }, (_, n) => {
    const [type, meterUnits] = TYPES[n] ?? ['electricity', null];
    const account = {
      ...{ _id: id('b', n), companyId: n === 9 ? OTHER : COMPANY, type, meterUnits, name: `Meter ${n}` },
      ...(n % 4 === 0 && n !== 9 ? { entityId: ENTITY, assetId: id('a', 1) } : {}),
      ...stamps(n, changed ? 3 : 2),
    };
    if (!changed) return account;
    const otherwise = [
      { consumptionPriority: ['invoice', 'reading', 'hh'] },
      { type: 'heating', meterUnits: 'kWh' },
      { meterUnits: type === 'electricity' ? 'MWh' : meterUnits, consumptionPriority: ['reading'] },
    ];
    // Gas by volume cannot become heat.
    return { ...account, name: `Meter ${n}, changed`, ...(meterUnits === 'm3' ? otherwise[0] : otherwise[n % 3]) };
  });
}

/** Half-hours of each metered account; some are estimated, of another source, missing or of another type. */
function intervals(counts: readonly number[], changed: boolean): readonly object[] {
  const random = seeded(7);
  return counts.flatMap((count, account) => {
    const [type] = TYPES[account] ?? ['electricity'];
    return Array.from({ length: count }, (_, slot): readonly object[] => {
      const roll = random();
      const start = START + slot * 1_800_000;
      const row = {
        ...{ _id: id('d', account, slot), accountId: id('b', account), type: roll < 0.01 ? 'other' : type },
        value: ((slot * 37) % 101) / 7,
        ...{ startTimestamp: iso(start), endTimestamp: iso(start + 1_800_000) },
        ...(roll < 0.05 ? { isEstimated: true } : roll > 0.99 ? { source: 'custom' } : {}),
        ...stamps(slot, 4),
      };
      if (roll > 0.95 && roll < 0.96) return [];
      if (!changed) return [row];
      if (roll > 0.97) return [{ _id: row._id, deleted: true }];
      if (roll > 0.9) return [{ ...row, value: row.value / 3, isEstimated: roll > 0.93 }];
      // One day more than there was.
      const next = { ...row, _id: id('d', account, slot + count), value: 0.1 };
      const move = {
        startTimestamp: iso(start + count * 1_800_000),
        endTimestamp: iso(start + (count + 1) * 1_800_000),
      };
      return slot < 48 ? [{ ...next, ...move }] : roll > 0.85 ? [row] : [];
    }).flat();
  });
}

function readings(): readonly object[] {
  return METERED.flatMap((_, account) =>
    Array.from({ length: 36 }, (_none, n) => ({
      ...{ _id: id('f', account, n), accountId: id('b', account), value: 100 * n + ((n * 13) % 7) / 3 },
      ...{ submittedAt: iso(START + n * 20 * DAY + 9 * 3_600_000), type: n % 5 === 0 ? 'E' : 'A' },
      ...(n % 9 === 8 ? { isHalfHourly: true } : {}),
      ...(n > 0 && n % 7 === 0 ? { invoiceId: id('9', account, n % 4) } : {}),
      ...stamps(n, 5),
    })),
  );
}

const LOST = 6;

/** Invoices of accounts, and some that have none, or get one later. */
function invoices(which: 'all' | 'found'): readonly object[] {
  const invoice = (_id: string, n: number): object => ({
    ...{ _id, status: 'captured', tags: ['a', 'b'], rates: [{ id: 'day', cost: n / 7 }], ...stamps(n, 6) },
    values: {
      ...{ startDate: iso(START + n * 60 * DAY), endDate: iso(START + (n * 60 + 59) * DAY) },
      ...{ totalUnits: 1000 / (n + 3), totalCost: n * 1.1, invoiceDate: iso(START + n * 60 * DAY) },
    },
  });
  const lost = Array.from({ length: LOST }, (_, n) => ({ ...invoice(id('8', n), n), companyId: COMPANY }));
  if (which === 'found') return lost.slice(0, 4).map((row, n) => ({ ...row, accountId: id('b', n) }));
  const own = METERED.flatMap((_, account) =>
    Array.from({ length: 8 }, (_none, n) => ({
      ...invoice(id('9', account, n), n),
      ...{ accountId: id('b', account), simulated: n % 6 === 5, financialStatus: n === 3 ? 'not-approved' : null },
    })),
  );
  return [...lost, ...own];
}

export interface PlannedStep extends Step {
  /** How often it is killed each time that it is its turn. */
  readonly kills: number;
}

/** Writes a file of intervals that is applied in two parts. */
export function manyIntervals(folder: string): string {
  return write(folder, 'many', intervals(MANY, false));
}

function write(folder: string, label: string, rows: readonly object[]): string {
  const path = join(folder, `${label}.ndjson`);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

/**
 * Writes the files, and says what is done with them. Done again from the beginning, all ends the same: each file says
 * all of its records.
 */
export function plan(folder: string): readonly PlannedStep[] {
  const file = (name: Step['name'], label: string, rows: readonly object[], kills: number): PlannedStep => {
    return { name, what: { path: write(folder, label, rows) }, kills };
  };
  const sites = [0, 1, 2].map((n) => ({ _id: id('a', n), companyId: COMPANY, entityId: ENTITY, floorArea: n / 3 }));
  const contracts = METERED.map((_, n) => ({
    ...{ _id: id('7', n), accountId: id('b', n), startDate: iso(START - n * DAY), ...stamps(n, 7) },
  }));
  return [
    file('assets', 'assets', sites, 1),
    file('accounts', 'accounts', accounts(false), 4),
    file('contracts', 'contracts', contracts, 1),
    file('non-cumulative', 'intervals', intervals(METERED, false), 8),
    file('invoices', 'invoices', invoices('all'), 6),
    file('readings', 'readings', readings(), 4),
    file('non-cumulative', 'intervals-changed', intervals(METERED, true), 6),
    file('invoices', 'invoices-found', invoices('found'), 2),
    file('accounts', 'accounts-changed', accounts(true), 6),
    {
      name: 'non-cumulative',
      what: { condition: { accounts: [id('b', 0), id('b', 4)], before: iso(START + 31 * DAY) } },
      kills: 4,
    },
    { name: 'invoices', what: { condition: { ids: [0, 1, 2, 3].map((n) => id('8', n)) } }, kills: 2 },
  ];
}
