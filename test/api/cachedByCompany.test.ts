import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../src/auth/keys.js';
import type { Database } from '../../src/db/database.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { beginEntry, endEntry, recordCompanies, recordParts } from '../../src/import/journal.js';
import { changeAndRecompute } from '../../src/findings/changeSetting.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { countStatements } from '../support/countStatements.js';
import { ENGINES } from '../support/engines.js';
import { onOneServer } from '../support/onOneServer.js';
import { importPlain } from '../support/importPlain.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import type { Listed } from '../support/model.js';
import { COMPANIES, ENTITIES, PORTFOLIO, type PlainRecord } from '../support/portfolio.js';
import { startServer, type TestServer } from '../support/server.js';
import { CHANGES } from '../support/twin.js';

const [FIRST, SECOND] = COMPANIES;
/** Two of the first company, and one of the second. */
const [NORTH, SOUTH, , ABROAD] = ENTITIES;
const GRANTS = {
  first: { companies: [FIRST] },
  second: { companies: [SECOND] },
  both: { companies: COMPANIES },
  north: { entities: [NORTH] },
  south: { entities: [SOUTH] },
  abroad: { entities: [ABROAD] },
};
type Who = keyof typeof GRANTS;
const EVERYBODY = Object.keys(GRANTS) as Who[];
const PATH = '/accounts?limit=3';
const QUERY = '{ accounts(limit: 3) { total data { _id name } } assets { total } }';

type Row = PlainRecord & { readonly _id: string };
const isRow = (record: PlainRecord): record is Row => typeof record._id === 'string';
const of = (kind: Listed, belongs: (record: PlainRecord) => boolean): Row => {
  const found = PORTFOLIO[kind].filter(isRow).find(belongs);
  if (!found) throw new Error(kind);
  return found;
};
const idsOf = (kind: 'accounts', belongs: (record: PlainRecord) => boolean): ReadonlySet<unknown> =>
  new Set(PORTFOLIO[kind].filter(belongs).map(({ _id }) => _id));

const abroad = idsOf('accounts', ({ entityId }) => entityId === ABROAD);
const north = idsOf('accounts', ({ entityId }) => entityId === NORTH);
const isAbroad = ({ entityId, accountId }: PlainRecord): boolean =>
  accountId === undefined ? entityId === ABROAD : abroad.has(accountId);
/** Records of an entity of the second company, which the second company sees, and the entity. */
const RECORDS: readonly (readonly [name: string, kind: Listed, record: Row])[] = [
  ['entities', 'entities', of('entities', ({ _id }) => _id === ABROAD)],
  ['assets', 'assets', of('assets', isAbroad)],
  ['accounts', 'accounts', of('accounts', isAbroad)],
  ['asset-groups', 'asset-groups', of('asset-groups', isAbroad)],
  ['contracts', 'contracts', of('contracts', isAbroad)],
  ['invoices', 'invoices', of('invoices', isAbroad)],
  [
    'invoices without an account',
    'invoices',
    of('invoices', ({ accountId, entityId }) => accountId === null && entityId === ABROAD),
  ],
  ['readings', 'readings', of('readings', ({ companyId }) => companyId === SECOND)],
  ['non-cumulative', 'non-cumulative', of('non-cumulative', isAbroad)],
];

describe.each(ENGINES)('the cache of responses by company, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let keys: Readonly<Record<Who, string>>;
  let takeStatements: () => number;

  beforeAll(async () => {
    database = await openPortfolio(engine);
    const counted = countStatements(database);
    takeStatements = counted.take;
    server = await startServer(counted.counting);
    const entries = await Promise.all(EVERYBODY.map(async (who) => [who, await server.key(GRANTS[who])] as const));
    keys = Object.fromEntries(entries) as Record<Who, string>;
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const tagOf = async (key: string): Promise<string> => String((await server.get(PATH, key)).headers.etag);
  const isStill = async (key: string, tag: string): Promise<boolean> => {
    const headers = { 'x-api-key': key, 'if-none-match': tag };
    return (await server.ask(`/2.0${PATH}`, { headers })).status === 304;
  };
  const watermarkOf = async (who: Who): Promise<string> =>
    String((await server.get(PATH, keys[who])).headers['sync-watermark']);
  const watermarks = (): Promise<readonly string[]> => Promise.all(EVERYBODY.map(watermarkOf));
  /**
   * Whose tags a change voids; those of all others are still answered 304. The watermark moves on with the tag, and
   * stays with it.
   */
  const voidedBy = async (change: () => Promise<unknown>): Promise<readonly Who[]> => {
    const tags = await Promise.all(EVERYBODY.map((who) => tagOf(keys[who])));
    const before = await watermarks();
    await change();
    const still = await Promise.all(EVERYBODY.map((who, index) => isStill(keys[who], tags[index] ?? '')));
    const voided = EVERYBODY.filter((_, index) => still[index] === false);
    const after = await watermarks();
    expect(EVERYBODY.filter((_, index) => (after[index] ?? '') > (before[index] ?? ''))).toEqual(voided);
    expect(EVERYBODY.filter((_, index) => after[index] !== before[index])).toEqual(voided);
    return voided;
  };
  const account = (belongs: (record: PlainRecord) => boolean): Row => of('accounts', belongs);

  it.each(RECORDS)(
    "drops, after an import of %s of the second company, only the responses of that company's users",
    async (_, kind, record) => {
      const changed = await voidedBy(() => importPlain(database, kind, [CHANGES[kind](record, 1)]));
      // A reading belongs to an account of any entity.
      expect(changed.filter((who) => who !== 'abroad' || kind !== 'readings')).toEqual(
        kind === 'readings' ? ['second', 'both'] : ['second', 'both', 'abroad'],
      );
      expect(await voidedBy(() => importPlain(database, kind, [CHANGES[kind](record, 1)]))).toEqual([]);
    },
  );

  it('drops, after a new record or a deletion, only the responses of users of its company and entity', async () => {
    const asset = { _id: 'ac0000000000000000000001', companyId: SECOND, entityId: ABROAD };
    const voided = ['second', 'both', 'abroad'];
    expect(await voidedBy(() => importPlain(database, 'assets', [asset]))).toEqual(voided);
    expect(await voidedBy(() => deleteRecords(database, 'assets', { ids: [asset._id] }, 'delete'))).toEqual(voided);
  });

  it('shows an entity to users who were granted it before its first import, and to users of its company', async () => {
    const entity = 'e000000000000000000000ff';
    const early = await server.key({ entities: [entity] });
    const before = await tagOf(early);
    const asset = { _id: 'ac0000000000000000000002', companyId: SECOND, entityId: entity };
    expect(await voidedBy(() => importPlain(database, 'assets', [asset]))).toEqual(['second', 'both']);
    expect(await isStill(early, before)).toBe(false);
    expect((await server.get('/assets', early)).body.total).toBe(1);
    expect((await server.graphql('{ entities { total } }', {}, early)).body.data).toEqual({ entities: { total: 1 } });
  });

  it('drops the responses of both entities, but not of a third, when an account moves between them', async () => {
    const moved = account(({ _id }) => north.has(_id));
    expect(await voidedBy(() => importPlain(database, 'accounts', [{ ...moved, entityId: SOUTH }]))).toEqual([
      ...['first', 'both', 'north', 'south'],
    ]);
    expect(await voidedBy(() => importPlain(database, 'accounts', [{ ...moved, entityId: null }]))).toEqual([
      ...['first', 'both', 'south'],
    ]);
    expect(await voidedBy(() => importPlain(database, 'accounts', [moved]))).toEqual(['first', 'both', 'north']);
  });

  it('drops the responses of another entity whose invoice changes by direct SQL, because the invoice follows its account', async () => {
    const moved = account(({ _id }) => north.has(_id) && PORTFOLIO.invoices.some(({ accountId }) => accountId === _id));
    await database
      .knex('invoices')
      .where({ account_id: `\\x${moved._id}` })
      .update({ entity_id: `\\x${ABROAD}` });
    const change = { ...moved, name: 'moved' };
    expect(await voidedBy(() => importPlain(database, 'accounts', [change]))).toEqual([
      ...['first', 'both', 'north', 'abroad'],
    ]);
  });

  it.runIf(onOneServer(engine, 'SQL by hand'))(
    'drops the responses of all users after changes to factors or settings, and after direct SQL',
    async () => {
      const factor = {
        set: 'ours',
        year: 2023,
        country: 'gb',
        type: 'water',
        unit: 'm³',
        scope1: 0,
        scope2: 0,
        scope3: 1,
      };
      const gas = account(({ type, companyId }) => type === 'gas' && companyId === FIRST);
      const changes: readonly (() => Promise<unknown>)[] = [
        () => importPlain(database, 'emission-factors', [factor]),
        () => changeAndRecompute(database, 'gas-calorific-value', '40'),
        () =>
          database
            .knex('accounts')
            .where({ _id: `\\x${gas._id}` })
            .update({ company_id: `\\x${SECOND}` }),
        () =>
          database
            .knex('accounts')
            .where({ _id: `\\x${gas._id}` })
            .update({ company_id: `\\x${FIRST}` }),
      ];
      for (const change of changes) expect(await voidedBy(change)).toEqual(EVERYBODY);
    },
  );

  it('drops, after a rebuild, only the responses of users of the recomputed accounts, and no response if nothing was wrong', async () => {
    const measured = new Set(PORTFOLIO['non-cumulative'].map(({ accountId }) => accountId));
    const { _id } = account((record) => measured.has(record._id) && record.entityId === ABROAD);
    const key = await database
      .knex('accounts')
      .where({ _id: `\\x${_id}` })
      .pluck('account_key');
    await database.knex('usage_months').whereIn('account_key', key).delete();
    expect(await voidedBy(() => rebuild(database, { ids: [_id] }))).toEqual(['second', 'both', 'abroad']);
    expect(await voidedBy(() => rebuild(database, { ids: [_id] }))).toEqual([]);
  });

  it('holds back only the sync watermark of the importing company, and only once the import applies its rows', async () => {
    await importPlain(database, 'assets', [{ _id: 'ac0000000000000000000003', companyId: SECOND, entityId: ABROAD }]);
    const { entry } = await database.withLocks((locks) =>
      beginEntry(database, locks, 1, { resource: 'assets', file: 'under way' }),
    );
    const since = '2020-01-01T00:00:00.000Z';
    await database.knex('imports').where({ import_id: entry.id }).update({ started_at: since });
    const before = await watermarks();
    expect(before.every((mark) => mark > since)).toBe(true);
    await recordCompanies(database, entry.id, [SECOND]);
    expect(await watermarks()).toEqual(before);
    await database.knex.transaction((trx) => recordParts(trx, entry.id, 1));
    const held = await watermarks();
    expect(EVERYBODY.filter((_, index) => held[index] === since)).toEqual(['second', 'both', 'abroad']);
    expect(EVERYBODY.filter((_, index) => held[index] === before[index])).toEqual(['first', 'north', 'south']);
    await recordCompanies(database, entry.id, null);
    expect(new Set(await watermarks())).toEqual(new Set([since]));
    await endEntry(database, entry, 'done');
    expect(await watermarks()).toEqual(before);
  });

  it('misses for a key with an added grant, and uses the data version of the new grants', async () => {
    const key = await server.key({ companies: [FIRST] });
    const before = await tagOf(key);
    expect(before).toBe(await tagOf(keys.first));
    const more = await issueKey(database, {
      ...{ role: 'reader', userId: key.slice(0, 24), companies: [SECOND], entities: [] },
    });
    expect(await tagOf(more.key)).toBe(await tagOf(keys.both));
    expect(await isStill(more.key, before)).toBe(false);
  });

  it("serves the same bytes without statements while other companies import, and runs the query again after its own company's import", async () => {
    const asset = (companyId: string, siteName: string) => ({
      ...{ _id: companyId.replace('c', 'a').replace('00', '77'), companyId, siteName },
    });
    const ask = async (): Promise<readonly string[]> => [
      (await server.get(PATH, keys.first)).text,
      (await server.graphql(QUERY, {}, keys.first)).text,
    ];
    const kept = async (): Promise<void> => {
      await expect
        .poll(async () => {
          takeStatements();
          await ask();
          return takeStatements();
        })
        .toBe(0);
    };
    await kept();
    const before = await ask();
    await importPlain(database, 'assets', [asset(SECOND, 'one')]);
    takeStatements();
    expect(await ask()).toEqual(before);
    expect(takeStatements()).toBe(0);
    await importPlain(database, 'assets', [asset(FIRST, 'one')]);
    takeStatements();
    await ask();
    expect(takeStatements()).toBeGreaterThan(0);
  });
});
