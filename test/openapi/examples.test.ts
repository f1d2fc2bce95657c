import { readdirSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import type { Database } from '../../src/db/database.js';
import { buildSchema } from '../../src/run/createCore.js';
import { readEndpoints } from '../../src/rest/endpoint.js';
import { EXAMPLES } from '../../src/rest/openapi/examples.js';
import { CODES } from '../../src/rest/openapi/problems.js';
import { openTestDatabase } from '../support/engines.js';
import { COMPANY, POSTGRES, startFaulty } from '../support/faulty.js';
import { EXAMPLES_SAMPLE } from '../support/loadSample.js';
import { startServer, type TestServer } from '../support/server.js';
import { REQUESTS } from './requests.js';

const ID = '6aab6b71-07a3-4215-a97c-c64a049b5f70';
/** When the findings of the examples were first seen. */
const SEEN = '2026-01-05T09:00:00.000Z';

/** Asks and compares with what is committed; `npm run examples` writes it. */
async function expectExample(server: TestServer, name: string, request: string, headers: Record<string, string>) {
  const answer = await server.ask(`/2.0${request}`, { headers: { 'x-request-id': ID, ...headers } });
  const status = name.startsWith('problems/') ? answer.body.status : 200;
  expect(answer.status, answer.text).toBe(status);
  if (status !== 200) expect(`problems/${String(answer.body.code)}`).toBe(name);
  const example = { request: request.slice(0, 200), body: answer.body };
  await expect(`${JSON.stringify(example, null, 2)}\n`).toMatchFileSnapshot(join(EXAMPLES, `${name}.json`));
}

describe('the examples of the OpenAPI document equal the responses of the service over the sample portfolio', () => {
  let database: Database;
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    database = await openTestDatabase('pglite', EXAMPLES_SAMPLE);
    // They are found when the sample is loaded.
    await database.knex('findings').update({ first_seen_at: SEEN, updated_at: SEEN });
    server = await startServer(database);
    key = await server.key({ companies: SAMPLE_COMPANY_IDS });
    // An invoice of the sample's meter, that the sample does not have any more.
    await database.knex.raw(`
      with owner as (
        insert into deletion_owners (account_id, company_id, entity_id)
        select _id, company_id, entity_id from accounts where _id = '\\x7f922057c784810ba2f401b0' returning owner_key
      )
      insert into deletions (deleted_at, owner_key, is_account_wide, resource, _id)
      select '2025-03-04T10:15:30.123Z', owner_key, false, 'invoices', '\\xde5a3bc572e5ceaca7000001' from owner`);
  }, 300_000);
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  it.each(Object.entries(REQUESTS))('%s', async (name, request) => {
    await expectExample(server, name, request, { 'x-api-key': key });
  });

  it.each([
    ['invalid-parameter', '/accounts?status=actve'],
    ['invalid-request', '/accounts?name=%C3%28'],
    ['not-found', '/accounts/000000000000000000000000'],
    ['uri-too-long', `/accounts?name=${'x'.repeat(8_192)}`],
  ])('%s', async (code, request) => {
    await expectExample(server, `problems/${code}`, request, { 'x-api-key': key });
  });

  it('not-acceptable', async () => {
    await expectExample(server, 'problems/not-acceptable', '/accounts', { 'x-api-key': key, accept: 'text/html' });
  });

  it('no-longer-known', async () => {
    const { knex } = database;
    await knex('deletions_known').update({ since: '2025-01-01T00:00:00Z' });
    try {
      const request = '/deletions?resource=invoices&deletedAt.gte=2024-06-01';
      await expectExample(server, 'problems/no-longer-known', request, { 'x-api-key': key });
    } finally {
      await knex('deletions_known').update({ since: '1970-01-01T00:00:00Z' });
    }
  });

  it('headers-too-large', async () => {
    const many = Object.fromEntries(Array.from({ length: 98 }, (_, index) => [`x-h-${index}`, 'x']));
    await expectExample(server, 'problems/headers-too-large', '/accounts', { 'x-api-key': key, ...many });
  });

  it('invalid-key', async () => {
    await expectExample(server, 'problems/invalid-key', '/accounts', {});
  });

  it('missing-scope', async () => {
    const energy = await server.key({ role: 'energy', companies: SAMPLE_COMPANY_IDS });
    await expectExample(server, 'problems/missing-scope', '/invoices', { 'x-api-key': energy });
  });

  it('rate-limited', async () => {
    const limited = await startServer(database, { RATE_LIMIT_POINTS: '5' });
    try {
      // The first request of a window, so that no second of it has passed.
      await expectExample(limited, 'problems/rate-limited', '/accounts?limit=6000', { 'x-api-key': key });
    } finally {
      await limited.close();
    }
  });

  it('overloaded', async () => {
    const narrow = await startServer(database, { MAX_COST_AT_ONCE: '1', MAX_WAIT: '1' });
    const dates = 'granularity=halfhourly&startDate=2022-01-01&endDate=2022-12-31';
    const target = `/consumption?${dates}&accountType=electricity&assetId=c85be2627041bb78294f37e6`;
    const headers = { 'x-api-key': key };
    try {
      const held = await new Promise<IncomingMessage>((resolve, reject) => {
        const options = { host: '127.0.0.1', port: narrow.port, path: `/2.0${target}`, headers, agent: false };
        httpRequest(options, resolve).once('error', reject).end();
      });
      await expectExample(narrow, 'problems/overloaded', target, headers);
      held.destroy();
    } finally {
      await narrow.close();
    }
  });

  it('internal', async () => {
    await database.knex.raw('alter table accounts rename column name to gone');
    try {
      await expectExample(server, 'problems/internal', '/accounts', { 'x-api-key': key });
    } finally {
      await database.knex.raw('alter table accounts rename column gone to name');
    }
  });

  it('there is an example for every operation and error, and no other', () => {
    const names = (folder: string): readonly string[] =>
      readdirSync(join(EXAMPLES, folder)).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []));
    const operations = readEndpoints(buildSchema()).map(({ name }) => name);
    expect(Object.keys(REQUESTS).toSorted()).toEqual(operations.toSorted());
    expect(names('').toSorted()).toEqual(operations.toSorted());
    expect(names('problems').toSorted()).toEqual(CODES.toSorted());
  });
});

describe.runIf(POSTGRES !== '')('the examples of a database that fails, on PostgreSQL', () => {
  it('database-unavailable and query-timeout', async () => {
    const faulty = await startFaulty();
    const database = faulty.open(3, 1_000);
    const server = await startServer(database);
    try {
      const headers = { 'x-api-key': await server.key({ companies: [COMPANY] }) };
      await server.ask('/2.0/accounts', { headers });
      await faulty.hand.query('alter table accounts rename to real_accounts');
      await faulty.hand.query('create view accounts as select real.* from real_accounts real, pg_sleep(60)');
      await expectExample(server, 'problems/query-timeout', '/accounts', headers);
      faulty.proxy.mode = 'down';
      faulty.proxy.cut();
      await expectExample(server, 'problems/database-unavailable', '/accounts', headers);
    } finally {
      await server.close();
      await database.close();
      await faulty.close();
    }
  });
});
