import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAN_CLUSTER, openClusters, type Cluster } from '../support/cluster.js';
import { findProgram } from '../support/programs.js';
import { runCommand } from '../support/runCommand.js';
import { startUdg } from '../support/udg.js';
import { until } from '../support/until.js';

const OPENSSL = findProgram('openssl');
const COMPANY = 'c'.repeat(24);
const ADVICE = 'Correct sslmode and sslrootcert in DATABASE_URL, or the certificate of the server.\n';

describe.runIf(CAN_CLUSTER && OPENSSL !== null)('an encrypted connection to PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'udg-tls-'));
  const [certificate, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  const [trusted, first] = [join(folder, 'trusted.crt'), join(folder, 'first.key')];
  const clusters = openClusters();
  let encrypted: Cluster;
  let plain: Cluster;
  beforeAll(async () => {
    renew();
    copyFileSync(certificate, trusted);
    copyFileSync(key, first);
    encrypted = await clusters.primary(['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`]);
    plain = await clusters.primary();
  });
  afterAll(() => {
    clusters.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Writes a new certificate that signs itself, for the name localhost. */
  const renew = (): void => {
    const args = ['req', '-new', '-x509', '-days', '2', '-nodes', '-subj', '/CN=localhost', '-out', certificate];
    const made = spawnSync(OPENSSL ?? '', [...args, '-addext', 'subjectAltName=DNS:localhost', '-keyout', key]);
    expect(made.status, String(made.stderr)).toBe(0);
    if (process.getuid?.() === 0) spawnSync('chown', ['-R', 'postgres', folder]);
  };
  const address = ({ port }: Cluster, host: string, query: string): string =>
    `postgres://postgres@${host}:${port}/postgres?sslmode=verify-full${query}`;
  const trusting = `&sslrootcert=${trusted}`;

  it('verifies the certificate and the host name of the server, and explains a mismatch', async () => {
    for (const [url, problem] of [
      [address(encrypted, 'localhost', ''), 'self-signed certificate'],
      [
        address(encrypted, '127.0.0.1', trusting),
        "Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 is not in the cert's list",
      ],
      [address(plain, 'localhost', trusting), 'The server does not support SSL connections'],
    ]) {
      const { status, stderr } = await runCommand(['migrate'], { env: { DATABASE_URL: url } });
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: `The database offers no trusted encryption: ${problem}. ${ADVICE}`,
      });
    }
  });

  it('serves requests, returns 503 while the server has another certificate, and recovers', async () => {
    const env = { DATABASE_URL: address(encrypted, 'localhost', trusting), STOP_DELAY: '0' };
    expect(await runCommand(['migrate'], { env })).toMatchObject({ status: 0 });
    const issued = await runCommand(['keys', 'issue', '--role', 'reader', '--company', COMPANY, '--json'], { env });
    const { key: apiKey } = JSON.parse(issued.stdout) as { readonly key: string };
    const service = startUdg(['serve'], env);
    try {
      const url = await service.url();
      const database = async (): Promise<unknown> =>
        ((await (await fetch(`${url}/readyz`)).json()) as { readonly database: unknown }).database;
      expect(await database()).toBe('ok');
      renew();
      await encrypted.restart('fast');
      await until('the new certificate is refused', database, (word) => word === 'has no trusted certificate');
      const answer = await fetch(`${url}/2.0/accounts`, { headers: { 'x-api-key': apiKey } });
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({
        status: 503,
        body: { code: 'database-unavailable' },
      });
      copyFileSync(trusted, certificate);
      copyFileSync(first, key);
      await encrypted.restart('fast');
      await until('the first certificate is accepted', database, (word) => word === 'ok');
    } finally {
      service.process.kill('SIGKILL');
    }
  });
});
