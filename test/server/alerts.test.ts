import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { readConfig } from '../../src/config/config.js';
import type { Database } from '../../src/db/database.js';
import { serve, type RunningService } from '../../src/server/serve.js';
import { openTestDatabase } from '../support/engines.js';
import { findProgram } from '../support/programs.js';
import { textOf } from '../docs/documents.js';

const PROMTOOL = findProgram('promtool');
if (PROMTOOL === null) console.log('promtool is not installed: the tests of the alert rules are skipped.');

const METRIC = /\b(?:http|graphql|database|import|loader|findings)_[a-z_]+/g;
/** Only the tests of replicas (test/server/replicas.test.ts) have this metric. */
const OF_REPLICAS = 'database_replica_up';

const fileOf = (name: string): string => join(PACKAGE_ROOT, 'deploy', name);

describe('the alert rules and the dashboard', () => {
  let database: Database;
  let running: RunningService;
  beforeAll(async () => {
    database = await openTestDatabase('pglite');
    await database.knex.raw(
      `insert into imports (resource, file, state, started_at, finished_at) values
       ('accounts', 'a.csv', 'done', '2025-01-01Z', '2025-01-01T00:00:05Z'),
       ('accounts', 'b.csv', 'done', '2024-01-01Z', '2024-01-01T00:00:05Z'),
       ('accounts', 'c.csv', 'stopped', '2025-01-02Z', null),
       ('accounts', 'd.csv (dry run)', 'failed', '2025-01-03Z', '2025-01-03Z')`,
    );
    await database.knex.raw(
      `insert into findings (_id, account_key, account_id, company_id, kind, severity, status, start_date, end_date, message,
         first_seen_at, updated_at)
       select decode(lpad(to_hex(n), 24, '0'), 'hex'), 1, account, account, 'gap', 'low', 'open', '2025-01-01Z', '2025-01-02Z',
         'A gap.', now(), now()
       from generate_series(1, 3) n, decode(repeat('0', 24), 'hex') account`,
    );
    // The webhook received one of the three.
    await database.knex.raw('insert into findings_told select _id, status, 1, now() from findings limit 1');
    const webhook = { FINDINGS_WEBHOOK: 'http://127.0.0.1:9/', FINDINGS_WEBHOOK_SECRET: 'a secret of a test' };
    running = await serve(database, readConfig({ ...webhook, PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent' }));
  });
  afterAll(async () => {
    await running.stop();
    await database.close();
  });

  it.each(['alerts.yml', 'grafana.json'])('use only metrics that the service exports: %s', async (name) => {
    const text = await (await fetch(running.metricsAddress ?? '')).text();
    const known = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, one = '']) => one);
    const used = [...new Set(readFileSync(fileOf(name), 'utf8').match(METRIC))].map((one) =>
      one.replace(/_bucket$/, ''),
    );
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((one) => !known.includes(one) && one !== OF_REPLICAS)).toEqual([]);
  });

  it('read the end of the last import by state, and ignore dry runs', async () => {
    const text = await (await fetch(running.metricsAddress ?? '')).text();
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('import_last_end_timestamp_seconds'))
        .sort(),
    ).toEqual([
      `import_last_end_timestamp_seconds{state="done"} ${Date.UTC(2025, 0, 1, 0, 0, 5) / 1_000}`,
      `import_last_end_timestamp_seconds{state="stopped"} ${Date.UTC(2025, 0, 2) / 1_000}`,
    ]);
  });

  it('read how many findings the webhook still has to deliver', async () => {
    const text = await (await fetch(running.metricsAddress ?? '')).text();
    expect(text).toMatch(/^findings_undelivered 2$/m);
  });

  it('have instructions in docs/alerts.md for each alert', () => {
    const alerts = [...readFileSync(fileOf('alerts.yml'), 'utf8').matchAll(/alert: (\w+)/g)].map(([, one]) => one);
    const described = [...textOf('docs/alerts.md').matchAll(/^\| `(Udg\w+)`/gm)].map(([, one]) => one);
    expect(described).toEqual(alerts);
  });

  it.skipIf(PROMTOOL === null)('fire when they should, according to promtool', () => {
    for (const args of [
      ['check', 'rules', fileOf('alerts.yml')],
      ['test', 'rules', fileOf('alerts.test.yml')],
    ]) {
      const { status, stdout, stderr } = spawnSync(PROMTOOL ?? '', args, { encoding: 'utf8' });
      expect(status, stdout + stderr).toBe(0);
    }
  });
});
