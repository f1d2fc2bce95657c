import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { COMPANIES, ENTITIES, PORTFOLIO, type PlainRecord } from '../support/portfolio.js';
import { servePortfolio } from '../support/served.js';
import { statementsOf } from '../support/sql.js';

const SITE = ['siteName', 'siteCode', 'streetAddress', 'locality', 'region', 'postCode'];
const METER = ['name', 'meterPointNumber', 'meterPointNumber2', 'meterSerialNumber'];
/** As Unicode has it, and as neither engine's `collate "C"` does. */
const fold = (text: unknown): string => (typeof text === 'string' ? text.toUpperCase() : '');

/** The sites that have every word somewhere, in the order of their identifiers, looked for one text after the other. */
function found(search: string, sees: (record: PlainRecord) => boolean, withMeters: boolean): readonly unknown[] {
  const has = (record: PlainRecord, names: readonly string[], word: string): boolean =>
    names.some((name) => fold(record[name]).includes(fold(word)));
  return PORTFOLIO.assets
    .filter((asset) => {
      const flat = { ...asset, ...(asset.address as PlainRecord) };
      const meters = PORTFOLIO.accounts.filter((account) => account.assetId === asset._id && sees(account));
      return (
        sees(asset) &&
        search
          .trim()
          .split(/\s+/)
          .every((word) => has(flat, SITE, word) || (withMeters && meters.some((meter) => has(meter, METER, word))))
      );
    })
    .map(({ _id }) => String(_id))
    .toSorted();
}

const meter = PORTFOLIO.accounts.find(
  ({ assetId, meterPointNumber }) => assetId && typeof meterPointNumber === 'string' && meterPointNumber.length > 5,
);
const WORDS = [
  ...['alpha', 'ALPHA', 'ångström', 'ÅNGSTRÖM', 'cambridge', 'CB2', 'zeta alpha', 'cb2 1tn cambridge', 'bridge'],
  ...['%', '_', '%_', '$1', '?', "o'brien", '"quoted"', '\\', '\\n', '🏢', '～WAVE', 'nothing-has-this', "';--"],
  ...['a', 'e', 'a e', ` alpha \t zeta `, String(meter?.meterPointNumber), String(meter?.meterPointNumber).slice(2, 7)],
];
const QUERY = 'query ($search: String) { assets(search: $search, sort: "_id:asc", limit: 100) { total data { _id } } }';

describe.each(ENGINES)('site search on %s', (engine) => {
  const { server, key, database } = servePortfolio(engine);
  const search = async (text: string, as = key()): Promise<readonly unknown[]> => {
    const { body, text: said } = await server().graphql<{
      assets: { total: number; data: readonly { _id: string }[] };
    }>(QUERY, { search: text }, as);
    expect(body.errors, said).toBeUndefined();
    const ids = (body.data?.assets.data ?? []).map(({ _id }) => _id);
    expect(body.data?.assets.total).toBe(ids.length);
    return ids;
  };

  it.each(WORDS)('finds the sites with every word of %j in any searched field', async (text) => {
    expect(await search(text)).toEqual(found(text, () => true, true));
  });

  it('returns at least one site for these words, some through their meters', () => {
    expect(WORDS.filter((text) => found(text, () => true, true).length > 0).length).toBeGreaterThan(15);
    expect(found(String(meter?.meterPointNumber), () => true, true).length).toBeGreaterThan(0);
    expect(found(String(meter?.meterPointNumber), () => true, false)).toEqual([]);
  });

  it('searches only visible meters: a word of a hidden meter finds nothing', async () => {
    for (const entity of ENTITIES) {
      const narrow = await server().key({ companies: [], entities: [entity] });
      for (const text of WORDS) {
        expect(await search(text, narrow), `${entity} ${text}`).toEqual(
          found(text, ({ entityId }) => entityId === entity, true),
        );
      }
    }
    // And there are such words: of a site that is seen, and of its meters only of one that is not.
    const onlyHidden = ENTITIES.flatMap((entity) =>
      WORDS.flatMap((text) => {
        const sees = ({ entityId }: PlainRecord): boolean => entityId === entity;
        const own = PORTFOLIO.assets.filter(sees).map(({ _id }) => String(_id));
        const lost = found(text, () => true, true).filter((id) => own.includes(String(id)));
        return lost.filter((id) => !found(text, sees, true).includes(id));
      }),
    );
    expect(onlyHidden.length).toBeGreaterThan(0);
  });

  it('ignores meters without read:accounts, and is rejected without read:assets', async () => {
    const sites = await server().key({ scopes: ['read:assets'], companies: COMPANIES });
    for (const text of WORDS) expect(await search(text, sites), text).toEqual(found(text, () => true, false));
    const meters = await server().key({ scopes: ['read:accounts'], companies: COMPANIES });
    const { body } = await server().graphql(QUERY, { search: 'alpha' }, meters);
    expect(body.errors?.[0]?.extensions?.code).toBe('missing-scope');
  });

  it('combines with a filter, and works in lists that are links', async () => {
    const { body } = await server().graphql<{
      entities: { data: readonly { _id: string; assets: { total: number; data: readonly { _id: string }[] } }[] };
    }>(
      `{ entities(limit: 20) { data { _id assets(search: "alpha", filter: {status: {eq: active}}, sort: "_id:asc") { total data { _id } } } } }`,
      {},
      key(),
    );
    const active = PORTFOLIO.assets.filter(({ status }) => status === 'active');
    for (const { _id, assets } of body.data?.entities.data ?? []) {
      const own = found('alpha', () => true, true).filter((id) =>
        active.some((asset) => asset._id === id && asset.entityId === _id),
      );
      expect(assets).toEqual({ total: own.length, data: own.map((id) => ({ _id: id })) });
    }
  });

  it.each([
    ['', 'search must contain a word; omit search to list all records.'],
    [' \t\n', 'search must contain a word; omit search to list all records.'],
    ['x'.repeat(101), 'search must have at most 100 characters, got 101.'],
    ['a b c d e f g h i', 'search must have at most 8 words, got 9.'],
    ['a\0b', 'search must not contain the NUL character.'],
  ])('rejects %j with the reason, before any statement', async (text, sentence) => {
    let said = '';
    const statements = await statementsOf(database(), async () => {
      const { body } = await server().graphql(QUERY, { search: text }, key());
      expect(body.errors?.[0]?.extensions?.code).toBe('invalid-parameter');
      said = body.errors?.[0]?.message ?? '';
    });
    expect(said).toContain(sentence);
    expect(statements.filter((one) => one.includes('assets'))).toEqual([]);
  });

  it('costs one point more than the list', async () => {
    const costOf = async (list: string): Promise<unknown> =>
      (await server().graphql(`{ ${list} { data { _id } } }`, {}, key())).body.extensions?.cost;
    expect(await costOf('assets(limit: 7)')).toBe(7);
    expect(await costOf('assets(limit: 7, search: "alpha")')).toBe(8);
  });
});
