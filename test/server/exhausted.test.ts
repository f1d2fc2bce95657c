import { PassThrough } from 'node:stream';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../src/auth/keys.js';
import { openPostgres } from '../../src/db/postgres.js';
import { createLogger } from '../../src/observe/logger.js';
import { COMPANY, POSTGRES, startFaulty, type Faulty } from '../support/faulty.js';
import { printTime } from '../support/figures.js';
import { startServer, type TestServer } from '../support/server.js';
import { runCommand } from '../support/runCommand.js';
import type { Database } from '../../src/db/database.js';

interface Line {
  readonly msg?: string;
  readonly code?: string;
  readonly reason?: string;
}

describe.runIf(POSTGRES !== '')('a database role without free connections', () => {
  let faulty: Faulty;
  let database: Database;
  let server: TestServer;
  let keys: readonly string[];
  let role: string;
  let url: string;
  let lines: Line[];
  beforeAll(async () => {
    faulty = await startFaulty();
    role = new URL(faulty.url).pathname.slice(1);
    await faulty.hand.query(`create role ${role} login password 'any'`);
    await faulty.hand.query(`grant all on all tables in schema public to ${role}`);
    const address = new URL(faulty.url);
    Object.assign(address, { username: role, password: 'any' });
    url = address.toString();
    const grants = { role: 'reader', companies: [COMPANY], entities: [] };
    keys = await Promise.all([1, 2, 3].map(async () => (await issueKey(faulty.direct, grants)).key));
  });
  afterAll(async () => {
    await faulty.hand.query(`drop owned by ${role}; drop role ${role}`);
    await faulty.close();
  });
  /** Sets how many connections the role may have. */
  const allow = (count: number): Promise<unknown> => faulty.hand.query(`alter role ${role} connection limit ${count}`);
  const occupied: pg.Client[] = [];
  const occupy = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const client = new pg.Client({ connectionString: url, application_name: 'other' });
      await client.connect();
      occupied.push(client);
    }
  };
  /** A backend exits some time after its client. */
  const gone = (which: string): Promise<void> =>
    expect
      .poll(async () => (await faulty.hand.query(`select from pg_stat_activity where ${which}`)).rows.length)
      .toBe(0);
  const leave = async (): Promise<void> => {
    await Promise.all(occupied.splice(0).map((client) => client.end()));
    await gone(`application_name = 'other'`);
  };
  const serve = async (): Promise<void> => {
    database = openPostgres({ url, poolMax: 9, statementTimeoutMs: 10_000 });
    const stream = new PassThrough();
    lines = [];
    stream.on('data', (line: Buffer) => lines.push(JSON.parse(line.toString()) as Line));
    server = await startServer(database, { ANSWER_CACHE: '0' }, createLogger('info', stream));
  };
  afterEach(async () => {
    await server.close();
    await database.close();
    await leave();
    await gone(`usename = '${role}'`);
    await allow(-1);
  });

  it('makes requests fail with 503 and logs the reason once; requests succeed once connections are free', async () => {
    await serve();
    await allow(2);
    await occupy(2);
    const [key = ''] = keys;
    for (let time = 0; time < 3; time += 1) {
      const { status, headers, body } = await server.get('/accounts', key);
      expect({ status, retry: headers['retry-after'], code: body.code, detail: body.detail }).toEqual({
        ...{ status: 503, retry: '5', code: 'database-unavailable' },
        detail: 'The database takes no more connections right now; try again in a few seconds.',
      });
    }
    const graphql = await server.graphql('{ accounts { total } }', {}, key);
    expect({ status: graphql.status, retry: graphql.headers['retry-after'] }).toEqual({ status: 503, retry: '5' });
    expect((await server.ask('/readyz')).body).toMatchObject({ database: 'takes no more connections' });
    expect(lines.filter(({ msg }) => msg === 'database failed')).toMatchObject([
      { code: '53300', reason: `too many connections for role "${role}"` },
    ]);
    expect(lines.filter(({ msg }) => msg === 'internal error')).toEqual([]);
    await leave();
    const after = await printTime('the first answer once there are connections again', () =>
      server.get('/accounts', key),
    );
    expect(after.status).toBe(200);
    expect((await server.ask('/readyz')).status).toBe(200);
  });

  it('fails no request if it allows fewer connections than the pool: requests wait for a free connection', async () => {
    await serve();
    await allow(2);
    const asked = Array.from({ length: 30 }, (_, index) => server.get('/accounts', keys[index % 3]));
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(lines.filter(({ msg }) => msg === 'database failed')).toEqual([]);
  });

  it("makes commands exit with status 1, the server's message and advice", async () => {
    await serve();
    await allow(2);
    await occupy(2);
    for (const command of [['keys', 'list'], ['import', 'seeds/examples/portfolio/accounts.csv'], ['migrate']]) {
      expect(await runCommand(command, { env: { DATABASE_URL: url } })).toMatchObject({
        status: 1,
        stdout: '',
        stderr:
          `The database accepts no more connections: too many connections for role "${role}". ` +
          'Close other connections, lower DATABASE_POOL_MAX of the service, or raise the limit (max_connections of the server).\n',
      });
    }
  });
});
