import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { at, pick, seeded } from '../support/random.js';
import { timesOf } from '../support/repeated.js';
import type { Answer, GraphqlBody } from '../support/server.js';
import { expectClose } from './closeTo.js';
import { ACCOUNT, ASSET, COMPANY, ENTITY, FIRST, GROUP, LAST } from './support/portfolio.js';
import { serveFigures, targetOf } from './support/served.js';

type Question = Readonly<Record<string, string>>;
interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly type: string | null;
  readonly period: string;
  readonly consumption: number | null;
  readonly coverage: number | null;
  readonly isMissing: boolean;
  readonly sources: readonly string[];
  readonly emissions: object | null;
  readonly [name: string]: unknown;
}
interface Table {
  readonly total: number;
  readonly limit: number;
  readonly skip: number;
  readonly data: readonly Row[];
}
interface Period {
  readonly date: string;
  readonly [name: string]: unknown;
}
interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly parameter: string; readonly suggestion?: string }[];
}

const TIME = { startDate: FIRST, endDate: LAST };
/** The parameter of /consumption that names an object. */
const TARGETS = {
  account: { named: 'accountId', ids: Object.values(ACCOUNT), types: [] },
  asset: { named: 'assetId', ids: Object.values(ASSET), types: ['electricity', 'gas', 'electricity,gas', 'water'] },
  entity: { named: 'entityId', ids: Object.values(ENTITY), types: ['electricity,gas,heating', 'temperature'] },
  assetGroup: { named: 'assetGroupId', ids: Object.values(GROUP), types: ['electricity', 'gas', 'water'] },
} as const;
const OPTIONS: readonly Question[] = [
  {},
  { emissions: 'true' },
  { dayNight: 'true', meterUserBreakdown: 'true' },
  { capacityInfo: 'true', floorArea: 'true' },
  { source: 'invoice', financialInfo: 'full' },
  { detailedSource: 'true', showCounts: 'true', contractCoverage: 'true', showSimulated: 'true' },
];
/** Names of a row, or of /consumption, that the other lacks. */
const OF_OBJECTS = ['id', 'name', 'siteCode', 'type', 'period', 'coverage'];
const OF_PERIODS = ['date', 'totalConsumption', 'totalEstimatedConsumption', 'totalEmissions'];
const OF_USAGE = ['consumption', 'estimatedConsumption', 'dayConsumption', 'nightConsumption', 'tenantConsumption'];

/** The row of a period of /consumption. Without data its usage is null. */
function rowOf(period: Period, names: readonly string[]): object {
  const isEmpty = Array.isArray(period.sources) && period.sources.length === 0;
  const figures = Object.entries(period).filter(([name]) => names.includes(name));
  return Object.fromEntries(
    figures.map(([name, value]) => {
      if (!isEmpty) return [name, value];
      if (name === 'combinedBreakdown') return [name, { hh: null, invoice: null, reading: null, custom: null }];
      return [name, [...OF_USAGE, 'landlordConsumption', 'emissions'].includes(name) ? null : value];
    }),
  );
}

describe.each(ENGINES)('a table of figures on %s', (engine) => {
  const served = serveFigures(engine);
  const ask = (question: Question, key = served.key()): Promise<Answer<Table & Problem>> =>
    served.server().get<Table & Problem>(targetOf('/figures', question), key);
  const table = async (question: Question, key = served.key()): Promise<Table> => {
    const answer = await ask(question, key);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const problem = async (question: Question): Promise<Problem> => {
    const answer = await ask(question);
    expect(answer.status, answer.text).toBe(400);
    return answer.body;
  };

  it('returns the figures of /consumption for each object, for random requests', async () => {
    const random = seeded(7);
    for (let round = 0; round < timesOf('random questions to each list'); round += 1) {
      const by = pick(random, Object.keys(TARGETS) as (keyof typeof TARGETS)[]);
      const { named, ids, types } = TARGETS[by];
      const granularity = pick(random, ['daily', 'weekly', 'monthly', 'yearly', 'hourly']);
      const question: Question = {
        ...TIME,
        granularity,
        ...pick(random, OPTIONS),
        ...(types.length > 0 ? { accountType: pick(random, types) } : {}),
        ...(random() < 0.3 ? { timeZone: 'Europe/Paris' } : {}),
        ...(by !== 'account' && random() < 0.2 ? { tags: 'hvac' } : {}),
      };
      const { data, total } = await table({ by, ...question, limit: granularity === 'hourly' ? '20' : '50' });
      expect(total).toBe(ids.length);
      expect([...new Set(data.map(({ id }) => id))]).toEqual(ids.toSorted());
      for (const id of ids) {
        const answer = await served.get('/consumption', { ...question, [named]: id });
        expect(answer.status, answer.text).toBe(200);
        const { data: periods } = answer.body as unknown as { readonly data: readonly Period[] };
        const rows = data.filter((row) => row.id === id);
        expect(rows.map(({ period }) => period)).toEqual(periods.map(({ date }) => date));
        for (const [index, row] of rows.entries()) {
          const names = Object.keys(row).filter((name) => !OF_OBJECTS.includes(name));
          const own = Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
          const period = at(periods, index);
          expectClose(own, rowOf(period, names), `${JSON.stringify(question)} ${id}`);
          const known = [...names, ...OF_PERIODS, ...('detailedSource' in question ? [] : ['combinedBreakdown'])];
          expect(Object.keys(period).filter((name) => !known.includes(name))).toEqual([]);
        }
      }
    }
  });

  it.each([
    ['type', {}, (id: string) => `accountType: [${id}]`],
    ['tag', { accountType: 'electricity' }, (id: string) => `accountType: [electricity], tags: ["${id}"]`],
  ])('the accounts of each %s add up as in the whole portfolio', async (by, question, argumentsOf) => {
    const { data, total } = await table({ by, ...TIME, granularity: 'yearly', emissions: 'true', ...question });
    expect(total).toBeGreaterThan(1);
    const ids = [...new Set(data.map(({ id }) => id))];
    expect(ids).toHaveLength(total);
    for (const id of ids) {
      const figures = 'date consumption coverage isMissing emissions { total scope1 scope2 scope3 }';
      const answer = await served.server().graphql<{ viewer: { consumption: { data: readonly Period[] } } }>(
        `{ viewer { consumption(startDate: "${FIRST}", endDate: "${LAST}", granularity: yearly, ${argumentsOf(id)}) {
            data { ${figures} sources } } } }`,
        {},
        served.key(),
      );
      const periods = answer.body.data?.viewer.consumption.data ?? [];
      const names = ['consumption', 'coverage', 'isMissing', 'emissions'];
      const rows = data.filter((row) => row.id === id);
      expect(rows.map(({ name, type }) => [name, type])).toEqual(
        rows.map(() => [id, by === 'type' ? id : 'electricity']),
      );
      expectClose(
        rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]]))),
        periods.map((period) => rowOf(period, names)),
      );
    }
  });

  it('by company, entities add up to their company; only a granted company has a name', async () => {
    const question = { ...TIME, granularity: 'yearly', accountType: 'electricity', startDate: '2025-01-01' };
    const companies = await table({ by: 'company', ...question });
    const entities = await table({ by: 'entity', ...question });
    const sum = ({ data }: Table, ids: readonly string[]): number =>
      data.filter(({ id }) => ids.includes(id)).reduce((total, { consumption }) => total + (consumption ?? 0), 0);
    expect(companies.data.map(({ id }) => id)).toEqual([COMPANY.one, COMPANY.two]);
    expect(sum(companies, [COMPANY.one])).toBeCloseTo(sum(entities, [ENTITY.north, ENTITY.south]), 4);
    expect(sum(companies, [COMPANY.two])).toBeCloseTo(sum(entities, [ENTITY.other]), 4);
    const south = await served.server().key({ entities: [ENTITY.south] });
    const seen = await table({ by: 'company', ...question }, south);
    expect(seen.data.map(({ id, name }) => [id, name])).toEqual([[COMPANY.one, null]]);
    expect(sum(seen, [COMPANY.one])).toBeCloseTo(sum(entities, [ENTITY.south]), 4);
  });

  it('shows a key only its visible objects, and requires the scope of their type', async () => {
    const south = await served.server().key({ entities: [ENTITY.south] });
    const { data, total } = await table({ by: 'asset', ...TIME, accountType: 'electricity' }, south);
    expect(total).toBe(1);
    expect(new Set(data.map(({ id }) => id))).toEqual(new Set([ASSET.hall]));
    const question = { by: 'asset', ...TIME, accountType: 'electricity' };
    const noAssets = await served.server().key({ companies: [COMPANY.one], scopes: ['read:accounts'] });
    const { code, detail } = (await ask(question, noAssets)).body;
    expect([code, detail]).toEqual(['missing-scope', 'This key lacks the scope read:assets, needed for by=asset.']);
    expect((await ask({ by: 'account', ...TIME }, noAssets)).status).toBe(200);
    const noAccounts = await served.server().key({ companies: [COMPANY.one], scopes: ['read:assets'] });
    expect((await ask(question, noAccounts)).body.code).toBe('missing-scope');
    const hidden = await ask({ ...question, assetGroupId: GROUP.other }, south);
    expect([hidden.status, hidden.body.code]).toEqual([404, 'not-found']);
  });

  it('filters and sorts objects by their own fields, and rows by their figures', async () => {
    const question = { by: 'asset', ...TIME, accountType: 'electricity', granularity: 'yearly' };
    const all = await table({ ...question, sort: 'siteName:desc' });
    const names = [...new Set(all.data.map(({ name }) => String(name)))];
    expect(names).toEqual(names.toSorted().toReversed());
    const of = await table({ ...question, entityId: ENTITY.south });
    expect(new Set(of.data.map(({ id }) => id))).toEqual(new Set([ASSET.hall]));
    const members = await table({ ...question, assetGroupId: GROUP.across });
    expect(members.total).toBeGreaterThan(0);
    expect(members.total).toBeLessThan(all.total);
    const low = await table({ ...question, 'coverage.lt': '0.95', sort: 'siteName:desc' });
    expect(low.total).toBe(all.total);
    expect(low.data).toEqual(all.data.filter(({ coverage }) => coverage !== null && coverage < 0.95));
    expect(low.data.length).toBeGreaterThan(0);
    const full = await table({ ...question, isMissing: 'false', 'consumption.gt': '0', sort: 'siteName:desc' });
    expect(full.data).toEqual(all.data.filter(({ isMissing, consumption }) => !isMissing && Number(consumption) > 0));
    const types = await table({ by: 'account', ...TIME, type: 'gas', granularity: 'yearly' });
    expect(new Set(types.data.map(({ type }) => type))).toEqual(new Set(['gas']));
  });

  it.each([
    { by: 'account' },
    { by: 'tag', accountType: 'electricity', sort: 'name:desc' },
    { by: 'asset', accountType: 'electricity', sort: 'siteName:asc', 'coverage.lt': '1' },
  ])('returns the same rows page by page and as CSV and NDJSON: $by', async (own) => {
    const question = { ...TIME, granularity: 'daily', emissions: 'true', ...own };
    const pages: Row[] = [];
    let target: string | undefined = targetOf('/figures', { ...question, limit: '2', after: '' });
    let count = 0;
    while (target !== undefined) {
      const answer: Answer<Table> = await served.server().get<Table>(target, served.key());
      expect(answer.status, answer.text).toBe(200);
      pages.push(...answer.body.data);
      count += 1;
      const next = /<\/2\.0([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
      target = next;
    }
    const whole = await table({ ...question, limit: '100' });
    expect(pages).toEqual(whole.data);
    expect(count).toBe(Math.ceil(whole.total / 2));
    const second = await table({ ...question, limit: '2', page: '2' });
    expect(second.skip).toBe(2);
    const lines = (await ask({ ...question, format: 'ndjson' })).text.split('\n').filter((line) => line !== '');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(whole.data);
    const csv = (await ask({ ...question, format: 'csv' })).text;
    const [head, ...rows]: string[][] = parse(csv, { record_delimiter: '\r\n' });
    expect(head?.slice(0, 5)).toEqual(['id', 'name', 'siteCode', 'type', 'period']);
    const place = head?.indexOf('emissions.total') ?? -1;
    expect(rows.map((row) => [row[0], row[4], row[place]])).toEqual(
      whole.data.map(({ id, period, emissions }) => [
        id,
        period,
        emissions === null ? '' : String(Reflect.get(emissions, 'total')),
      ]),
    );
  });

  it('takes as many statements for a hundred objects as for two', async () => {
    const question = { by: 'account', ...TIME, emissions: 'true' };
    const two = await served.statements(() => table({ ...question, limit: '2' }));
    const many = await served.statements(() => table({ ...question, limit: '100' }));
    expect(many.length).toBe(two.length);
    expect(many.length).toBeLessThanOrEqual(10);
  });

  it('returns 304 until data changes', async () => {
    const target = `/2.0${targetOf('/figures', { by: 'asset', ...TIME, accountType: 'gas' })}`;
    const first = await served.server().ask(target, { headers: { 'x-api-key': served.key() } });
    const tag = String(first.headers.etag);
    expect(tag).toMatch(/^W\//);
    expect(first.headers['sync-watermark']).toBeUndefined();
    const headers = { 'x-api-key': served.key(), 'if-none-match': tag };
    expect((await served.server().ask(target, { headers })).status).toBe(304);
  });

  it('returns the same rows in GraphQL', async () => {
    const { data } = await table({ by: 'account', ...TIME, tags: 'hvac', emissions: 'true', siteCode: 'none' });
    expect(data).toEqual([]);
    const rest = await table({ by: 'account', ...TIME, tags: 'hvac', emissions: 'true' });
    const { body } = await served.server().graphql<{ figures: Table }>(
      `{ figures(by: account, startDate: "${FIRST}", endDate: "${LAST}", tags: ["hvac"]) {
          total limit skip data { ${Object.keys(at(rest.data, 0))
            .map((name) =>
              name === 'emissions'
                ? 'emissions { total scope1 scope2 scope3 }'
                : name === 'missingFactors'
                  ? 'missingFactors { type country }'
                  : name,
            )
            .join(' ')} } } }`,
      {},
      served.key(),
    );
    const { data: answered, errors }: GraphqlBody<{ figures: Table }> = body;
    expect(errors).toBeUndefined();
    expect(answered?.figures).toEqual(rest);
  });

  it.each([
    [{ ...TIME }, ['by'], 'by is required: '],
    [{ by: 'acount', ...TIME }, ['by'], 'did you mean account'],
    [{ by: 'asset', ...TIME }, ['accountType'], 'accountType is required with by=asset'],
    [{ by: 'asset', ...TIME, accountType: 'gas,water' }, ['accountType'], 'types with the same unit'],
    [{ by: 'asset', ...TIME, granularty: 'daily' }, ['granularty'], 'did you mean granularity'],
    [{ by: 'account', ...TIME, siteName: 'x' }, ['siteName'], 'is not a parameter'],
    [{ by: 'account', ...TIME, financialInfo: 'basic' }, ['financialInfo'], 'needs source=invoice'],
    [{ by: 'entity', ...TIME, accountType: 'gas', assetId: ASSET.hall }, ['assetId'], 'allowed are entityId'],
    [{ by: 'tag', ...TIME, accountType: 'gas', sort: 'siteName:asc' }, ['sort'], 'sort cannot be by'],
    [
      { by: 'tag', ...TIME, accountType: 'gas', sort: 'nam:desc' },
      ['sort'],
      'sort cannot be by "nam" (did you mean sort=name:desc?); allowed fields are _id, name.',
    ],
    [
      { by: 'tag', ...TIME, accountType: 'gas', sort: 'name' },
      ['sort'],
      'sort must be <field>:asc or <field>:desc, got "name" (did you mean sort=name:asc?); allowed fields are _id, name.',
    ],
    ...['-name', 'name desc', 'name:DESC'].map(
      (sort) => [{ by: 'tag', ...TIME, accountType: 'gas', sort }, ['sort'], '(did you mean sort=name:desc?)'] as const,
    ),
    [
      { by: 'asset', ...TIME, accountType: 'gas', sort: 'name:desc' },
      ['sort'],
      'sort cannot be by "name" (did you mean sort=siteName:desc?); allowed fields are _id, ',
    ],
    [
      { by: 'asset', ...TIME, accountType: 'gas', name: 'x' },
      ['name'],
      '"name" is not a parameter (did you mean siteName?)',
    ],
    [
      { by: 'account', ...TIME, limit: '1000', granularity: 'daily' },
      ['limit'],
      'limit must be at most 625, because each object has 16 rows, got 1000.',
    ],
    [{ by: 'account', ...TIME, limit: '1000', capacityInfo: 'true' }, ['limit'], 'each object has 16 days of demand'],
    [{ by: 'account', ...TIME, 'coverage.lt': 'x' }, ['coverage.lt'], 'coverage.lt must be'],
    [
      { by: 'account', ...TIME, 'coverage.lt': '95' },
      ['coverage.lt'],
      'coverage.lt must be a share from 0 to 1, got 95 (did you mean 0.95?).',
    ],
    [{ by: 'account', ...TIME, 'coverage.gte': '-0.5' }, ['coverage.gte'], 'a share from 0 to 1, got -0.5.'],
    [{ by: 'account', ...TIME, after: 'x' }, ['after'], 'after must be a cursor'],
    [{ by: 'account', ...TIME, after: '', page: '1' }, ['after'], 'Give after or page, not both'],
    [{ by: 'account', ...TIME, format: 'csv', page: '2' }, ['page'], 'page needs limit'],
    [{ by: 'account', status: 'x', granularity: 'y', ...TIME }, ['granularity', 'status'], 'status must be one of'],
  ] as readonly (readonly [Question, readonly string[], string])[])('rejects %j', async (question, names, text) => {
    const { code, detail, errors = [] } = await problem(question);
    expect(code).toBe('invalid-parameter');
    expect(errors.map(({ parameter }) => parameter)).toEqual(names);
    expect(detail).toContain(text);
  });

  it('GraphQL rejects a filter for another type of object', async () => {
    const { body } = await served
      .server()
      .graphql(
        `{ figures(by: tag, startDate: "${FIRST}", endDate: "${LAST}", accountType: [gas], assetFilter: {siteCode: {eq: "x"}}) { total } }`,
        {},
        served.key(),
      );
    expect(body.errors?.[0]?.message).toBe('assetFilter cannot be given with by=tag.');
  });
});
