import { describe, expect, it } from 'vitest';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import type { ImportName } from '../../src/import/importNames.js';
import { CopyingClient, emptyCopy } from '../support/copies.js';
import { ENGINES } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { COMPANIES, ENTITIES, PORTFOLIO, type PlainRecord } from '../support/portfolio.js';
import { at, pick, type Random, seeded } from '../support/random.js';
import { servePortfolio } from '../support/served.js';

const STEPS = 24;
const SEED = Number(process.env.TEST_SEED ?? 11);
/** Accounts of the first company with intervals, readings, invoices and contracts. */
const ACCOUNTS = PORTFOLIO.accounts.filter(({ companyId }) => companyId === COMPANIES[0]).slice(0, 6);
const READ = String(at(PORTFOLIO.readings, 1).accountId);
const LISTS = ['accounts', 'assets', 'invoices', 'non-cumulative', `readings?accountId=${READ}&type=*`];
const GRANTS = [
  { companies: [...COMPANIES], entities: [] },
  { companies: [], entities: [ENTITIES[0]] },
  { companies: [], entities: [ENTITIES[1]] },
  { companies: [], entities: [ENTITIES[0], ENTITIES[1]] },
];
const OWN = ENTITIES.slice(0, 3);

describe.each(ENGINES)('a copy that is kept by the recipe on %s', (engine) => {
  const { server, database } = servePortfolio(engine);
  /** What is there, by list and `_id`, as far as it may be changed. */
  const there = new Map<ImportName, Map<string, PlainRecord>>(
    (['accounts', 'assets', 'invoices', 'non-cumulative', 'readings'] as const).map((name) => [
      name,
      new Map(PORTFOLIO[name].map((record) => [String(record._id), record])),
    ]),
  );
  const store = async (name: ImportName, record: PlainRecord): Promise<void> => {
    await importPlain(database(), name, [record]);
    there.get(name)?.set(String(record._id), record);
  };

  /** Moves an account or an asset to another entity. */
  const move = async (random: Random, name: 'accounts' | 'assets'): Promise<void> => {
    const known = name === 'accounts' ? ACCOUNTS : PORTFOLIO.assets.filter(({ companyId }) => companyId === COMPANIES[0]);
    const record = there.get(name)?.get(String(pick(random, [...known, at(ACCOUNTS, 0)])._id));
    if (!record) return;
    const { createdAt: _, updatedAt: __, ...rest } = record;
    await store(name, { ...rest, entityId: pick(random, [...OWN, null]) });
  };
  /** Deletes some records of what nothing else needs, or stores one of those anew. */
  const change = async (random: Random, name: 'invoices' | 'non-cumulative' | 'readings'): Promise<void> => {
    const records = there.get(name) ?? new Map<string, PlainRecord>();
    const ids = [...records.keys()].filter(() => random() < 0.03).slice(0, 5);
    const gone = name === 'invoices' ? ids.filter((id) => !isNeeded(id)) : ids;
    if (gone.length > 0) await deleteRecords(database(), name, { ids: gone }, 'delete');
    const kept = gone.map((id) => records.get(id));
    for (const id of gone) records.delete(id);
    const [again] = kept;
    if (!again || random() < 0.5) return;
    const { createdAt: _, updatedAt: __, entityId: ___, ...rest } = again;
    await store(name, rest);
  };
  const isNeeded = (id: string): boolean =>
    [...(there.get('readings')?.values() ?? [])].some(({ invoiceId }) => invoiceId === id);

  it(`equals the list, whatever was imported, changed, deleted and moved: seed ${SEED}`, async () => {
    const random = seeded(SEED);
    const viewers = await Promise.all(
      GRANTS.map(async (grant) => new CopyingClient(server(), await server().key(grant))),
    );
    const copies = viewers.map(() => LISTS.map(() => emptyCopy()));
    const syncAll = async (viewer: number): Promise<void> => {
      for (const [index, list] of LISTS.entries()) {
        await at(viewers, viewer).sync(list, at(at(copies, viewer), index), 40);
      }
    };
    await importPlain(database(), 'accounts', []);
    for (const index of GRANTS.keys()) await syncAll(index);
    for (let step = 0; step < STEPS; step += 1) {
      const what = pick(random, ['accounts', 'assets', 'invoices', 'non-cumulative', 'readings'] as const);
      if (what === 'accounts' || what === 'assets') await move(random, what);
      else await change(random, what);
      // Some ask after each change, some after many.
      for (const index of GRANTS.keys()) if (random() < 0.25) await syncAll(index);
    }
    for (const index of GRANTS.keys()) {
      await syncAll(index);
      for (const [place, list] of LISTS.entries()) {
        const whole = emptyCopy();
        await at(viewers, index).sync(list, whole, 1_000);
        const copy = at(at(copies, index), place);
        expect([...copy.records].toSorted(), `${list} of ${JSON.stringify(GRANTS[index])}`).toEqual(
          [...whole.records].toSorted(),
        );
      }
    }
  }, 300_000);
});
