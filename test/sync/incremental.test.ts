import { describe, expect, it } from 'vitest';
import { beginEntry, endEntry, recordParts } from '../../src/import/journal.js';
import { ENGINES, EVERY_ENGINE } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { linkOf } from '../support/links.js';
import { COMPANIES, PORTFOLIO, type PlainRecord } from '../support/portfolio.js';
import { servePortfolio } from '../support/served.js';
import type { TestServer } from '../support/server.js';

interface Envelope {
  readonly data: readonly PlainRecord[];
}

/** What a client keeps: records by `_id`, and from where it asks next. */
interface Copy {
  readonly records: Map<string, PlainRecord>;
  from: string;
  /** Records that were sent, the same ones again included. */
  received: number;
}

const emptyCopy = (): Copy => ({ records: new Map(), from: '', received: 0 });

/**
 * The recipe (docs/rest.md, incremental sync): all that changed since the last time, page by page; the least mark of
 * its pages says where to ask next.
 */
async function sync(server: TestServer, key: string, list: string, copy: Copy, limit: number): Promise<void> {
  const since = copy.from === '' ? '' : `&updatedAt.gte=${copy.from}`;
  let next: string | undefined = `/2.0/${list}?limit=${limit}&after=${since}`;
  const marks: string[] = [];
  while (next !== undefined) {
    const answer = await server.ask<Envelope>(next, { headers: { 'x-api-key': key } });
    expect(answer.status, answer.text).toBe(200);
    marks.push(String(answer.headers['sync-watermark']));
    for (const record of answer.body.data) copy.records.set(String(record._id), record);
    copy.received += answer.body.data.length;
    next = linkOf(answer, 'next');
  }
  copy.from = marks.toSorted()[0] ?? '';
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');
const account = (step: number, name: string): PlainRecord => ({
  _id: `b0${hex((step * 2_654_435_761) % 4_294_967_296)}${hex(step)}000000`,
  companyId: COMPANIES[step % 2],
  type: 'water',
  name,
});
const records = (from: number, to: number, name: string): PlainRecord[] =>
  Array.from({ length: to - from }, (_, index) => account(from + index, name));

describe.each(EVERY_ENGINE)('incremental sync on %s', (engine) => {
  const { server, key, database } = servePortfolio(engine);

  const whole = async (list: string): Promise<Map<string, PlainRecord>> => {
    const copy = emptyCopy();
    await sync(server(), key(), list, copy, 10_000);
    return copy.records;
  };

  it('returns every record first, then nothing until a record changes, and each change once', async () => {
    const copy = emptyCopy();
    await sync(server(), key(), 'assets', copy, 7);
    expect(copy.received).toBe(PORTFOLIO.assets.length);
    await sync(server(), key(), 'assets', copy, 7);
    expect(copy.received).toBe(PORTFOLIO.assets.length);
    const [first, second] = [...copy.records.values()];
    for (const asset of [first, second]) {
      await importPlain(database(), 'assets', [
        { _id: asset?._id, companyId: asset?.companyId, entityId: asset?.entityId, siteName: 'Changed' },
      ]);
      await sync(server(), key(), 'assets', copy, 7);
      expect(copy.records.get(String(asset?._id))?.siteName).toBe('Changed');
    }
    expect(copy.received).toBe(PORTFOLIO.assets.length + 2);
  });

  it('misses no change while imports run, whatever page the client reads', async () => {
    const copy = emptyCopy();
    let importing = true;
    const imports = async (): Promise<void> => {
      for (let round = 0; round < 6; round += 1) {
        await importPlain(database(), 'accounts', records(round * 150, round * 150 + 200, `round ${round}`));
      }
      importing = false;
    };
    const client = async (): Promise<void> => {
      while (importing) await sync(server(), key(), 'accounts', copy, 37);
    };
    await Promise.all([imports(), client()]);
    await sync(server(), key(), 'accounts', copy, 37);
    expect(copy.records).toEqual(await whole('accounts'));
    const before = copy.received;
    await sync(server(), key(), 'accounts', copy, 37);
    expect(copy.received).toBe(before);
  });

  it('returns the same Sync-Watermark until the next import', async () => {
    const mark = async (): Promise<unknown> => (await server().get('/accounts', key())).headers['sync-watermark'];
    const first = await mark();
    expect(first).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await mark()).toBe(first);
    await importPlain(database(), 'accounts', [account(1, 'again')]);
    expect(String(await mark()) >= String(first)).toBe(true);
  });
});

describe.runIf(ENGINES.includes('postgres'))('a transaction that commits late', () => {
  const { server, key, database } = servePortfolio('postgres');

  it('reaches the client, though its updatedAt is older than records already returned', async () => {
    const { knex } = database();
    const { entry } = await database().withLocks((locks) =>
      beginEntry(database(), locks, 1, { resource: 'accounts', file: 'late' }),
    );
    await knex.transaction((begun) => recordParts(begun, entry.id, 2));
    const trx = await knex.transaction();
    const { _id } = PORTFOLIO.accounts[0] ?? {};
    const copy = emptyCopy();
    try {
      const late = { name: 'late', updated_at: trx.fn.now() };
      await trx('accounts')
        .where({ _id: `\\x${String(_id)}` })
        .update(late);
      // Meanwhile another part of the import is committed, with a later moment, and a client asks.
      await knex('accounts')
        .where({ _id: `\\x${String(PORTFOLIO.accounts[1]?._id)}` })
        .update({ name: 'early', updated_at: knex.fn.now() });
      await sync(server(), key(), 'accounts', copy, 10);
      await trx.commit();
    } finally {
      if (!trx.isCompleted()) await trx.rollback();
    }
    await endEntry(database(), entry, 'done');
    expect(copy.records.get(String(_id))?.name).not.toBe('late');
    await sync(server(), key(), 'accounts', copy, 10);
    expect(copy.records.get(String(_id))?.name).toBe('late');
    const before = copy.received;
    await sync(server(), key(), 'accounts', copy, 10);
    expect(copy.received).toBe(before);
  });
});
