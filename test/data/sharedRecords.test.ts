import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { readColumns } from '../../src/data/columns.js';
import { openReads, type ReadOptions, readRecords, type Reads } from '../../src/data/reads.js';
import type { Access, Resource } from '../../src/data/resource.js';
import { shareRecords } from '../../src/data/sharedRecords.js';
import { type DataState, readState } from '../../src/data/state.js';
import { RequestRecord, traceOf } from '../../src/observe/requestRecord.js';
import { buildSchema } from '../../src/run/createCore.js';
import { countStatements } from '../support/countStatements.js';
import { EVERY_ENGINE } from '../support/engines.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { COMPANIES, PORTFOLIO } from '../support/portfolio.js';

const [FIRST, SECOND] = COMPANIES;
const accountsOf = (company: string): readonly string[] =>
  PORTFOLIO.accounts.filter(({ companyId }) => companyId === company).map(({ _id }) => String(_id));
const accessTo = (company: string): Access => ({ companies: [company], entities: [] });

function resourceOf(type: string): Resource {
  const resource = buildSchema().resources.get(type);
  if (!resource) throw new Error(type);
  return resource;
}
const ACCOUNT = resourceOf('Account');
const columnsOf = (...names: readonly string[]) =>
  readColumns([...ACCOUNT.columns.values()].filter(({ path }) => names.includes(path)));
const COLUMNS = columnsOf('_id', 'companyId', 'name');

/** The options of a request. */
type Request = Pick<ReadOptions, 'caller' | 'onState'>;

describe.each(EVERY_ENGINE)('single records of concurrent requests, on %s', (engine) => {
  let database: Database;
  let counting: Database;
  let takeStatements: () => number;

  beforeAll(async () => {
    database = await openPortfolio(engine);
    ({ counting, take: takeStatements } = countStatements(database));
  });
  afterAll(() => database.close());

  /** Returns a function that opens the reads of a request. All of them share statements. */
  function requests(): (access: Access, request?: Request) => Reads {
    const readRecord = shareRecords((source, ids, caller) => readRecords(counting, source, ids, caller));
    return (access, { caller, onState = () => undefined } = {}) =>
      openReads(counting, access, { caller, onState, readRecord });
  }

  it('are read by one statement for each access, and nobody gets a record of another company', async () => {
    const open = requests();
    const [first, second] = [accessTo(FIRST), accessTo(SECOND)];
    const ids = [...accountsOf(FIRST), ...accountsOf(SECOND)];
    takeStatements();
    const readAs = (access: Access) =>
      Promise.all(ids.map(async (id) => (await open(access).byId(ACCOUNT, id, COLUMNS))?._id ?? null));
    const [seen, others] = await Promise.all([readAs(first), readAs(second)]);
    expect(seen).toEqual(ids.map((id) => (accountsOf(FIRST).includes(id) ? id : null)));
    expect(others).toEqual(ids.map((id) => (accountsOf(SECOND).includes(id) ? id : null)));
    expect(takeStatements()).toBe(2);
  });

  it('have the columns of their own request', async () => {
    const open = requests();
    const access = accessTo(FIRST);
    const [id = ''] = accountsOf(FIRST);
    takeStatements();
    const rows = await Promise.all(
      [COLUMNS, columnsOf('_id', 'type')].map((columns) => open(access).byId(ACCOUNT, id, columns)),
    );
    expect(rows.map((row) => [row?._id, row?.name !== undefined, row?.type !== undefined])).toEqual([
      [id, true, false],
      [id, false, true],
    ]);
    expect(takeStatements()).toBe(2);
  });

  it('come with the state of their snapshot, unless the viewer sees no such record', async () => {
    const open = requests();
    const access = accessTo(FIRST);
    const states: (DataState | undefined)[] = [undefined, undefined];
    const ids = [accountsOf(FIRST)[0] ?? '', accountsOf(SECOND)[0] ?? ''];
    await Promise.all(
      ids.map((id, index) => open(access, { onState: (state) => (states[index] = state) }).byId(ACCOUNT, id, COLUMNS)),
    );
    const { version } = await readState(database, access);
    expect(states.map((state) => state?.version)).toEqual([version, undefined]);
  });

  it('fail only for the requests of the statement that fails', async () => {
    const open = requests();
    const [id = ''] = accountsOf(FIRST);
    const results = await Promise.allSettled([
      open(accessTo('no identifier')).byId(ACCOUNT, id, COLUMNS),
      open(accessTo(FIRST)).byId(ACCOUNT, id, COLUMNS),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('send no statement if all clients have left', async () => {
    const open = requests();
    const access = accessTo(FIRST);
    const records = [
      new RequestRecord({}, 'first', traceOf(undefined)),
      new RequestRecord({}, 'second', traceOf(undefined)),
    ];
    let sent = 0;
    const stop = database.onStatement(() => (sent += 1));
    const reads = records.map((caller) => open(access, { caller }).byId(ACCOUNT, accountsOf(FIRST)[0] ?? '', COLUMNS));
    for (const record of records) record.abandon();
    const results = await Promise.allSettled(reads);
    stop();
    expect(results).toMatchObject(records.map(() => ({ status: 'rejected', reason: { code: 'client-gone' } })));
    expect(sent).toBe(0);
  });

  it.runIf(engine === 'postgres')('wait neither for other users nor for clients that leave', async () => {
    const open = requests();
    const [first, second] = [accessTo(FIRST), accessTo(SECOND)];
    const [one = '', other = ''] = accountsOf(FIRST);
    const [entity = ''] = PORTFOLIO.entities
      .filter(({ companyId }) => companyId === SECOND)
      .map(({ _id }) => String(_id));
    const gone = new RequestRecord({}, 'first', traceOf(undefined));
    const stays = new RequestRecord({}, 'second', traceOf(undefined));
    const trx = await database.knex.transaction();
    try {
      await trx.raw('lock table accounts in access exclusive mode');
      takeStatements();
      const left = open(first, { caller: gone }).byId(ACCOUNT, one, COLUMNS);
      const kept = open(first, { caller: stays }).byId(ACCOUNT, other, COLUMNS);
      const rejected = expect(left).rejects.toMatchObject({ code: 'client-gone' });
      await expect.poll(takeStatements).toBe(1);
      const ENTITY = resourceOf('Entity');
      const columns = readColumns([...ENTITY.columns.values()].filter(({ path }) => path === '_id'));
      expect((await open(second).byId(ENTITY, entity, columns))?._id).toBe(entity);
      takeStatements();
      gone.abandon();
      await rejected;
      await expect.poll(takeStatements).toBe(1);
      await trx.rollback();
      expect((await kept)?._id).toBe(other);
    } finally {
      await trx.rollback();
    }
  });
});
