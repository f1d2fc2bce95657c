import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NORTHGATE_STEPS } from '../../seeds/northgate/steps.js';
import type { SeedStep, Values } from '../../seeds/rows.js';
import { PUBLISHED, SAMPLE } from '../../seeds/steps.js';
import { seedSample } from '../../seeds/sample.js';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { EXAMPLES, EXAMPLES_SAMPLE, NORTHGATE_SAMPLE, rowsOf } from '../support/loadSample.js';
import { IS_LONG } from '../support/repeated.js';
import { referenceFindings } from './reference/findings.js';
import type { Expected } from './reference/found.js';
import type { FindingRecords } from './reference/records.js';
import { openFindings } from './reference/stored.js';

/** All of the sample, or the accounts of the examples with all of the published bills. */
const IS_ALL = IS_LONG;

/** Nested objects of dotted names. */
function nested(values: Values): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const [name = '', ...rest] = path.split('.');
    if (rest.length === 0) record[name] = value;
    else record[name] = { ...(record[name] as object | undefined), [rest.join('.')]: value };
  }
  return record;
}

type Rows = (step: SeedStep) => Iterable<Values>;

/** The raw records of seed steps, in the form of the reference. */
function recordsOf(steps: readonly SeedStep[], rows: Rows): FindingRecords {
  const into = (name: string): readonly Record<string, unknown>[] =>
    steps.filter((step) => step.into === name).flatMap((step) => [...rows(step)].map(nested));
  const records: object = {
    assets: into('assets'),
    accounts: into('accounts'),
    contracts: into('contracts'),
    intervals: into('non-cumulative'),
    readings: into('readings'),
    invoices: into('invoices'),
  };
  if (!areRecords(records)) throw new Error('the sample has records without an _id');
  return records;
}

/** Whether records are complete enough for the reference: their fields have the types of imported ones. */
function areRecords(records: object): records is FindingRecords {
  const all: readonly unknown[] = Object.values(records).flat();
  return all.every((one) => typeof one === 'object' && one !== null && '_id' in one && typeof one._id === 'string');
}

const allRows: Rows = (step) => step.rows();
const findingsOf = (records: FindingRecords): readonly Expected[] => referenceFindings(records, { now: Date.now() });

describe.each(ENGINES)('findings of the sample portfolio, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine, IS_ALL ? undefined : EXAMPLES_SAMPLE);
    if (IS_ALL) await seedSample(database);
  }, 600_000);
  afterAll(() => database.close());

  it('equal the reference', async () => {
    const records = IS_ALL ? recordsOf(SAMPLE, allRows) : recordsOf(PUBLISHED, (step) => rowsOf(step, EXAMPLES));
    const expected = findingsOf(records);
    expect(await openFindings(database)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(IS_ALL ? 50 : 15);
  }, 600_000);
});

describe.each(ENGINES)('findings of Northgate Foods, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine, NORTHGATE_SAMPLE);
  }, 600_000);
  afterAll(() => database.close());

  it('equal the reference', async () => {
    const expected = findingsOf(recordsOf(NORTHGATE_STEPS, allRows));
    expect(expected).toHaveLength(16);
    expect(await openFindings(database)).toEqual(expected);
  }, 600_000);
});
