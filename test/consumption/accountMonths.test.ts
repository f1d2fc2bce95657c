import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TargetUsage } from '../../src/consumption/context.js';
import type { FigureField, SelectedFields } from '../../src/consumption/fieldNames.js';
import { readInOneStatement, oneStatementKind, type OneStatementKind } from '../../src/consumption/oneStatement.js';
import { clockOf } from '../../src/consumption/localTime.js';
import type { Target, FigureQuery } from '../../src/consumption/query.js';
import type { Database } from '../../src/db/database.js';
import { ONE_SERVER } from '../../src/db/topology.js';
import type { Resource } from '../../src/data/resource.js';
import { buildSchema } from '../../src/run/createCore.js';
import { addAmounts, type Amount, numberOfAmount } from '../../src/usage/amounts.js';
import { monthStart } from '../../src/usage/grid.js';
import { COMBINED_SOURCES } from '../../src/usage/sources.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { at } from '../support/random.js';

const COMPANY = 'c00000000000000000000001';
const ASSET = 'a00000000000000000000001';
const TYPES = ['electricity', 'gas', 'temperature', 'electricity', 'gas', 'electricity'];
const ACCOUNTS = TYPES.map((_, index) => `b${(TYPES.length - index).toString(16).padStart(23, '0')}`);
const FIRST = 648;
const AFTER = FIRST + 18;

const { resources } = buildSchema();
const resourceOf = (type: string): Resource => {
  const found = resources.get(type);
  if (!found) throw new Error(type);
  return found;
};
const REQUEST = {
  ...{ access: { companies: [COMPANY], entities: [] }, account: resourceOf('Account'), asset: resourceOf('Asset') },
  ...{ assetGroup: resourceOf('AssetGroup'), entity: resourceOf('Entity'), caller: undefined },
  ...{ defaultCountry: 'gb', maxPeriods: 50_000, endDateIncluded: true, onState: () => undefined },
};

const question = (more: Partial<FigureQuery>): FigureQuery => ({
  ...{ clock: clockOf('UTC', { from: monthStart(FIRST), to: monthStart(AFTER) }), granularity: 'monthly' as const },
  ...{ source: 'combined', types: null, tags: null, emissionsOnly: false },
  ...more,
});
const QUESTIONS: readonly FigureQuery[] = [
  ...(['monthly', 'quarterly', 'yearly'] as const).map((granularity) => question({ granularity })),
  question({ types: ['electricity', 'gas'], source: 'hh' }),
  question({ types: ['temperature'], granularity: 'yearly' }),
  question({ types: ['water'] }),
  question({ clock: clockOf('UTC', { from: monthStart(FIRST + 3), to: monthStart(FIRST + 4) }) }),
];
const fieldsOf = (...names: readonly FigureField[]): SelectedFields => new Map(names.map((name) => [name, new Map()]));
const SELECTED: readonly SelectedFields[] = [
  new Map([['data', fieldsOf('consumption')]]),
  fieldsOf('consumption', 'emissions'),
  new Map([...fieldsOf('accountCount', 'accountFloorArea'), ['data', fieldsOf('emissions', 'sources')] as const]),
];

/** The read rows, without the fields that only one of the statements has. */
function told({ accounts, groups, usageRows, factors }: TargetUsage): object {
  return {
    accounts,
    groups: groups.map(({ target, type, country, company, user, expected }) => ({
      target,
      type,
      country,
      company,
      user,
      expected,
    })),
    usageRows: usageRows.map(
      ({ group, period, year, quantity, estimated, dayQuantity, coveredMs, fullMs, ...parts }) => [
        ...[group, period, year, quantity, estimated, dayQuantity, coveredMs, fullMs],
        ...COMBINED_SOURCES.map((part) => parts[part]),
      ],
    ),
    factors: factors && ['electricity', 'gas'].map((type) => factors.of({ type, country: 'gb', company: '' }, 2024)),
  };
}

/** Months with amounts of every size, some of them of fewer decimals; one in five is missing. */
async function addMonths({ knex }: Database): Promise<void> {
  const amount = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.constant(0));
  const month = fc.record({
    ...{ quantity: amount, estimated: amount, day_quantity: amount, isThere: fc.integer({ min: 0, max: 4 }) },
    ...{ hh: fc.option(amount), reading: fc.option(amount), invoice: fc.option(amount), custom: fc.option(amount) },
    ...{ decimals: fc.constantFrom(9, 9, 9, 5, 0, -3), covered: fc.constantFrom(0, 1, 28, 29, 30, 31) },
  });
  const keys: readonly number[] = await knex('accounts').orderBy('account_key').pluck('account_key');
  const numbers = Array.from({ length: AFTER - FIRST }, (_, index) => FIRST + index);
  const places = keys.flatMap((account_key) =>
    [1, 7].flatMap((source) => numbers.map((own) => ({ account_key, source, month: own }))),
  );
  const values = fc.sample(month, { numRuns: places.length, seed: 20_240_131 });
  const rows = places.flatMap((place, index) => {
    const { isThere, covered, ...own } = at(values, index);
    return isThere === 0 ? [] : [{ ...place, ...own, covered_ms: covered * 86_400_000 }];
  });
  for (let first = 0; first < rows.length; first += 100) {
    await knex('usage_months').insert(rows.slice(first, first + 100));
  }
}

describe.each(ENGINES)('the months of an account or asset, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'assets', [
      { _id: ASSET, companyId: COMPANY, address: { countryCode: 'gb' }, status: 'active' },
    ]);
    const users = ['tenant', 'landlord', null];
    await importPlain(
      database,
      'accounts',
      ACCOUNTS.map((_id, index) => ({
        ...{ _id, companyId: COMPANY, assetId: ASSET, type: TYPES[index], meterUser: users[index % 3] },
        ...{ status: index % 4 === 3 ? 'inactive' : 'active', meterAreaServed: String(index + 0.1) },
      })),
    );
    await addMonths(database);
  });
  afterAll(() => database.close());

  const read = (
    as: OneStatementKind,
    level: Target,
    own: FigureQuery,
    selected: SelectedFields,
  ): Promise<TargetUsage> => readInOneStatement(database, REQUEST, level, own, { selected, named: level, read: as });

  it.each(
    [{ assetId: ASSET }, ...ACCOUNTS.map((accountId): Target => ({ accountId }))].flatMap((level) =>
      QUESTIONS.map((own, number) => ({ level, number, own })),
    ),
  )('equal the sums of the database to the last bit: $level, question $number', async ({ level, own }) => {
    for (const selected of SELECTED) {
      expect(oneStatementKind([level], own, selected, ONE_SERVER)).toBe('months');
      const months = await read('months', level, own, selected);
      if (own.types === null) expect(months.usageRows).not.toEqual([]);
      expect(told(months)).toEqual(told(await read('accounts', level, own, selected)));
    }
  });

  it('are added up by the database if there are many', async () => {
    const centuries = { from: monthStart(-70 * 12), to: monthStart(231 * 12) };
    await database.knex.raw(
      `insert into usage_months (account_key, source, month, covered_ms, decimals, quantity, estimated, day_quantity)
       select account_key, 7, month, 0, 9, 1e9, 0, 0 from accounts, generate_series(-70 * 12, 231 * 12 - 1) month
       on conflict do nothing`,
    );
    const { rows } = await database.knex.raw<{ rows: { n: number }[] }>('select count(*)::int as n from usage_months');
    expect(rows[0]?.n).toBeGreaterThan(20_000);
    const own = question({ clock: clockOf('UTC', centuries), granularity: 'yearly' });
    const [level, selected] = [{ assetId: ASSET }, at(SELECTED, 2)];
    expect(told(await read('months', level, own, selected))).toEqual(
      told(await read('accounts', level, own, selected)),
    );
  });

  it('exclude data hidden from the viewer', async () => {
    const level = { accountId: 'b'.repeat(24) };
    const selected = at(SELECTED, 0);
    await expect(read('months', level, question({}), selected)).rejects.toThrow('No account has this identifier');
  });
});

it('sums of amounts are exact', () => {
  const amount: fc.Arbitrary<Amount> = fc.record({
    scaled: fc.maxSafeInteger(),
    decimals: fc.integer({ min: -15, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 12 }), (amounts) => {
      const billionths = amounts.reduce(
        (sum, { scaled, decimals }) => sum + BigInt(scaled) * 10n ** BigInt(9 - decimals),
        0n,
      );
      expect(numberOfAmount(amounts.reduce(addAmounts))).toBe(Number(`${billionths}e-9`));
    }),
  );
});
