import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { answerTargets } from '../../src/consumption/answers.js';
import type { ConsumptionRequest } from '../../src/consumption/context.js';
import { type FigureField, isFigureField, type SelectedFields } from '../../src/consumption/fieldNames.js';
import { clockOf, type Granularity } from '../../src/consumption/localTime.js';
import type { Database, Queryable } from '../../src/db/database.js';
import type { Resource } from '../../src/data/resource.js';
import { buildSchema } from '../../src/run/createCore.js';
import { isObjectType } from 'graphql';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { at } from '../support/random.js';

const COMPANY = 'c00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';
const ASSET = 'a00000000000000000000001';

const { resources, schema } = buildSchema();
const resourceOf = (type: string): Resource => {
  const resource = resources.get(type);
  if (!resource) throw new Error(type);
  return resource;
};

/** A row of the table in docs/figures.md, section 8. */
interface Documented {
  readonly fields: readonly FigureField[];
  readonly daily: number;
  readonly hourly: number;
}

/** Reads the table: each row has fields, statements by day or longer, and statements by hour or half-hour. */
function documented(): readonly Documented[] {
  const [, section = ''] = readFileSync(join(PACKAGE_ROOT, 'docs/figures.md'), 'utf8').split('\n## 8. Statements\n');
  const rows = section.split('\n').filter((line) => /^\| .*\d/.test(line));
  return rows.map((row) => {
    const [, names = '', daily, hourly] = row.split('|').map((cell) => cell.trim());
    return { fields: names.split(', ').filter(isFigureField), daily: Number(daily), hourly: Number(hourly) };
  });
}

/** Fields that the database is not asked for: they repeat arguments. */
const ARGUMENTS = [
  'granularity',
  'timeZone',
  'accountId',
  'assetId',
  'assetGroupId',
  'entityId',
  'startDate',
  'endDate',
];

describe('the statements of docs/figures.md, section 8', () => {
  it('are told of each field of figures once', () => {
    const names = ['Consumption', 'ConsumptionPeriod'].flatMap((name) => {
      const type = schema.getType(name);
      return isObjectType(type) ? Object.keys(type.getFields()) : [];
    });
    const fields = [...new Set(names)].filter((name) => name !== 'data' && !ARGUMENTS.includes(name));
    expect(
      documented()
        .flatMap((row) => row.fields)
        .toSorted(),
    ).toEqual(fields.toSorted());
  });

  const engine = at(ENGINES, 0);
  describe(`on ${engine}`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(engine);
      await importPlain(database, 'assets', [{ _id: ASSET, companyId: COMPANY, status: 'active' }]);
      await importPlain(database, 'accounts', [
        { _id: ACCOUNT, companyId: COMPANY, assetId: ASSET, type: 'electricity', status: 'active' },
      ]);
    });
    afterAll(() => database.close());

    /** Counts the statements of a field, of a query that takes several statements. */
    async function count(field: FigureField, granularity: Granularity): Promise<number> {
      let statements = 0;
      const counted = <T>(read: T): T => {
        statements += 1;
        return read;
      };
      const queryable: Queryable = {
        isDistributed: () => false,
        rows: (statement) => counted(database.rows(statement)),
        tuples: (statement) => counted(database.tuples(statement)),
        snapshot: (run) =>
          database.snapshot((snapshot) =>
            run({ isDistributed: () => false, rows: (statement) => counted(snapshot.rows(statement)) }),
          ),
      };
      const request: ConsumptionRequest = {
        ...{
          access: { companies: [COMPANY], entities: [] },
          account: resourceOf('Account'),
          asset: resourceOf('Asset'),
        },
        ...{ assetGroup: resourceOf('AssetGroup'), entity: resourceOf('Entity'), caller: undefined, queryable },
        ...{ defaultCountry: 'gb', maxPeriods: 50_000, endDateIncluded: true },
      };
      const query = {
        ...{ clock: clockOf('UTC', { from: 19_723, to: 19_733 }), granularity, source: 'invoice' },
        ...{ types: null, tags: null, emissionsOnly: false },
      };
      const below: SelectedFields = new Map([['consumption' as const, new Map()]]);
      const periods: SelectedFields = new Map([['isMissing' as const, new Map()]]);
      const selected: SelectedFields = new Map([
        field === 'comparable'
          ? (['previous', new Map([[field, below] as const])] as const)
          : ([field, below] as const),
        ['data' as const, periods] as const,
      ]);
      await answerTargets(request, [{ assetId: ASSET }, { assetId: ASSET }], query, selected);
      return statements;
    }

    it.each(documented())('are $daily by day and $hourly by hour of $fields', async ({ fields, daily, hourly }) => {
      for (const field of fields) {
        expect([field, await count(field, 'daily'), await count(field, 'hourly')]).toEqual([field, daily, hourly]);
      }
    });
  });
});
