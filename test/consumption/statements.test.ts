import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTargets } from '../../src/consumption/answers.js';
import type { ConsumptionRequest } from '../../src/consumption/context.js';
import { type FigureField, isFigureField, type SelectedFields } from '../../src/consumption/fieldNames.js';
import { clockOf, type Granularity } from '../../src/consumption/localTime.js';
import type { Database, Queryable } from '../../src/db/database.js';
import { ONE_SERVER } from '../../src/db/topology.js';
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

/** The number of statements for each field, in a query that takes several. */
interface Row {
  readonly fields: readonly FigureField[];
  /** By day or longer. Two of these read the accounts in scope and their usage. */
  readonly daily: number;
  /** By hour or half-hour. */
  readonly hourly: number;
}

const row = (daily: number, hourly: number, names: string): Row => {
  return { fields: names.split(' ').filter(isFigureField), daily, hourly };
};

const ROWS: readonly Row[] = [
  row(2, 4, 'consumption estimatedConsumption units isMissing coverage sources combinedBreakdown date'),
  row(2, 4, 'dayConsumption nightConsumption tenantConsumption landlordConsumption intensity'),
  row(2, 4, 'accountFloorArea assetFloorArea accountCount assetCount assetGroups'),
  row(3, 5, 'emissions totalEmissions missingFactors factors contractCoverage totalAssetFloorArea gaps'),
  row(3, 5, 'cost currency costReasons unitCost unitCostReasons rates'),
  row(3, 7, 'simulatedConsumption'),
  row(4, 6, 'maxDemand avgDemand peakLoad peakCapacity avgCapacity previous yearEarlier'),
  row(5, 7, 'comparable'),
];

/** Fields that need no statement: they repeat arguments. */
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

describe('the number of statements for figures', () => {
  it('is listed here exactly once for each field', () => {
    const names = ['Consumption', 'ConsumptionPeriod'].flatMap((name) => {
      const type = schema.getType(name);
      return isObjectType(type) ? Object.keys(type.getFields()) : [];
    });
    const fields = [...new Set(names)].filter((name) => name !== 'data' && !ARGUMENTS.includes(name));
    expect(ROWS.flatMap((row) => row.fields).toSorted()).toEqual(fields.toSorted());
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
        topology: () => ONE_SERVER,
        rows: (statement) => counted(database.rows(statement)),
        tuples: (statement) => counted(database.tuples(statement)),
        snapshot: (run) =>
          database.snapshot((snapshot) =>
            run({
              topology: () => ONE_SERVER,
              rows: (statement) => counted(snapshot.rows(statement)),
              tuples: (statement) => counted(snapshot.tuples(statement)),
            }),
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

    it.each(ROWS)('is $daily by day and $hourly by hour for $fields', async ({ fields, daily, hourly }) => {
      for (const field of fields) {
        expect([field, await count(field, 'daily'), await count(field, 'hourly')]).toEqual([field, daily, hourly]);
      }
    });
  });
});
