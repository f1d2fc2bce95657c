import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import {
  omit,
  PER_ANSWER,
  startServer,
  type Answer,
  type GraphqlBody,
  type Json,
  type TestServer,
} from '../support/server.js';
import { expectClose } from './closeTo.js';
import { referenceConsumption } from './reference/reference.js';
import { listAt, objectOf } from './support/json.js';
import { ACCOUNT, ASSET, COMPANY, ENTITY, FIRST, GROUP, LAST, RECORDS } from './support/portfolio.js';
import { serveFigures, targetOf, type Path } from './support/served.js';

type Asked = Readonly<Record<string, string>>;

const TIME = { startDate: FIRST, endDate: LAST };
const ONE: Asked = { ...TIME, accountId: ACCOUNT.main };
const PATHS: readonly Path[] = ['/consumption', '/emissions'];
const GRANULARITIES = ['halfhourly', 'hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'];
const SOURCES = ['hh', 'invoice', 'reading', 'custom', 'combined', 'reading-hh'];
const TYPES = ['electricity', 'gas', 'water', 'waste', 'solar', 'heating', 'flow', 'cooling', 'temperature'];
const FLAGS = [
  ...['emissions', 'dayNight', 'floorArea', 'capacityInfo', 'detailedSource', 'meterUserBreakdown', 'showCounts'],
  ...['assetBreakdown', 'contractCoverage', 'showSimulated', 'minimal'],
];
const IMPOSSIBLE = [
  ...['', ' ', '2024', '2024-13', '2024-1-1', '2024-02-30', '2025-02-29', '2024-04-31', '2024-00-10', '2024-01-00'],
  ...['2024-13-01', '20240101', '01-02-2024', '2024/01/02', 'today', 'null', '1735689600', '2024-01-01T24:30:00Z'],
  ...['2024-01-01T25:00:00Z', '2024-01-01T10:60:00Z', '2024-01-01T10:00:61Z', '2024-01-01T10', '+02024-01-01'],
  ...['2024-01-01T10:00:00+25:00', '2024-01-01T10:00:00+01:60', '2024-01-01T10:00:00+1', '2024-01-01+01:00'],
  ...['2024-01-01T10:00:00 01:00', '2024-01-01T10:00:00Europe/London', '2024-W01', '-2024-01-01', '2024-01-01\0'],
  ...['1899-12-31', '2201-01-01', '0000-01-01', '9999-12-31', '1900-01-01T00:30:00+01:00', '2200-12-31T23:30:00-01:00'],
];
const NO_IDS = ['', '1', 'b9', `${ACCOUNT.main}0`, ACCOUNT.main.slice(1), `${ACCOUNT.main.slice(1)}g`, 'null', '*'];
/** More half-hours than are allowed: 4 years of them. */
const LONG = { startDate: '2021-01-01', endDate: '2024-12-31' };
const LONG_PERIODS = '70128';

/** Requests that arithmetic alone can refuse, with the wrong parameter. */
const REFUSED: readonly (readonly [string, Path, Asked, string])[] = [
  ...PATHS.flatMap((path) => [
    ...(['startDate', 'endDate'] as const).map(
      (name) => [`without ${name}`, path, { ...without(ONE, name) }, name] as const,
    ),
    ...(['startDate', 'endDate'] as const).flatMap((name) =>
      IMPOSSIBLE.map((text) => [`${name} ${JSON.stringify(text)}`, path, { ...ONE, [name]: text }, name] as const),
    ),
    ['startDate after endDate', path, { ...ONE, startDate: '2025-01-13' }, 'endDate'] as const,
    ['one day after', path, { ...ONE, startDate: '2025-01-02', endDate: '2025-01-01T23:59:59Z' }, 'endDate'] as const,
    ...['', 'Monthly', 'fortnightly', 'monthly,daily', 'half-hourly'].map(
      (text) => [`granularity ${text}`, path, { ...ONE, granularity: text }, 'granularity'] as const,
    ),
    ...['', 'HH', 'all', 'hh,invoice', 'reading_hh'].map(
      (text) => [`source ${text}`, path, { ...ONE, source: text }, 'source'] as const,
    ),
    ...['', 'other', 'Gas', 'electricity,', 'electricity;gas', 'electricity,oil'].map(
      (text) => [`accountType ${text}`, path, { ...ONE, accountType: text }, 'accountType'] as const,
    ),
    ...(['accountId', 'assetId', 'assetGroupId'] as const).flatMap((name) =>
      NO_IDS.map((text) => [`${name} ${text}`, path, { ...TIME, accountType: 'gas', [name]: text }, name] as const),
    ),
    ['too many periods', path, { ...ONE, ...LONG, granularity: 'halfhourly' }, 'granularity'] as const,
  ]),
  ...NO_IDS.map((text) => [`entityId ${text}`, '/consumption', { ...TIME, entityId: text }, 'entityId'] as const),
  ...FLAGS.flatMap((name) =>
    ['', '1', 'yes', 'TRUE', 'True', 'null', 'true,false'].map(
      (text) => [`${name} ${text}`, '/consumption', { ...ONE, [name]: text }, name] as const,
    ),
  ),
  ...['other', '', 'true', 'Basic', 'basic,full'].map(
    (text) => [`financialInfo ${text}`, '/consumption', { ...ONE, financialInfo: text }, 'financialInfo'] as const,
  ),
  ['no id at all', '/consumption', TIME, 'accountId'],
  ['no id at all, with a type', '/consumption', { ...TIME, accountType: 'gas' }, 'accountId'],
  ['assetId without accountType', '/consumption', { ...TIME, assetId: ASSET.tower }, 'accountType'],
  ['entityId without accountType', '/consumption', { ...TIME, entityId: ENTITY.north }, 'accountType'],
  [
    'entityId and a group without accountType',
    '/consumption',
    { ...TIME, entityId: ENTITY.north, assetGroupId: GROUP.across },
    'accountType',
  ],
  ['types of two units', '/consumption', { ...ONE, accountType: 'electricity,water' }, 'accountType'],
];

function without(asked: Asked, name: string): Asked {
  return Object.fromEntries(Object.entries(asked).filter(([other]) => other !== name));
}

const GRAPHQL = `query($startDate: Date!, $endDate: Date!, $granularity: Granularity! = monthly,
    $source: ConsumptionSource! = "combined", $accountType: [UtilityType!], $tags: [String!],
    $accountId: ID, $assetId: ID, $assetGroupId: ID, $entityId: ID) {
  consumption(startDate: $startDate, endDate: $endDate, granularity: $granularity, source: $source,
    accountType: $accountType, tags: $tags, accountId: $accountId, assetId: $assetId, assetGroupId: $assetGroupId,
    entityId: $entityId) { consumption }
}`;
/** The parameters that are GraphQL arguments; options are selections there. */
const ARGUMENTS = ['startDate', 'endDate', 'granularity', 'source', 'accountType'];
const BY_GRAPHQL = REFUSED.filter(
  ([what, path, , at]) => path === '/consumption' && (ARGUMENTS.includes(at) || what.startsWith('no id')),
);

const variablesOf = ({ accountType, ...asked }: Asked): Json => ({
  ...asked,
  ...(accountType === undefined ? {} : { accountType: accountType.split(',') }),
});

describe.each(ENGINES)('invalid requests for figures on %s', (engine) => {
  const served = serveFigures(engine);
  /** On one engine only: requests without a statement are the same on each. */
  const once = <Case>(cases: readonly Case[]): readonly Case[] => (engine === ENGINES[0] ? cases : []);
  let exclusive: TestServer;
  beforeAll(async () => {
    exclusive = await startServer(served.database(), { END_DATE: 'exclusive', MAX_PERIODS: '50' });
  });
  afterAll(async () => {
    await exclusive.close();
  });

  const refusal = async (target: string): Promise<readonly Json[]> => {
    const answer = await served.server().get(target, served.key());
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.code).toBe('invalid-parameter');
    return listAt(answer.body, 'errors');
  };
  const ask = async (path: Path, asked: Asked): Promise<Json> => objectOf((await refusal(targetOf(path, asked)))[0]);
  const graphql = (variables: Json, query = GRAPHQL): Promise<Answer<GraphqlBody>> =>
    served.server().graphql(query, variables, served.key());
  /** The codes of the response's errors. */
  const codes = ({ body }: Answer<GraphqlBody>): readonly unknown[] =>
    (body.errors ?? []).map(({ extensions }) => extensions?.code);
  /** The parameters that the response's errors name. */
  const named = ({ body }: Answer<GraphqlBody>): readonly unknown[] =>
    (body.errors ?? []).flatMap(({ extensions }) => listAt(extensions, 'errors').map(({ parameter }) => parameter));

  describe('REST returns 400 with the name of the parameter, before any statement', () => {
    it.each(once(REFUSED))('%s: %s', async (_, path, asked, parameter) => {
      const statements = await served.statements(async () => {
        const problems = await refusal(targetOf(path, asked));
        expect(problems.map((problem) => problem.parameter)).toEqual(problems.map(() => parameter));
        for (const problem of problems) expect(problem.message).toContain(parameter);
      });
      expect(statements).toEqual([]);
    });

    it.each([
      ['granularity', 'montly', 'monthly', GRANULARITIES],
      ['granularity', 'Daily', 'daily', GRANULARITIES],
      ['source', 'combine', 'combined', SOURCES],
      ['source', 'HH', 'hh', SOURCES],
      ['accountType', 'electrcity', 'electricity', TYPES],
      ['accountType', 'gas,watr', 'water', TYPES],
      ['financialInfo', 'ful', 'full', ['none', 'basic', 'full']],
      ['emissions', 'tru', 'true', ['true', 'false']],
    ])('%s=%s suggests %s and lists the allowed values', async (name, text, suggestion, allowed) => {
      const problem = await ask('/consumption', { ...ONE, [name]: text });
      expect(problem).toMatchObject({ parameter: name, suggestion });
      expect([...listOf(problem.allowed)].toSorted()).toEqual([...allowed].toSorted());
    });

    it.each([
      ['/consumption', 'granuality', 'granularity'],
      ['/consumption', 'accountid', 'accountId'],
      ['/consumption', 'financialinfo', 'financialInfo'],
      ['/consumption', 'emission', 'emissions'],
      ['/consumption', 'tag', 'tags'],
      ['/emissions', 'startdate', 'startDate'],
      ['/emissions', 'assetgroupId', 'assetGroupId'],
    ] as const)('%s: the unknown parameter %s suggests %s', async (path, name, suggestion) => {
      const statements = await served.statements(async () => {
        const problem = await ask(path, { ...ONE, [name]: 'x' });
        expect(problem).toMatchObject({ parameter: name, suggestion });
        expect(listOf(problem.allowed)).toContain('startDate');
      });
      expect(statements).toEqual([]);
    });

    it.each(['__proto__', 'constructor', 'toString', 'limit', 'page', 'sort', 'startDate.gte', 'withCost', ''])(
      'both surfaces reject the unknown parameter %j',
      async (name) => {
        for (const path of PATHS) expect(await ask(path, { ...ONE, [name]: '1' })).toMatchObject({ parameter: name });
      },
    );

    it('/emissions rejects the options of /consumption', async () => {
      for (const name of [...FLAGS, 'financialInfo', 'tags', 'entityId', 'dataType']) {
        expect(await ask('/emissions', { ...TIME, [name]: 'true' })).toMatchObject({ parameter: name });
      }
    });

    it('a repeated parameter is rejected unless it is a list', async () => {
      const target = targetOf('/consumption', ONE);
      for (const [name, text] of Object.entries({ ...ONE, granularity: 'daily', source: 'hh', emissions: 'true' })) {
        const once = name in ONE ? '' : `&${name}=${text}`;
        expect(await refusal(`${target}${once}&${name}=${text}`)).toMatchObject([{ parameter: name }]);
      }
      const group = targetOf('/consumption', { ...TIME, assetGroupId: GROUP.across, showCounts: 'true' });
      const body = async (rest: string): Promise<Json> => {
        const answer = await served.server().get(`${group}${rest}`, served.key());
        expect(answer.status, answer.text).toBe(200);
        return answer.body;
      };
      expect(await body('&accountType=gas&accountType=electricity&tags=roof&tags=hvac')).toEqual(
        await body('&accountType=gas,electricity&tags=roof,hvac'),
      );
    });

    it('one error lists all wrong parameters', async () => {
      const problems = await refusal('/consumption?startDate=x&granularity=y&source=z&emissions=1&nme=2&assetId=3');
      expect(problems.map(({ parameter }) => String(parameter)).toSorted()).toEqual(
        ['startDate', 'endDate', 'granularity', 'source', 'emissions', 'nme', 'assetId'].toSorted(),
      );
    });

    it('an error names types of two units, even if the request does not name them', async () => {
      expect((await ask('/consumption', { ...ONE, accountType: 'electricity,water' })).message).toMatch(
        /electricity.*water/,
      );
      const { message } = await ask('/consumption', { ...TIME, assetGroupId: GROUP.across });
      for (const type of ['electricity', 'gas', 'water', 'temperature']) expect(message).toContain(type);
      const answer = await served.get('/emissions', { ...TIME, accountType: 'electricity,water' });
      expect(answer.status, answer.text).toBe(200);
    });

    it('an error for a missing day has an example', async () => {
      const { message } = await ask('/consumption', without(ONE, 'startDate'));
      expect(message).toContain('startDate is required: a date such as 2024-01-31.');
    });

    it('an error for too many periods states both numbers', async () => {
      for (const path of PATHS) {
        const { message } = await ask(path, { ...ONE, ...LONG, granularity: 'halfhourly' });
        expect(message).toContain(LONG_PERIODS);
        expect(message).toContain('50000');
      }
      const hours = await served.get('/consumption', { ...ONE, ...LONG, granularity: 'hourly', minimal: 'true' });
      expect(hours.status).toBe(200);
      expect(listAt(hours.body, 'data')).toHaveLength(35_064);
    });

    it('the years 1900 and 2200 are allowed', async () => {
      const answer = await served.get('/consumption', {
        ...ONE,
        startDate: '1900-01-01',
        endDate: '2200-12-31',
        granularity: 'yearly',
      });
      expect(answer.status, answer.text).toBe(200);
      expect(listAt(answer.body, 'data')).toHaveLength(301);
    });

    it('dataType, a parameter of old clients, is ignored', async () => {
      const plain = await served.get('/consumption', ONE);
      for (const dataType of ['', 'account', 'anything']) {
        expect((await served.get('/consumption', { ...ONE, dataType })).text).toBe(plain.text);
      }
      const twice = await served.server().get(`${targetOf('/consumption', ONE)}&dataType=a&dataType=b`, served.key());
      expect(twice.text).toBe(plain.text);
    });
  });

  describe('404 for hidden and for missing objects', () => {
    const anonymous = ({ status, headers, body }: Answer): Json => ({
      status,
      headers: omit(headers, ...PER_ANSWER, 'content-length'),
      body: omit(body, 'instance', 'requestId'),
    });
    const NOWHERE = '0123456789abcdef01234567';

    it.each([
      ['/consumption', 'accountId', ACCOUNT.other],
      ['/consumption', 'assetId', ASSET.other],
      ['/consumption', 'assetGroupId', GROUP.other],
      ['/consumption', 'entityId', ENTITY.other],
      ['/emissions', 'accountId', ACCOUNT.other],
      ['/emissions', 'assetId', ASSET.other],
      ['/emissions', 'assetGroupId', GROUP.other],
    ] as const)('%s?%s of another tenant returns the same response as a missing one', async (path, name, id) => {
      const key = await served.server().key({ companies: [COMPANY.one] });
      const question = { ...TIME, accountType: 'electricity' };
      const [foreign, missing] = [
        await served.get(path, { ...question, [name]: id }, key),
        await served.get(path, { ...question, [name]: NOWHERE }, key),
      ];
      expect(foreign.status, foreign.text).toBe(404);
      expect(foreign.body.code).toBe('not-found');
      expect(foreign.text).not.toContain(id);
      expect(anonymous(foreign)).toEqual(anonymous(missing));
      expect((await served.get(path, { ...question, [name]: id })).status).toBe(200);
      const beside = { ...question, accountId: ACCOUNT.main, [name]: id };
      expect((await served.get(path, beside, key)).status).toBe(404);
    });

    it('an invalid request is 400 whether or not the identifier is visible', async () => {
      const key = await served.server().key({ companies: [COMPANY.one] });
      for (const assetId of [ASSET.tower, ASSET.other, NOWHERE]) {
        expect((await served.get('/consumption', { ...TIME, assetId }, key)).status).toBe(400);
      }
    });

    it('GraphQL returns null and not-found for both', async () => {
      const key = await served.server().key({ companies: [COMPANY.one] });
      const asked = async (assetId: string): Promise<GraphqlBody> => {
        const variables = { ...TIME, assetId, accountType: ['electricity'] };
        return (await served.server().graphql(GRAPHQL, variables, key)).body;
      };
      const [foreign, missing] = [await asked(ASSET.other), await asked(NOWHERE)];
      expect(foreign.data).toEqual({ consumption: null });
      expect(foreign.errors?.[0]?.extensions?.code).toBe('not-found');
      expect(foreign.errors?.map(({ message }) => message)).toEqual(missing.errors?.map(({ message }) => message));
    });
  });

  describe('END_DATE=exclusive', () => {
    const get = (asked: Asked, path: Path = '/consumption'): Promise<Answer> =>
      exclusive.get(targetOf(path, asked), served.key());

    it('the end date is excluded', async () => {
      const question = { ...ONE, granularity: 'daily', startDate: '2025-01-01', endDate: '2025-01-03' };
      const { body, text } = await get(question);
      expect(listAt(body, 'data'), text).toHaveLength(2);
      expect(body.endDate).toBe('2025-01-03T00:00:00.000Z');
      expectClose(body, referenceConsumption(RECORDS, question, { endDate: 'exclusive' }), 'exclusive');
    });

    it('equal dates are a 400 without a statement', async () => {
      for (const path of PATHS) {
        const statements = await served.statements(async () => {
          const { status, body } = await get({ ...ONE, startDate: LAST, endDate: LAST }, path);
          expect(status).toBe(400);
          expect(listAt(body, 'errors')).toMatchObject([{ parameter: 'endDate' }]);
        });
        expect(statements).toEqual([]);
      }
    });

    it('the limit on periods counts only requested periods, on both surfaces', async () => {
      // 50 are allowed.
      const [least, most] = ['2025-01-01', '2025-02-20'];
      const fits = { ...ONE, granularity: 'daily', startDate: least, endDate: most };
      expect((await get(fits)).status).toBe(200);
      expect((await get({ ...fits, endDate: '2025-02-21' })).status).toBe(400);
      const { body, text } = await exclusive.graphql(GRAPHQL, fits, served.key());
      expect(body.errors, text).toBeUndefined();
      expect(body.extensions?.cost).toBe(50);
    });
  });

  describe('GraphQL returns an error with a code, before any statement', () => {
    it.each(once(BY_GRAPHQL))('%s', async (_, __, asked, parameter) => {
      const statements = await served.statements(async () => {
        const answer = await graphql(variablesOf(asked));
        expect(codes(answer), answer.text).toHaveLength(1);
        const [code] = codes(answer);
        expect(['invalid-parameter', 'graphql-invalid']).toContain(code);
        if (code === 'invalid-parameter') expect(new Set(named(answer))).toEqual(new Set([parameter]));
        else expect(answer.body.errors?.[0]?.message).toContain(parameter);
      });
      expect(statements).toEqual([]);
    });

    it.each(['accountId', 'assetId', 'assetGroupId', 'entityId'])(
      '%s that is not 24 hexadecimal digits is invalid-parameter, as in REST',
      async (name) => {
        for (const text of NO_IDS) {
          const statements = await served.statements(async () => {
            const answer = await graphql({ ...TIME, accountType: ['gas'], [name]: text });
            expect(codes(answer), text).toEqual(['invalid-parameter']);
            expect(named(answer), text).toEqual([name]);
          });
          expect(statements).toEqual([]);
        }
      },
    );

    it.each([
      ['viewer', 'viewer { consumption(ASKED) { consumption } }'],
      ['emissions', 'emissions(ASKED) { emissions { total } }'],
      ['account', `account(id: "${ACCOUNT.main}") { consumption(ASKED) { consumption } }`],
      ['assets', 'assets { data { consumption(ASKED) { consumption } } }'],
    ])('dates in the wrong order in %s, as literals of the query', async (_, field) => {
      const asked = 'startDate: "2025-01-02", endDate: "2025-01-01"';
      const statements = await served.statements(async () => {
        const answer = await graphql({}, `{ ${field.replace('ASKED', asked)} }`);
        expect(new Set(codes(answer)), answer.text).toEqual(new Set(['invalid-parameter']));
        expect(new Set(named(answer))).toEqual(new Set(['endDate']));
      });
      expect(statements).toEqual([]);
    });

    it.each([
      ['startDate: "2024-02-30", endDate: "2025-01-01"', '2024-02-30'],
      ['startDate: "2025-01-01", endDate: "2025-01-01", granularity: monthy', 'monthly'],
      ['startDate: "2025-01-01", endDate: "2025-01-01", source: "combine"', 'combined'],
      ['startDate: "2025-01-01", endDate: "2025-01-01", accountType: [oil]', 'oil'],
      ['startDate: "2025-01-01", endDate: "2025-01-01", emissions: true', 'emissions'],
      ['startDate: "2025-01-01"', 'endDate'],
    ])('arguments as literals of the query: %s', async (asked, hint) => {
      const statements = await served.statements(async () => {
        const answer = await graphql({}, `{ consumption(${asked}, accountId: "${ACCOUNT.main}") { consumption } }`);
        expect(codes(answer)).toEqual(['graphql-invalid']);
        expect(answer.body.errors?.[0]?.message).toContain(hint);
      });
      expect(statements).toEqual([]);
    });

    it('periods times objects are limited: 50 assets of 1,488 half-hours are too many', async () => {
      const query = (limit: number): string =>
        `{ assets(limit: ${limit}) { data { consumption(startDate: "2025-01-01", endDate: "2025-01-31",
          granularity: halfhourly, accountType: [electricity]) { consumption } } } }`;
      const statements = await served.statements(async () => {
        const answer = await graphql({}, query(50));
        expect(codes(answer), answer.text).toEqual(['invalid-parameter']);
        expect(named(answer)).toEqual(['granularity']);
        expect(answer.body.errors?.[0]?.message).toMatch(/74400.*50000/);
      });
      expect(statements).toEqual([]);
      const answer = await graphql({}, query(33));
      expect(answer.body.errors, answer.text).toBeUndefined();
      expect(answer.body.extensions?.cost).toBe(33 + 33 * 1_488);
    });

    it('aliases count together towards the limit', async () => {
      const one = `consumption(startDate: "2023-01-01", endDate: "2024-12-31", granularity: halfhourly,
        accountId: "${ACCOUNT.main}") { consumption }`;
      expect(codes(await graphql({}, `{ a: ${one} b: ${one} }`))).toEqual(['invalid-parameter']);
    });

    it('the cost in extensions.cost includes periods × objects', async () => {
      const cost = async (query: string): Promise<unknown> => {
        const { body, text } = await graphql({}, query);
        expect(body.errors, text).toBeUndefined();
        return body.extensions?.cost;
      };
      const asked = 'startDate: "2025-01-01", endDate: "2025-01-10", accountType: [electricity]';
      const days = `${asked}, granularity: daily`;
      expect(await cost(`{ consumption(${days}, assetId: "${ASSET.tower}") { consumption } }`)).toBe(10);
      expect(await cost(`{ consumption(${asked}, assetId: "${ASSET.tower}") { consumption } }`)).toBe(1);
      expect(await cost(`{ viewer { consumption(${days}) { data { date } } } }`)).toBe(10);
      expect(await cost(`{ assets(limit: 7) { data { consumption(${days}) { consumption } } } }`)).toBe(7 + 70);
      expect(
        await cost(`{ assets(limit: 7) { data { a: consumption(${days}) { consumption }
          b: consumption(${asked}, granularity: yearly) { consumption } } } }`),
      ).toBe(7 + 70 + 7);
    });
  });
});

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : expect.fail(`${JSON.stringify(value)} is not a list`);
}
