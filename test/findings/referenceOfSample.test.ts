import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Values } from '../../seeds/rows.js';
import { SAMPLE } from '../../seeds/steps.js';
import { seedSample } from '../../seeds/sample.js';
import type { Database } from '../../src/data/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { EXAMPLES, EXAMPLES_SAMPLE, rowsOf } from '../support/loadSample.js';
import { IS_LONG } from '../support/repeated.js';
import { referenceFindings } from './reference/findings.js';
import type { FindingRecords } from './reference/records.js';
import { openFindings } from './reference/stored.js';

/** All of the sample, or the accounts of the examples with all of the bills. */
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

/** The raw records of the sample of a kind. */
function recordsOf(into: string): readonly Record<string, unknown>[] {
  return SAMPLE.filter((step) => step.into === into).flatMap((step) =>
    [...(IS_ALL ? step.rows() : rowsOf(step, EXAMPLES))].map(nested),
  );
}

/** Whether records are whole enough to be worked with: the types of their fields are those that the import took. */
function areRecords(records: object): records is FindingRecords {
  const all: readonly unknown[] = Object.values(records).flat();
  return all.every((one) => typeof one === 'object' && one !== null && '_id' in one && typeof one._id === 'string');
}

describe.each(ENGINES)('findings of the sample portfolio, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine, IS_ALL ? undefined : EXAMPLES_SAMPLE);
    if (IS_ALL) await seedSample(database);
  }, 600_000);
  afterAll(() => database.close());

  it('are those of the reference', async () => {
    const records: object = {
      assets: recordsOf('assets'),
      accounts: recordsOf('accounts'),
      contracts: recordsOf('contracts'),
      intervals: recordsOf('non-cumulative'),
      readings: recordsOf('readings'),
      invoices: recordsOf('invoices'),
    };
    if (!areRecords(records)) throw new Error('the sample has records without an _id');
    const expected = referenceFindings(records, { now: Date.now() });
    expect(await openFindings(database)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(IS_ALL ? 40 : 15);
  }, 600_000);
});
