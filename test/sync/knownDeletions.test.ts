import { sql } from '../../src/db/sql.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { switchDeletionRecord, expireDeletions } from '../../src/import/expireDeletions.js';
import { ENGINES } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { linkOf } from '../support/links.js';
import { COMPANIES, type PlainRecord } from '../support/portfolio.js';
import { at } from '../support/random.js';
import { servePortfolio } from '../support/served.js';
import type { Answer } from '../support/server.js';
import { until } from '../support/until.js';

interface Envelope {
  readonly data: readonly PlainRecord[];
}

const DAY_MS = 86_400_000;
const IDS = ['da', 'db', 'dc', 'dd'].map((begin) => begin.padEnd(24, '0'));
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

describe.each(ENGINES)('the deletion horizon on %s', (engine) => {
  const { server, database, key } = servePortfolio(engine);
  const remove = async (ids: readonly string[]): Promise<void> => {
    await importPlain(
      database(),
      'invoices',
      ids.map((_id) => ({ _id, companyId: COMPANIES[0] })),
    );
    await deleteRecords(database(), 'invoices', { ids }, 'delete');
  };
  const ask = (more = ''): Promise<Answer<Envelope>> =>
    server().get<Envelope>(`/deletions?resource=invoices${more}`, key());
  const idsOf = ({ body }: Answer<Envelope>): readonly unknown[] => body.data.map(({ _id }) => _id);
  const since = async (): Promise<string> => {
    const [row] = await database().rows<{ readonly since: string }>(
      sql`select extract(epoch from since) * 1000 as since from deletions_known`,
    );
    return new Date(Number(row?.since)).toISOString();
  };
  const everybodysVersion = async (): Promise<unknown> =>
    database().rows(sql`select version, mark from portfolio_versions where portfolio_id = ''`);
  /** Makes a deletion older than it is. */
  const age = async (id: string, days: number): Promise<void> => {
    await database()
      .knex('deletions')
      .where({ _id: `\\x${id}` })
      .update({ deleted_at: ago(days) });
  };

  it('covers all time in a new database', async () => {
    expect(await since()).toBe('1970-01-01T00:00:00.000Z');
    expect((await ask('&deletedAt.gte=1971-01-01')).body).toMatchObject({ total: 0 });
    expect((await ask('&deletedAt.gte=1969-12-31T23:59:59.999Z')).body).toMatchObject({ code: 'no-longer-known' });
  });

  describe('after old deletions have expired', () => {
    let cursor: string;
    beforeAll(async () => {
      await remove(IDS);
      for (const [index, days] of [100, 91, 89, 1].entries()) await age(at(IDS, index), days);
      const first = await ask('&limit=1&after=');
      expect(idsOf(first)).toEqual([IDS[0]]);
      cursor = String(linkOf(first, 'next'));
    });

    it('starts at midnight of the retention limit, and changes once a day', async () => {
      await expireDeletions(database(), 90);
      const midnight = `${ago(90).slice(0, 10)}T00:00:00.000Z`;
      expect(await since()).toBe(midnight);
      expect(await database().knex('deletions').count('* as n')).toEqual([{ n: 2 }]);
      const version = await everybodysVersion();
      await expireDeletions(database(), 90);
      expect(await everybodysVersion()).toEqual(version);
      expect(await since()).toBe(midnight);
    });

    it('a request without deletedAt, or with a later one, returns every recorded deletion', async () => {
      expect(idsOf(await ask())).toEqual(IDS.slice(2));
      expect(idsOf(await ask(`&deletedAt.gte=${ago(89.5)}`))).toEqual(IDS.slice(2));
      expect(idsOf(await ask(`&deletedAt.gt=${ago(2)}`))).toEqual(IDS.slice(3));
    });

    it('a request for an earlier time is a 410, with every operator, order and format', async () => {
      const asked = ago(95);
      const detail = `The service has deletions since ${await since()}, got ${asked}: read the whole list again, and continue from its Sync-Watermark.`;
      for (const more of [
        `&deletedAt.gte=${asked}`,
        `&deletedAt.gt=${asked}`,
        `&deletedAt=${asked}`,
        `&deletedAt.gte=${asked}&after=&limit=1`,
        `&deletedAt.gte=${asked}&sort=deletedAt:desc`,
        `&deletedAt.gte=${asked}&format=csv`,
      ]) {
        expect((await ask(more)).body, more).toMatchObject({ status: 410, code: 'no-longer-known', detail });
      }
      const query = `query Since($at: Timestamp!) {
        deletions(filter: { resource: { eq: "invoices" }, deletedAt: { gte: $at } }) { data { _id } } }`;
      const { body } = await server().graphql(query, { at: asked }, key());
      expect(body).toMatchObject({
        data: { deletions: null },
        errors: [{ message: detail, extensions: { code: 'no-longer-known' } }],
      });
    });

    it('a cursor that points before it is a 410', async () => {
      const { body } = await server().ask(cursor, { headers: { 'x-api-key': key() } });
      expect(body).toMatchObject({ status: 410, code: 'no-longer-known' });
    });
  });

  it('returns 410 while recording is off, and starts when recording is switched on', async () => {
    await switchDeletionRecord(database(), 0);
    expect((await ask()).body).toMatchObject({
      ...{ status: 410, code: 'no-longer-known' },
      detail: 'This service does not record deletions: read the complete list instead.',
    });
    const before = await database().knex('deletions').count('* as n');
    await remove([at(IDS, 0)]);
    expect(await database().knex('deletions').count('* as n')).toEqual(before);
    await expireDeletions(database(), 0);
    expect(await database().knex('deletions')).toEqual([]);

    const asked = ago(0);
    await until('that is past', () => ago(0) > asked);
    await switchDeletionRecord(database(), 90);
    const begun = await since();
    await switchDeletionRecord(database(), 90);
    expect(await since()).toBe(begun);
    await remove([at(IDS, 1)]);
    expect(idsOf(await ask(`&deletedAt.gte=${begun}`))).toEqual([IDS[1]]);
    expect((await ask(`&deletedAt.gte=${asked}`)).body).toMatchObject({ code: 'no-longer-known' });
  });
});
