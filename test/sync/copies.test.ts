import { describe, expect, it } from 'vitest';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { CopyingClient, emptyCopy } from '../support/copies.js';
import { ENGINES } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { COMPANIES, ENTITIES, PORTFOLIO, type PlainRecord } from '../support/portfolio.js';
import { at, pick, type Random, seeded } from '../support/random.js';
import { timesOf } from '../support/repeated.js';
import { servePortfolio } from '../support/served.js';
import { omit } from '../support/server.js';

const STEPS = timesOf('steps of a copy that follows the changes');
const SEED = Number(process.env.TEST_SEED ?? 11);
const NAMES = ['accounts', 'assets', 'invoices', 'non-cumulative', 'readings'] as const;
type Name = (typeof NAMES)[number];

const own = (name: 'accounts' | 'assets'): readonly PlainRecord[] =>
  PORTFOLIO[name].filter(({ companyId }) => companyId === COMPANIES[0]);
/** Accounts of the first company with intervals, readings, invoices and contracts. */
const MOVING = own('accounts').slice(0, 6);
const needed = (name: 'contracts' | 'invoices' | 'readings'): ReadonlySet<unknown> =>
  new Set(PORTFOLIO[name].map(({ accountId }) => accountId));
/** Those that have nothing but intervals, and those that have nothing. */
const REMOVED = own('accounts').filter(
  ({ _id }) => !needed('contracts').has(_id) && !needed('invoices').has(_id) && !needed('readings').has(_id),
);
const READ = String(at(PORTFOLIO.readings, 1).accountId);
const LISTS = ['accounts', 'assets', 'invoices', 'non-cumulative', `readings?accountId=${READ}&type=*`];
const GRANTS = [
  { companies: [...COMPANIES], entities: [] },
  { companies: [], entities: [ENTITIES[0]] },
  { companies: [], entities: [ENTITIES[1]] },
  { companies: [], entities: [ENTITIES[0], ENTITIES[1]] },
];

/** A record as it is imported anew: the server gives its stamps, and its account its entity. */
function afresh(record: PlainRecord): PlainRecord {
  const isOfAccount = typeof record.accountId === 'string';
  return omit(record, 'createdAt', 'updatedAt', ...(isOfAccount ? ['entityId'] : []));
}

describe.each(ENGINES)('a copy synchronised as the docs describe, on %s', (engine) => {
  const { server, database } = servePortfolio(engine);
  /** What is there, by list and `_id`. */
  const there = new Map<Name, Map<string, PlainRecord>>(
    NAMES.map((name) => [name, new Map(PORTFOLIO[name].map((record) => [String(record._id), record]))]),
  );
  const of = (name: Name): Map<string, PlainRecord> => there.get(name) ?? new Map<string, PlainRecord>();
  const store = async (name: Name, records: readonly PlainRecord[]): Promise<void> => {
    await importPlain(database(), name, records.map(afresh));
    for (const record of records) of(name).set(String(record._id), record);
  };
  const remove = async (name: Name, ids: readonly string[]): Promise<void> => {
    expect(await deleteRecords(database(), name, { ids }, 'delete')).toMatchObject({ deleted: ids.length });
    for (const id of ids) of(name).delete(id);
  };

  /** Moves an account or an asset to another entity. */
  const move = async (random: Random, name: 'accounts' | 'assets'): Promise<void> => {
    const record = of(name).get(String(pick(random, name === 'accounts' ? MOVING : own('assets'))._id));
    if (record) await store(name, [{ ...record, entityId: pick(random, [...ENTITIES.slice(0, 3), null]) }]);
  };
  /** Deletes some records that nothing else needs, or changes them, and may store one of those that went anew. */
  const change = async (random: Random, name: 'invoices' | 'non-cumulative' | 'readings'): Promise<void> => {
    const isNeeded = (id: string): boolean => [...of('readings').values()].some(({ invoiceId }) => invoiceId === id);
    const ids = [...of(name).keys()]
      .filter((id) => random() < 0.03 && (name !== 'invoices' || !isNeeded(id)))
      .slice(0, 5);
    const records = [...of(name).values()].filter(({ _id }) => ids.includes(String(_id)));
    if (records.length === 0) return;
    if (random() < 0.3) {
      await store(
        name,
        records.map((record) => (name === 'invoices' ? { ...record, notes: `changed ${random()}` } : record)),
      );
      return;
    }
    await remove(name, ids);
    if (random() < 0.5) await store(name, records.slice(0, 1));
  };
  /** Deletes an account after all that it has, or stores one that went anew, with what it had. */
  const replace = async (random: Random): Promise<void> => {
    const account = pick(random, REMOVED);
    const id = String(account._id);
    const isOf = ({ accountId }: PlainRecord): boolean => accountId === id;
    if (of('accounts').has(id)) {
      const intervals = [...of('non-cumulative').values()].filter(isOf).map(({ _id }) => String(_id));
      if (intervals.length > 0) await remove('non-cumulative', intervals);
      await remove('accounts', [id]);
    } else {
      await store('accounts', [{ ...account, entityId: pick(random, ENTITIES.slice(0, 3)) }]);
      const intervals = PORTFOLIO['non-cumulative'].filter(isOf);
      if (intervals.length > 0) await store('non-cumulative', intervals);
    }
  };

  it(`equals the complete list after any imports, changes, deletions and moves: seed ${SEED}`, async () => {
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
    for (const index of GRANTS.keys()) await syncAll(index);
    for (let step = 0; step < STEPS; step += 1) {
      const drawn = pick(random, [...NAMES, 'replace', 'replace', 'forget'] as const);
      // However few steps there are, some clients have to begin anew.
      const what = step === STEPS - 1 ? 'forget' : drawn;
      // Some ask after each change, some after many, and some while it is made.
      const meanwhile = [...GRANTS.keys()].filter(() => random() < 0.1);
      const changing = async (): Promise<void> => {
        if (what === 'replace') await replace(random);
        else if (what === 'forget') await database().knex.raw('update deletions_known set since = clock_timestamp()');
        else if (what === 'accounts' || what === 'assets') await move(random, what);
        else await change(random, what);
      };
      await Promise.all([changing(), ...meanwhile.map(syncAll)]);
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
    expect(viewers.map(({ begunAnew }) => begunAnew > 0)).toContain(true);
  }, 300_000);
});
