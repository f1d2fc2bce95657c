import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import type { GraphqlBody, Json } from '../support/server.js';
import { ASSET, COMPANY, ENTITY, FIRST, LAST } from './support/portfolio.js';
import { serveFigures } from './support/served.js';

const TIME = `startDate: "${FIRST}", endDate: "${LAST}"`;
/** Length of the time in days. */
const DAYS = (Date.parse(LAST) - Date.parse(FIRST)) / 86_400_000 + 1;
const TYPES = 'accountType: [electricity, gas]';
const FIGURES = `_id consumption(${TIME}, ${TYPES}, granularity: yearly) {
  coverage isMissing consumption emissions { total } intensity { consumption } } lastDataMonth(${TYPES})`;

interface Site {
  readonly _id: string;
  readonly lastDataMonth: string | null;
  readonly consumption: {
    readonly coverage: number | null;
    readonly isMissing: boolean;
    readonly consumption: number | null;
    readonly emissions: { readonly total: number };
    readonly intensity: { readonly consumption: number | null } | null;
  };
}
interface Sites {
  readonly total: number;
  readonly dataCounts: Json | null;
  readonly data: readonly Site[];
}

/** The values that each figure is ranked by; none without measurements. */
const VALUES: Readonly<Record<string, (site: Site) => number | string | null>> = {
  coverage: ({ consumption }) => consumption.coverage,
  consumption: ({ consumption }) => (consumption.coverage ? consumption.consumption : null),
  intensity: ({ consumption }) => (consumption.coverage ? (consumption.intensity?.consumption ?? null) : null),
  emissions: ({ consumption }) => (consumption.coverage ? consumption.emissions.total : null),
  lastDataMonth: ({ lastDataMonth }) => lastDataMonth,
};
const dataOf = ({ consumption: { coverage, isMissing } }: Site): string =>
  coverage === null ? 'notExpected' : !isMissing ? 'all' : coverage > 0 ? 'some' : 'none';

describe.each(ENGINES)('sites ranked by figures on %s', (engine) => {
  const served = serveFigures(engine);
  const ask = async (list: string, key = served.key()): Promise<GraphqlBody<{ assets: Sites | null }>> =>
    (
      await served
        .server()
        .graphql<{ assets: Sites | null }>(
          `{ assets(${list}) { total dataCounts { all some none notExpected } data { ${FIGURES} } } }`,
          {},
          key,
        )
    ).body;
  const sites = async (list: string, key = served.key()): Promise<Sites> => {
    const { data, errors } = await ask(list, key);
    expect(errors).toBeUndefined();
    if (!data?.assets) throw new Error('no list');
    return data.assets;
  };

  it.each(Object.keys(VALUES))('are sorted by %s with the values of that field, nulls last', async (by) => {
    const value = VALUES[by] ?? (() => null);
    for (const descending of [true, false]) {
      const { data, total } = await sites(`ranked: {${TIME}, ${TYPES}, by: ${by}, descending: ${descending}}`);
      expect(total).toBe(Object.keys(ASSET).length);
      expect(new Set(data.map(({ _id }) => _id))).toEqual(new Set(Object.values(ASSET)));
      const values = data.map(value);
      const known = values.filter((one) => one !== null);
      expect(known.length).toBeGreaterThan(1);
      expect(values.slice(known.length).every((one) => one === null)).toBe(true);
      if (by === 'intensity') {
        const isComparable = (site: Site): boolean => {
          const [use, coverage] = [site.consumption.intensity?.consumption ?? 0, site.consumption.coverage ?? 0];
          return coverage >= 0.9 && use <= (1_375 * DAYS) / 365;
        };
        const inOrder = data.slice(0, known.length);
        const comparable = inOrder.filter(isComparable);
        expect(comparable.length).toBeGreaterThan(0);
        expect(comparable.length).toBeLessThan(known.length);
        // Use with partial data looks like low use, so these sites follow in both directions.
        expect(inOrder.slice(0, comparable.length)).toEqual(comparable);
        for (const part of [comparable, inOrder.slice(comparable.length)]) {
          const uses = part.map((site) => Number(value(site))).map((use) => (descending ? -use : use));
          expect(uses).toEqual(uses.toSorted((one, other) => one - other));
        }
        continue;
      }
      const sorted = known.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
      expect(known).toEqual(descending ? sorted.toReversed() : sorted);
    }
  });

  it('are sorted by coverage, counted, and filtered by whether they have data', async () => {
    const all = await sites(`sort: "siteName:asc", ranked: {${TIME}, ${TYPES}}`);
    const plain = await sites('sort: "siteName:asc"');
    expect(plain.dataCounts).toBeNull();
    expect(all.data).toEqual(plain.data);
    for (const data of ['all', 'some', 'none', 'notExpected']) {
      const own = plain.data.filter((site) => dataOf(site) === data);
      expect(all.dataCounts?.[data]).toBe(own.length);
      const picked = await sites(`sort: "siteName:asc", ranked: {${TIME}, ${TYPES}, data: ${data}}`);
      expect(picked).toEqual({ total: own.length, dataCounts: all.dataCounts, data: own });
    }
    expect(all.dataCounts?.some).toBeGreaterThan(0);
  });

  it('are returned page by page, also with a search and a filter', async () => {
    const ranked = `ranked: {${TIME}, ${TYPES}, by: consumption}`;
    const whole = await sites(ranked);
    const pages: Site[] = [];
    for (let page = 1; pages.length < whole.total; page += 1) {
      const part = await sites(`${ranked}, limit: 2, page: ${page}`);
      expect(part.total).toBe(whole.total);
      pages.push(...part.data);
    }
    expect(pages).toEqual(whole.data);
    expect((await sites(`${ranked}, limit: 2, page: 9`)).data).toEqual([]);
    const north = await sites(`${ranked}, filter: {entityId: {eq: "${ENTITY.north}"}}`);
    expect(north.total).toBeLessThan(whole.total);
    expect(north.total).toBe(north.data.length);
    expect((await sites(`${ranked}, search: "nowhere"`)).total).toBe(0);
  });

  it('have figures of local days with a time zone', async () => {
    const zone = 'timeZone: "Pacific/Kiritimati"';
    const query = `{ assets(ranked: {${TIME}, ${zone}, ${TYPES}, by: consumption}) {
      data { _id consumption(${TIME}, ${zone}, ${TYPES}, granularity: yearly) { coverage consumption } } } }`;
    const { body } = await served.server().graphql<{ assets: Sites }>(query, {}, served.key());
    expect(body.errors).toBeUndefined();
    const values = (body.data?.assets.data ?? []).map(VALUES.consumption ?? (() => null)).filter((one) => one !== null);
    expect(values).toEqual(values.toSorted((one, other) => Number(other) - Number(one)));
    const utc = (await sites(`ranked: {${TIME}, ${TYPES}, by: consumption}`)).data.map(
      VALUES.consumption ?? (() => null),
    );
    expect(values).not.toEqual(utc.filter((one) => one !== null));
  });

  it('include only sites visible to the key', async () => {
    const narrow = await served.server().key({ companies: [COMPANY.two] });
    const { data } = await sites(`ranked: {${TIME}, ${TYPES}, by: consumption}`, narrow);
    expect(data.map(({ _id }) => _id)).toEqual([ASSET.other]);
    const lists = await served.server().key({ scopes: ['read:assets'], companies: Object.values(COMPANY) });
    const { errors } = await ask(`ranked: {${TIME}, ${TYPES}}`, lists);
    expect(errors?.[0]?.extensions?.code).toBe('missing-scope');
    expect(errors?.[0]?.message).toContain('read:accounts');
  });

  it.each([
    [
      `ranked: {${TIME}, ${TYPES}, most: 2}`,
      'ranked.most is 2, but 5 records match: raise ranked.most, or narrow the list',
    ],
    [`ranked: {${TIME}, ${TYPES}, most: 0}`, 'ranked.most must be a whole number from 1 to 10000, got 0.'],
    [`ranked: {${TIME}, ${TYPES}, most: 10001}`, 'ranked.most must be a whole number from 1 to 10000, got 10001.'],
    [`sort: "siteName:asc", ranked: {${TIME}, ${TYPES}, by: coverage}`, 'Give sort or ranked.by, not both'],
    [`ranked: {${TIME}, accountType: [electricity, water]}`, 'electricity'],
    [`ranked: {startDate: "${LAST}", endDate: "${FIRST}", ${TYPES}}`, 'endDate'],
    [`ranked: {${TIME}, timeZone: "Asia/Kathmandu", ${TYPES}}`, 'timeZone Asia/Kathmandu is +05:45 from UTC'],
  ])('are rejected with the reason for %s', async (list, sentence) => {
    const { errors } = await ask(list);
    expect(errors?.[0]?.extensions?.code).toBe('invalid-parameter');
    expect(errors?.[0]?.message).toContain(sentence);
  });

  it('cost the maximum number of sites in addition to the page', async () => {
    const costOf = async (list: string, fields = '_id'): Promise<unknown> =>
      (await served.server().graphql(`{ assets(${list}) { data { ${fields} } } }`, {}, served.key())).body.extensions
        ?.cost;
    expect(await costOf(`limit: 3, ranked: {${TIME}, ${TYPES}, most: 20}`)).toBe(23);
    expect(await costOf(`limit: 3`, '_id lastDataMonth')).toBe(6);
  });
});
