import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { FINDING_SETTINGS } from '../../src/data/findingSettings.js';
import { changeSetting } from '../../src/findings/changeSetting.js';
import { KIND_NAMES } from '../../src/findings/kinds.js';
import { rebuildAll } from '../../src/findings/rebuild.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import type { ImportName } from '../../src/import/importRecords.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { seeded, type Random } from '../support/random.js';
import { IS_LONG } from '../support/repeated.js';
import { referenceFindings } from './reference/findings.js';
import { faultyPortfolio } from './reference/randomPortfolio.js';
import { DEFAULTS, type FindingRecords, type Thresholds } from './reference/records.js';
import { openFindings } from './reference/stored.js';

/** Some portfolios of this seed and the next one contain each kind. */
const ALL_KINDS = 5;
const SEED = Number(process.env.TEST_SEED ?? ALL_KINDS);
/** Portfolios that are compared. */
const PORTFOLIOS = IS_LONG ? 12 : 1;
const seeds = Array.from({ length: PORTFOLIOS }, (_, index) => SEED + 100 * index);

const KINDS = [
  ['accounts', 'accounts'],
  ['contracts', 'contracts'],
  ['invoices', 'invoices'],
  ['readings', 'readings'],
  ['intervals', 'non-cumulative'],
] as const satisfies readonly (readonly [keyof FindingRecords, ImportName])[];

/** Imports records in parts and in an order drawn from a seed; accounts come first. */
async function importAll(database: Database, records: FindingRecords, random: Random): Promise<void> {
  const pieces = KINDS.slice(1).flatMap(([kind, name]) => {
    const all = [...(records[kind] ?? [])].sort(() => random() - 0.5);
    const cut = Math.floor(random() * all.length);
    return [all.slice(0, cut), all.slice(cut)].map((piece) => [name, piece] as const);
  });
  await importPlain(database, 'assets', records.assets ?? []);
  await importPlain(database, 'accounts', records.accounts ?? []);
  for (const [name, piece] of pieces.sort(() => random() - 0.5)) {
    if (piece.length > 0) await importPlain(database, name, piece);
  }
}

/** Deletes the records that the later portfolio does not have. */
async function deleteOthers(database: Database, before: FindingRecords, after: FindingRecords): Promise<void> {
  for (const [kind, name] of KINDS) {
    const left = new Set((after[kind] ?? []).map(({ _id }) => _id));
    const ids = (before[kind] ?? []).flatMap(({ _id }) => (left.has(_id) ? [] : [_id]));
    if (ids.length > 0) await deleteRecords(database, name, { ids }, 'gone');
  }
}

it('the reference has the same thresholds as the service and docs/findings.md', () => {
  const fallbacks = Object.entries(FINDING_SETTINGS).map(([name, { fallback }]) => [name, Number(fallback)] as const);
  expect(DEFAULTS).toEqual(Object.fromEntries(fallbacks));
});

it('two of the portfolios contain every kind of finding', () => {
  const kindsIn = (seed: number): readonly string[] =>
    referenceFindings(faultyPortfolio(seed), { now: Date.now() }).map(({ kind }) => kind);
  const seedsFrom = Array.from({ length: 100 }, (_, index) => ALL_KINDS + index);
  const first = seedsFrom.find((seed) => new Set([seed, seed + 1].flatMap(kindsIn)).size === KIND_NAMES.length);
  expect(ALL_KINDS, 'change ALL_KINDS to the first seed that has them').toBe(first);
});

describe.each(ENGINES)('findings of random portfolios, on %s', (engine) => {
  let database: Database;
  /** The records that are stored. */
  let before: FindingRecords = {};
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  const expectAlike = async (records: FindingRecords, thresholds: Thresholds, when: string): Promise<void> => {
    const expected = referenceFindings(records, { now: Date.now(), thresholds });
    expect(await openFindings(database), when).toEqual(expected);
  };

  it.each(seeds)(
    'equal the reference, for any order of imports, changes and deletions: seed %i',
    async (seed) => {
      const random = seeded(seed);
      const portfolios = [faultyPortfolio(seed), faultyPortfolio(seed + 1)];
      for (const [index, records] of portfolios.entries()) {
        await importAll(database, records, random);
        await deleteOthers(database, before, records);
        before = records;
        await expectAlike(records, DEFAULTS, `portfolio ${index}`);
      }
      expect(await rebuildAll(database, { dryRun: true })).toMatchObject({ rows: 0 });
    },
    600_000,
  );

  it('equal the reference with other thresholds', async () => {
    const records = faultyPortfolio((seeds.at(-1) ?? SEED) + 1);
    const others = {
      ...{ 'finding-night-use-percent': 20, 'finding-bill-gap-days': 2, 'finding-gap-hours': 1 },
      ...{ 'finding-night-use-cost': 3, 'finding-weekend-use-cost': 8 },
    };
    for (const [name, value] of Object.entries(others)) await changeSetting(database, name, String(value));
    await expectAlike(records, { ...DEFAULTS, ...others }, 'other thresholds');
    for (const name of Object.keys(others)) await changeSetting(database, name, null);
    await expectAlike(records, DEFAULTS, 'the thresholds of before');
  }, 120_000);
});
