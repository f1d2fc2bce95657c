import { getNamedType, isObjectType, isRequiredArgument, type GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/auth/roles.js';
import { buildSchema } from '../../src/run/createCore.js';
import type { Database } from '../../src/db/database.js';
import { building, records } from '../findings/meter.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { startServer, type TestServer } from '../support/server.js';

const COMPANY = 'c00000000000000000000001';
const ENTITY = 'e00000000000000000000001';
const ASSET = 'a00000000000000000000001';
const METER = 'b00000000000000000000001';
const SUPPLIER = 'd00000000000000000000001';
const INVOICE = 'f00000000000000000000001';
const JANUARY = 'startDate: "2024-01-01", endDate: "2024-01-31"';

const { schema, resources } = buildSchema();

/** Returns the stored and computed fields of a type, without links to other records. */
function ownFields(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (!isObjectType(inner)) return [field.name];
    if (inner.name.endsWith('Page') || resources.has(inner.name)) return [];
    // Figures of another time have the same fields again.
    if (inner.name === 'Consumption' && type.name.startsWith('Consumption')) return [];
    if (inner.name === 'ConsumptionPeriod') return ['data { consumption cost }'];
    const isOfTime = field.args.some((argument) => isRequiredArgument(argument) && argument.name === 'startDate');
    return [`${field.name}${isOfTime ? `(${JANUARY})` : ''} { ${ownFields(inner)} }`];
  });
  return fields.join(' ');
}

/** A document for each list, of all that its records have of their own. */
const DOCUMENTS: readonly string[] = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(
  ({ name, type }) => {
    const page = getNamedType(type).name;
    const resource = page.endsWith('Page') ? schema.getType(page.slice(0, -'Page'.length)) : undefined;
    if (!isObjectType(resource) || resource.name === 'Deletion') return [];
    return [`{ ${name} { total data { ${ownFields(resource)} } } }`];
  },
);

const PATHS = [
  ...['/accounts', `/accounts/${METER}`, '/assets', `/assets/${ASSET}`, '/invoices', `/invoices/${INVOICE}`],
  ...[`/invoices/${INVOICE}/check`, `/readings?accountId=${METER}`, '/non-cumulative', '/findings'],
  ...['combined', 'reading', 'invoice'].map(
    (source) => `/consumption?accountId=${METER}&startDate=2024-01-01&endDate=2024-01-31&source=${source}`,
  ),
  '/emissions?startDate=2024-01-01&endDate=2024-01-31',
];

/** Fields that differ between imports of the same data. */
const WHEN = /"(createdAt|updatedAt|firstSeenAt|resolvedAt)":("[^"]*"|null)/g;

describe.each(ENGINES)('a key with one scope, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  const keys = new Map<string, string>();

  const intervals = (times: number): Promise<unknown> =>
    importPlain(
      database,
      'non-cumulative',
      records(
        METER,
        '2024-01-01T00:00:00.000Z',
        building(31, 7).map((value) => (value === null ? null : value * times)),
      ),
    );
  const readings = (times: number): Promise<unknown> =>
    importPlain(
      database,
      'readings',
      [0, 1].map((index) => ({
        ...{ _id: `f1000000000000000000000${index}`, accountId: METER, companyId: COMPANY, type: 'A', units: 'kwh' },
        ...{ submittedAt: `2024-0${index + 1}-01T00:00:00.000Z`, value: 1_000 + index * 500 * times },
      })),
    );
  const invoices = (times: number): Promise<unknown> =>
    importPlain(database, 'invoices', [
      {
        ...{ _id: INVOICE, companyId: COMPANY, accountId: METER, supplierId: SUPPLIER, status: 'completed' },
        values: {
          ...{ invoiceNumber: 'N1', startDate: '2024-01-01', endDate: '2024-01-31', units: 'kwh' },
          ...{ totalUnits: 100 * times, netTotalCost: 20 * times, totalTax: 5, totalCost: 20 * times + 5 },
        },
        rates: [{ rateName: 'Day', units: 'kwh', unitRate: 0.2, consumption: 100 * times, cost: 20 * times }],
      },
    ]);

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    const owners = { companyId: COMPANY, entityId: ENTITY };
    await importPlain(database, 'assets', [{ _id: ASSET, siteName: 'Site', ...owners }]);
    await importPlain(database, 'accounts', [
      { _id: METER, assetId: ASSET, ...owners, type: 'electricity', meterUnits: 'kwh', name: 'Meter' },
    ]);
    for (const load of [intervals, readings, invoices]) await load(1);
    server = await startServer(database);
    for (const scope of SCOPES) keys.set(scope, await server.key({ scopes: [scope], companies: [COMPANY] }));
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  /** The records that a key gets over both surfaces. */
  const told = async (scope: string): Promise<readonly string[]> => {
    const key = keys.get(scope) ?? '';
    const answers: string[] = [];
    for (const document of DOCUMENTS) {
      const { body, text } = await server.graphql(document, {}, key);
      expect(text).not.toContain('graphql-invalid');
      answers.push(JSON.stringify(body.data));
    }
    for (const path of PATHS) {
      const { status, text } = await server.get(path, key);
      answers.push(status === 200 ? text : String(status));
    }
    return answers.map((text) => text.replaceAll(WHEN, '"$1":""'));
  };

  it.each([
    ['intervals', intervals, ['read:accounts', 'read:consumptions', 'read:findings']],
    ['readings', readings, ['read:accounts', 'read:readings']],
    ['invoices', invoices, ['read:accounts', 'read:invoices', 'read:findings']],
  ] as const)(
    'sees a change of %s over REST and GraphQL only if its scope covers them, their figures or their findings',
    async (_, change, expected) => {
      const before = new Map<string, readonly string[]>();
      for (const scope of SCOPES) before.set(scope, await told(scope));
      await change(3);
      const differing: string[] = [];
      for (const scope of SCOPES) {
        const now = await told(scope);
        if (JSON.stringify(now) !== JSON.stringify(before.get(scope))) differing.push(scope);
      }
      await change(1);
      expect(differing).toEqual(SCOPES.filter((scope) => expected.some((one) => one === scope)));
    },
  );
});
