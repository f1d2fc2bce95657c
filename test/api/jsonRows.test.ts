import { beforeAll, describe, expect, it } from 'vitest';
import { LIST_FIELDS } from '../support/contractFields.js';
import { EVERY_ENGINE } from '../support/engines.js';
import { servePortfolio } from '../support/served.js';

/** Numbers that PostgreSQL writes otherwise than JavaScript, and some that it does not. */
const NUMBERS = [
  ...['0', '-0', '0.1', '1e-4', '1e-5', '-1.5e-7', '1e-300', '5e-324', '123456.789', '0.30000000000000004'],
  ...['999999999999999', '1e15', '-1e15', '123456789012345680', '1e20', '1e21', '1.7976931348623157e308'],
];

/** Characters that JSON escapes, or JavaScript might. */
const TEXTS = [
  ...['', 'plain', '"quoted"', 'back\\slash', '/', 'a\nb\tc\rd\be\ff', '\u0001\u001f', '\u007f\u0080', '\u2028\u2029'],
  ...["<b>&'", 'Zürich – 50 £', '😀', '{"gav":1e-7}', ':-0,', '1e-07', '\\u0041', '$1 %s ?'],
];

/**
 * Records that are written from the bytes of their rows. A resolver makes the executor build the same records as
 * objects.
 */
describe.each(EVERY_ENGINE)('JSON records that the database writes, on %s', (engine) => {
  const { server, key, database } = servePortfolio(engine);

  beforeAll(async () => {
    const ids = await database().knex('assets').orderBy('_id').limit(TEXTS.length).pluck<string[]>('_id');
    for (const [index, id] of ids.entries()) {
      await database()
        .knex('assets')
        .where('_id', `\\x${id}`)
        .update({
          site_name: TEXTS[index],
          address_locality: TEXTS[index],
          floor_area: database().knex.raw(`'${NUMBERS[index] ?? '1'}'::float8`),
          tags: index === 0 ? [] : [TEXTS[index], 'x'],
          owned_since: ['0001-01-01T00:00:00.001Z', '9999-12-31T23:59:59.999Z', '2024-02-29T12:00:00.120Z', null][
            index % 4
          ],
        });
    }
  });

  /** The text of a list, and of the same where each record also has its company. */
  const both = async (selected: string): Promise<readonly [text: string, resolved: string]> => {
    const ask = async (more: string): Promise<string> => {
      const query = `{ assets(limit: 200) { data { ${selected} ${more} } } }`;
      const { text, body } = await server().graphql(query, {}, key());
      expect(body.errors, text).toBeUndefined();
      // The costs differ.
      return text.replace(/,"extensions":.*/s, '');
    };
    const resolved = await ask('LINK: entity { LINK: _id }');
    return [await ask(''), resolved.replaceAll(/,"LINK":(null|\{"LINK":"[0-9a-f]{24}"\})(?=\})/g, '')];
  };

  const LONG = 'a'.repeat(64);
  const MANY = Array.from({ length: 28 }, (_, index) => `n${index}: siteName`);
  const ALL = LIST_FIELDS.assets.map((path) => path.replace(/^address\.(.*)/, 'address { $1 }'));

  it.each([
    ['texts', '_id siteName tags'],
    ['numbers', 'floorArea noOfFloors vacancyRate constructionYear'],
    ['timestamps', 'ownedSince createdAt updatedAt'],
    ['nested objects', 'address { locality postCode } siteName'],
    ['aliases', 'b: siteName a: siteName floor_area: floorArea address { x: locality __typename }'],
    ['aliases that are JavaScript properties', '__proto__: siteName constructor: floorArea toString: _id'],
    ['aliases with capitals, and SQL keywords', 'Select: siteName TABLE: tags null: ownedSince'],
    ['__typename', '__typename _id t: __typename'],
    ['only __typename', '__typename address { t: __typename }'],
    ['aliases that the statement uses', 'd: siteName j: floorArea t: tags json: _id address { d: locality }'],
    ['aliases longer than PostgreSQL allows', `${LONG}: siteName ${LONG}b: floorArea`],
    ['objects whose fields are all skipped', '_id address { postCode @skip(if: true) } siteName'],
    ['aliased objects', 'd: address { d: locality t: __typename } e: address { postCode }'],
    ['more fields than a PostgreSQL function has arguments', [...ALL, 'tags', ...MANY].join(' ')],
  ])('equal, byte for byte, the records that GraphQL resolvers write: %s', async (_, selected) => {
    const [text, resolved] = await both(selected);
    expect(text).toBe(resolved);
  });

  it('contain the stored numbers and texts', async () => {
    const { body } = await server().graphql<{ assets: { data: Record<string, unknown>[] } }>(
      '{ assets(limit: 17) { data { siteName floorArea tags } } }',
      {},
      key(),
    );
    const found = body.data?.assets.data ?? [];
    expect(found.map(({ siteName }) => siteName)).toEqual(TEXTS);
    // JSON has no negative zero.
    expect(found.map(({ floorArea }) => floorArea)).toEqual(NUMBERS.map((text) => Number(text) + 0));
    expect(found[0]?.tags).toEqual([]);
  });
});
