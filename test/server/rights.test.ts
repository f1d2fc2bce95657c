import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/run/createCore.js';
import type { Database } from '../../src/db/database.js';
import { openPostgres } from '../../src/db/postgres.js';
import { tablesRead } from '../../src/data/declaredTables.js';
import { createLogger } from '../../src/observe/logger.js';
import { ACCOUNT, COMPANY, POSTGRES, startFaulty, type Faulty } from '../support/faulty.js';
import { printTime } from '../support/figures.js';
import { importPlain } from '../support/importPlain.js';
import { startServer, type Answer, type TestServer } from '../support/server.js';
import { startUdg } from '../support/udg.js';

const FIGURES = `consumption?accountId=${ACCOUNT}&startDate=2024-01-01&endDate=2024-12-31&emissions=true&capacityInfo=true&contractCoverage=true&financialInfo=full&assetBreakdown=true`;

interface Line {
  readonly msg?: string;
  readonly code?: string;
  readonly reason?: string;
}

describe.runIf(POSTGRES !== '')('a read-only database role', () => {
  const role = `udg_test_${randomBytes(8).toString('hex')}`;
  const password = randomBytes(8).toString('hex');
  let faulty: Faulty;
  let url: string;
  let database: Database;
  let server: TestServer;
  let key: string;
  let lines: Line[];
  beforeAll(async () => {
    faulty = await startFaulty();
    await faulty.hand.query(`create role ${role} login password '${password}'`);
    // docs/operations.md grants every role of a service more: all tables.
    const tables = tablesRead(buildSchema().resources).join(', ');
    await faulty.hand.query(`grant select on ${tables} to ${role}`);
    const address = new URL(faulty.url);
    Object.assign(address, { username: role, password });
    url = address.toString();
    database = openPostgres({ url, poolMax: 3, statementTimeoutMs: 10_000 });
    const stream = new PassThrough();
    lines = [];
    stream.on('data', (line: Buffer) => lines.push(JSON.parse(line.toString()) as Line));
    server = await startServer(database, { ANSWER_CACHE: '0' }, createLogger('info', stream));
    const owner = await startServer(faulty.direct);
    key = await owner.key({ companies: [COMPANY] });
    await owner.close();
  });
  afterEach(() => {
    lines.length = 0;
  });
  afterAll(async () => {
    await server.close();
    await database.close();
    await faulty.hand.query(`drop owned by ${role}`);
    await faulty.hand.query(`drop role if exists ${role}`);
    await faulty.close();
  });

  const ready = async (): Promise<object> => {
    const { status, body } = await server.ask('/readyz');
    return { status, database: body.database };
  };
  const expectWell = async (): Promise<void> => {
    expect((await server.get('/accounts', key)).body).toMatchObject({ total: 1, data: [{ name: 'Main' }] });
    expect(await ready()).toEqual({ status: 200, database: 'ok' });
  };
  const expectRefusedFor = (answer: Answer, detail: string): void => {
    expect({ status: answer.status, code: answer.body.code, retry: answer.headers['retry-after'] }).toEqual({
      ...{ status: 503, code: 'database-unavailable', retry: '5' },
    });
    expect(answer.body.detail).toBe(detail);
  };
  const expectRefused = (answer: Answer, what: string): void => {
    expectRefusedFor(answer, `The database refuses to let the service ${what} right now; try again in a few seconds.`);
  };
  const reasons = (): readonly Line[] =>
    lines.filter(({ msg }) => msg === 'database failed').map(({ code = '', reason = '' }) => ({ code, reason }));
  /** Makes the service open a new connection for its next statement. */
  const disconnect = (): Promise<unknown> =>
    faulty.hand.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where starts_with(usename::text, $1)',
      [role],
    );

  it.each([
    'accounts',
    'assets',
    'invoices',
    `readings?accountId=${ACCOUNT}`,
    `non-cumulative?accountId=${ACCOUNT}`,
    `emissions?accountId=${ACCOUNT}&startDate=2024-01-01&endDate=2024-12-31`,
    FIGURES,
  ])('needs only the right to read the tables that the service lists: %s', async (path) => {
    const { status, text } = await server.get(`/${path}`, key);
    expect(status, text).toBe(200);
  });

  it('needs no other right for the links of GraphQL', async () => {
    const query = `{ viewer { userId role } entities { data { _id } } assetGroups { data { _id assets { total } } }
      accounts { data { name entity { _id } asset { siteName } contracts { total data { _id } } readings { total } } } }`;
    const { status, text } = await server.graphql(query, {}, key);
    expect(status, text).toBe(200);
    expect(text).not.toContain('"errors"');
  });

  it('that loses the right to read a table gets 503 only for that table, which the probe and the log name', async () => {
    await expectWell();
    await faulty.hand.query(`revoke select on accounts from ${role}`);
    expectRefused(await server.get('/accounts', key), 'read this');
    expectRefused(await server.get(`/accounts/${ACCOUNT}`, key), 'read this');
    expect((await server.get('/assets', key)).status).toBe(200);
    const half = await server.graphql('{ accounts { total } assets { total } }', {}, key);
    expect({ status: half.status, retry: half.headers['retry-after'] }).toEqual({ status: 200, retry: '5' });
    expect(half.body).toMatchObject({
      errors: [{ path: ['accounts'], extensions: { code: 'database-unavailable' } }],
      data: { accounts: null, assets: { total: 0 } },
    });
    expect(await ready()).toEqual({ status: 503, database: 'no permission to read: accounts' });
    expect((await server.ask('/livez')).status).toBe(200);
    // Logged once, however many requests fail.
    expect(reasons()).toEqual([{ code: '42501', reason: 'permission denied for table accounts' }]);
    await faulty.hand.query(`grant select on accounts to ${role}`);
    await printTime('an answer and /readyz once the right is granted again', expectWell);
  });

  it('without the right to one table ends udg serve with status 1 and the name of the table', async () => {
    await faulty.hand.query(`revoke select on assets, usage_days from ${role}`);
    const service = startUdg(['serve'], { DATABASE_URL: url });
    try {
      expect(await service.ended).toMatchObject({ status: 1 });
      expect(service.said()).toBe(
        'The database role lacks the right to read assets, usage_days: grant it select on assets, usage_days, and usage of their schema.\n',
      );
    } finally {
      service.process.kill('SIGKILL');
      await faulty.hand.query(`grant select on assets, usage_days to ${role}`);
    }
  });

  it.each([
    [
      'may not log in',
      `alter role ${role} nologin`,
      `alter role ${role} login`,
      '28000',
      'refuses the role of the service',
    ],
    [
      'may not connect to the database',
      `revoke connect on database %I from public`,
      `grant connect on database %I to public`,
      '42501',
      'refuses the role of the service a right',
    ],
    [
      'is gone',
      `alter role ${role} rename to ${role}_gone`,
      `alter role ${role}_gone rename to ${role}`,
      '28000',
      'refuses the role of the service',
    ],
  ])('that %s gets 503, by REST and GraphQL, until it is restored', async (_, harm, mend, code, word) => {
    const run = (statement: string): Promise<unknown> =>
      faulty.hand.query(`do $$ begin execute format('${statement}', current_database()); end $$`);
    await expectWell();
    await run(harm);
    await disconnect();
    expect((await server.get('/accounts', key)).status).toBe(503);
    const refused = await server.graphql('{ accounts { total } }', {}, key);
    expect({ status: refused.status, retry: refused.headers['retry-after'] }).toEqual({ status: 503, retry: '5' });
    expect(refused.body).toMatchObject({ errors: [{ extensions: { code: 'database-unavailable' } }] });
    expect(await ready()).toEqual({ status: 503, database: word });
    expect(reasons()).toEqual([
      { code, reason: expect.stringMatching(/role|permission denied for database/) as string },
    ]);
    expect(JSON.stringify(lines)).not.toContain(password);
    await run(mend);
    // Renaming a role clears a password whose hash uses the name.
    await faulty.hand.query(`alter role ${role} password '${password}'`);
    await expectWell();
  });

  it('whose statement exceeds its disk quota gets 503 for that statement only', async () => {
    const long = 'x'.repeat(500);
    const accounts = Array.from({ length: 1_000 }, (_, n) => ({
      ...{ _id: `d${String(n).padStart(23, '0')}`, companyId: COMPANY, type: 'gas' },
      ...{ name: `${n} ${long}`, group: `${n} ${long}` },
    }));
    await importPlain(faulty.direct, 'accounts', accounts);
    await faulty.hand.query(`alter role ${role} set work_mem = '64kB'`);
    await faulty.hand.query(`alter role ${role} set temp_file_limit = 0`);
    await disconnect();
    expectRefusedFor(
      await server.get('/accounts?limit=1000&sort=group:desc', key),
      'The database lacks disk space or memory right now; try again in a few seconds.',
    );
    expect((await server.get(`/accounts/${ACCOUNT}`, key)).status).toBe(200);
    expect(await ready()).toEqual({ status: 200, database: 'ok' });
    expect(reasons()).toEqual([{ code: '53400', reason: 'temporary file size exceeds temp_file_limit (0kB)' }]);
    await faulty.hand.query(`alter role ${role} reset all`);
    await disconnect();
    expect((await server.get('/accounts?limit=1000&sort=group:desc', key)).status).toBe(200);
  });
});
