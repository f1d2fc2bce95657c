import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/auth/roles.js';
import { ENGINES } from '../support/engines.js';
import type { Answer, GraphqlBody } from '../support/server.js';
import { expectClose } from './closeTo.js';
import type { Question } from './reference/records.js';
import { listAt, numberAt, objectOf } from './support/json.js';
import {
  ACCOUNT,
  ASSET,
  COMPANY,
  ENTITY,
  FIRST,
  GROUP,
  LAST,
  visibleRecords,
  type Grants,
} from './support/portfolio.js';
import { reference, serveFigures, type Path } from './support/served.js';

const TIME = { startDate: FIRST, endDate: LAST };
const ENERGY = { ...TIME, accountType: 'electricity,gas,heating', granularity: 'weekly' };
/** Everything that could reveal a hidden record. */
const ALL = {
  ...{ emissions: 'true', floorArea: 'true', capacityInfo: 'true', meterUserBreakdown: 'true', showCounts: 'true' },
  ...{ assetBreakdown: 'true', contractCoverage: 'true', showSimulated: 'true', dayNight: 'true' },
} as const;

const GRANTS: Readonly<Record<string, Grants>> = {
  'the company': { companies: [COMPANY.one] },
  'the entity of the north': { entities: [ENTITY.north] },
  'the entity of the south': { entities: [ENTITY.south] },
  'the other company': { companies: [COMPANY.two] },
  'the other company and the south': { companies: [COMPANY.two], entities: [ENTITY.south] },
};

interface Level {
  readonly what: string;
  readonly question: Question;
  /** Whether everything that the request names is visible. */
  readonly seen: (grants: Grants) => boolean;
}

const account = (id: string) => (grants: Grants) =>
  (visibleRecords(grants).accounts ?? []).some(({ _id }) => _id === id);
const asset = (id: string) => (grants: Grants) => (visibleRecords(grants).assets ?? []).some(({ _id }) => _id === id);
const group = (id: string) => (grants: Grants) =>
  (visibleRecords(grants).assetGroups ?? []).some(({ _id }) => _id === id);
const entity = (id: string) => (grants: Grants) =>
  (visibleRecords(grants).entities ?? []).some(({ _id }) => _id === id);

const LEVELS: readonly Level[] = [
  ...(['main', 'hall', 'guest', 'other', 'virtual'] as const).map((name) => ({
    what: `account ${name}`,
    question: { ...ENERGY, accountId: ACCOUNT[name] },
    seen: account(ACCOUNT[name]),
  })),
  ...(['tower', 'hall', 'other'] as const).map((name) => ({
    what: `asset ${name}`,
    question: { ...ENERGY, assetId: ASSET[name] },
    seen: asset(ASSET[name]),
  })),
  ...(['across', 'other'] as const).map((name) => ({
    what: `group ${name}`,
    question: { ...ENERGY, assetGroupId: GROUP[name] },
    seen: group(GROUP[name]),
  })),
  ...(['north', 'south', 'other'] as const).map((name) => ({
    what: `entity ${name}`,
    question: { ...ENERGY, entityId: ENTITY[name] },
    seen: entity(ENTITY[name]),
  })),
];

const DATES = `startDate: "${FIRST}", endDate: "${LAST}"`;

/** Every GraphQL field of figures. */
const FIELDS: readonly (readonly [string, string])[] = [
  ['Account', `account(id: "${ACCOUNT.main}") { consumption(${DATES}) { consumption } }`],
  ['Asset', `asset(id: "${ASSET.tower}") { consumption(${DATES}, accountType: [electricity]) { consumption } }`],
  ['Entity', `entity(id: "${ENTITY.north}") { consumption(${DATES}, accountType: [electricity]) { consumption } }`],
  ['AssetGroup', `assetGroup(id: "${GROUP.across}") { consumption(${DATES}, accountType: [gas]) { consumption } }`],
  ['Viewer', `viewer { consumption(${DATES}, accountType: [electricity]) { consumption } }`],
  ['the root', `consumption(${DATES}, accountId: "${ACCOUNT.main}") { consumption }`],
  ['emissions', `emissions(${DATES}) { emissions { total } }`],
];

describe.each(ENGINES)('access to figures on %s', (engine) => {
  const served = serveFigures(engine);
  const keys = new Map<Grants, string>();
  beforeAll(async () => {
    for (const grants of Object.values(GRANTS)) keys.set(grants, await served.server().key(grants));
  });
  const keyOf = (grants: Grants): string => keys.get(grants) ?? '';
  const graphql = (query: string, key: string): Promise<Answer<GraphqlBody>> => served.server().graphql(query, {}, key);

  describe('401 and 403', () => {
    it.each(['/consumption', '/emissions'] as const)(
      '%s without a key, or with an invalid one, is a 401',
      async (path) => {
        const question = { ...TIME, accountId: ACCOUNT.main };
        const target = `${path}?${new URLSearchParams(question).toString()}`;
        for (const key of [undefined, 'nonsense', `${served.key()}x`]) {
          const { status, body } = await served.server().get(target, key);
          expect(status).toBe(401);
          expect(body.code).toBe('invalid-key');
        }
      },
    );

    it.each(['/consumption', '/emissions'] as const)(
      '%s without read:accounts is a 403 that names it',
      async (path) => {
        const scopes = SCOPES.filter((scope) => scope !== 'read:accounts');
        const key = await served.server().key({ scopes, companies: [COMPANY.one] });
        const { status, body } = await served.get(path, { ...TIME, accountId: ACCOUNT.main }, key);
        expect(status).toBe(403);
        expect(body.code).toBe('missing-scope');
        expect(body.detail).toContain('read:accounts');
        const foreign = await served.get(path, { ...TIME, accountId: ACCOUNT.other }, key);
        expect(foreign.status, 'the scope comes before the record').toBe(403);
      },
    );

    it.each(['/consumption', '/emissions'] as const)('%s requires no scope other than read:accounts', async (path) => {
      const key = await served.server().key({ scopes: ['read:accounts'], companies: Object.values(COMPANY) });
      const question = { ...ENERGY, assetGroupId: GROUP.across, ...(path === '/consumption' ? ALL : {}) };
      const [narrow, wide] = [await served.get(path, question, key), await served.get(path, question)];
      expect(narrow.status, narrow.text).toBe(200);
      expect(narrow.text).toBe(wide.text);
    });

    it.each(FIELDS)('GraphQL consumption of %s without read:accounts is a missing-scope error', async (_, field) => {
      const scopes = SCOPES.filter((scope) => scope !== 'read:accounts');
      const without = await served.server().key({ scopes, companies: [COMPANY.one] });
      const statements = await served.statements(async () => {
        const { body, text } = await graphql(`{ ${field} }`, without);
        expect(
          body.errors?.map(({ extensions }) => extensions?.code),
          text,
        ).toEqual(['missing-scope']);
        expect(body.errors?.[0]?.message).toContain('read:accounts');
        expect(text).not.toMatch(/"(consumption|total)":\d/);
      });
      expect(statements.filter((sql) => /usage|emission_factors|invoices/.test(sql))).toEqual([]);
      const { body, text } = await graphql(`{ ${field} }`, served.key());
      expect(body.errors, text).toBeUndefined();
    });

    it.each(FIELDS)('GraphQL consumption of %s without a key is a 401', async (_, field) => {
      const { status } = await graphql(`{ ${field} }`, 'nonsense');
      expect(status).toBe(401);
    });
  });

  describe.each(Object.entries(GRANTS))('with a grant of %s', (_, grants) => {
    const records = visibleRecords(grants);

    it.each(LEVELS)(
      '/consumption and /emissions of $what equal the reference over the visible records',
      async ({ question, seen }) => {
        const { entityId, ...asked } = question;
        const both: readonly (readonly [Path, Question])[] = [
          ['/consumption', { ...question, ...ALL }],
          ['/consumption', { ...question, ...ALL, source: 'invoice', financialInfo: 'full' }],
          ...(entityId === undefined ? [['/emissions', asked] as const] : []),
        ];
        for (const [path, wanted] of both) {
          const { status, body, text } = await served.get(path, { ...wanted }, keyOf(grants));
          expect(status, text).toBe(seen(grants) ? 200 : 404);
          if (status === 200) expectClose(body, reference(path, wanted, records), JSON.stringify(wanted));
        }
      },
    );

    it('/emissions without a target covers the visible portfolio', async () => {
      const question = { ...TIME, granularity: 'weekly' };
      await served.agree('/emissions', question, keyOf(grants), records);
      await served.agree('/emissions', { ...question, accountType: 'gas,water' }, keyOf(grants), records);
    });

    it('Viewer.consumption covers the visible portfolio', async () => {
      const { body, text } = await graphql(
        `{ viewer { consumption(${DATES}, accountType: [electricity, gas, heating]) {
          consumption accountCount assetCount assetFloorArea totalAssetFloorArea accountFloorArea peakCapacity
          contractCoverage { withContract withoutContract } } } }`,
        keyOf(grants),
      );
      expect(body.errors, text).toBeUndefined();
      const got = objectOf(objectOf(body.data?.viewer).consumption);
      const whole = reference('/consumption', { ...ENERGY, ...ALL }, records);
      expectClose(got, Object.fromEntries(Object.keys(got).map((name) => [name, whole[name]])));
    });

    it('the breakdown of a group adds up to the group, and shows only visible assets', async () => {
      const question = { ...ENERGY, ...ALL, assetGroupId: GROUP.across };
      const { status, body } = await served.get('/consumption', question, keyOf(grants));
      if (!group(GROUP.across)(grants)) {
        expect(status).toBe(404);
        return;
      }
      const elements = listAt(body, 'assetGroups');
      const ids = (records.assets ?? []).map(({ _id }) => _id);
      for (const { assetId } of elements) expect(ids).toContain(assetId);
      for (const name of ['consumption', 'assetFloorArea', 'accountFloorArea']) {
        const sum = elements.reduce((total, element) => total + numberAt(element, name), 0);
        expect(sum, name).toBeCloseTo(numberAt(body, name), 5);
      }
    });
  });
});
