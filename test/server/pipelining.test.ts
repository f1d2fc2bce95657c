import { afterEach, describe, expect, it } from 'vitest';
import { serveAttacked } from '../support/attacked.js';
import { ENGINES } from '../support/engines.js';
import { POSTGRES, startFaulty } from '../support/faulty.js';
import { printFigure, printMemory } from '../support/figures.js';
import { answersIn, openRaw, type Raw } from '../support/raw.js';
import { startUdg, workersOf, type Udg } from '../support/udg.js';

/** Requests of a connection that are read and unanswered (docs/limits.md). */
const MOST = 16;
/** One engine is enough for what is answered before the database is asked. */
const NO_SQL = ENGINES.slice(-1);
const PAGE = 'GET / HTTP/1.1\r\nHost:a\r\n\r\n';
const KILOBYTE = 1024;

/** Samples again and again until a connection is closed. */
async function samplesUntil(
  closed: Promise<void>,
  sample: () => Promise<number | undefined>,
): Promise<readonly number[]> {
  const end = { isReached: false };
  void closed.then(() => (end.isReached = true));
  const samples: number[] = [];
  while (!end.isReached) samples.push((await sample()) ?? NaN);
  return samples;
}

/** Closes a connection once it has so many answers. */
async function readUntil({ socket, received }: Raw, answers: number): Promise<void> {
  await expect.poll(() => answersIn(received()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(answers);
  socket.destroy();
}

describe.each(NO_SQL)('many pipelined requests, on %s', (engine) => {
  const attacked = serveAttacked(engine, { MAX_IN_FLIGHT: '2000' });
  const { unharmed, sample } = attacked;
  const inFlight = (): Promise<number | undefined> => sample('http_requests_in_flight');
  const get = (path: string, id: number | string = 'x'): string =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nx-api-key: ${attacked.key()}\r\nx-request-id: ${id}\r\n\r\n`;

  it.each([
    ['pages without a key', () => PAGE],
    ['of HTTP/1.0, kept alive', () => 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
    ['with a key', () => get('/2.0/accounts?limit=3')],
    [
      'with a body that has empty lines',
      () => `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\n\r\n\r\n\r\n\r\n`,
    ],
    [
      'in chunks that have empty lines',
      () => 'POST /graphql HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n\n\n\n\n\r\n0\r\n\r\n',
    ],
  ])(
    `%s: the server reads no more than ${MOST} before it answers them, and other clients are not affected`,
    async (_, request) => {
      const samples = await unharmed(async () => {
        const raw = await openRaw(attacked.port());
        const bytes = request();
        raw.socket.write(bytes.repeat(Math.ceil((512 * KILOBYTE) / bytes.length)));
        const [seen] = await Promise.all([samplesUntil(raw.closed, inFlight), readUntil(raw, 300)]);
        return seen;
      });
      // Requests that are answered in the turn that reads them are in no sample.
      const most = Math.max(...samples);
      printFigure('requests that are read and unanswered', `at most ${most} in ${samples.length} samples`);
      expect(samples.length).toBeGreaterThan(0);
      // One is the other user's.
      expect(most).toBeLessThanOrEqual(MOST + 1);
      await expect.poll(inFlight).toBe(0);
    },
  );

  it('a request that arrives byte by byte is answered, and so are those after it', async () => {
    const { socket, received } = await openRaw(attacked.port());
    socket.setNoDelay(true);
    for (const byte of `${get('/livez', 1)}${get('/livez', 2)}`) {
      socket.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.write(`${get('/livez', 3)}${get('/livez', 4)}`);
    await expect.poll(() => answersIn(received()).length).toBe(4);
    expect(answersIn(received()).map(({ head }) => Number(/x-request-id: (\d+)/.exec(head)?.[1]))).toEqual([
      1, 2, 3, 4,
    ]);
    socket.destroy();
  });

  it('bytes that are not HTTP are rejected after the responses to earlier requests, whatever follows', async () => {
    const { socket, received, closed } = await openRaw(attacked.port());
    socket.write(`${get('/livez').repeat(40)}GARBAGE\r\n\r\n${'\r\n\r\n'.repeat(50)}${get('/livez')}`);
    await closed;
    expect(answersIn(received()).map(({ status }) => status)).toEqual([...Array<number>(40).fill(200), 400]);
  });

  it('are limited at the metrics port as well', async () => {
    const { port } = new URL(attacked.metricsUrl());
    const raw = await openRaw(Number(port));
    raw.socket.write('GET /metrics HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(2_000));
    await unharmed(() => readUntil(raw, 2));
    const refused = await openRaw(Number(port));
    refused.socket.write('GARBAGE\r\n\r\nGARBAGE\r\n\r\n');
    await refused.closed;
    expect(answersIn(refused.received()).map(({ status }) => status)).toEqual([400]);
  });
});

describe.each(ENGINES)('pipelined requests that wait for the database, on %s', (engine) => {
  const attacked = serveAttacked(engine, { MAX_IN_FLIGHT: '2000' });
  const inFlight = (): Promise<number | undefined> => attacked.sample('http_requests_in_flight');

  it(`the server reads ${MOST} of them, and reads the others once these are answered, in order`, async () => {
    const { socket, received } = await openRaw(attacked.port());
    // While it lasts, nobody can read accounts: the embedded database has one session.
    const trx = await attacked.database().knex.transaction();
    if (engine !== 'pglite') await trx.raw('lock table accounts in access exclusive mode');
    const count = 100;
    const get = (id: number): string =>
      `GET /2.0/accounts?limit=1&page=${id} HTTP/1.1\r\nHost: a\r\nx-api-key: ${attacked.key()}\r\nx-request-id: ${id}\r\n\r\n`;
    socket.write(Array.from({ length: count }, (_, n) => get(n + 1)).join(''));
    await expect.poll(inFlight).toBe(MOST);
    for (let look = 0; look < 5; look += 1) expect(await inFlight()).toBe(MOST);
    await trx.rollback();
    await expect.poll(() => answersIn(received()).length, { timeout: 60_000 }).toBe(count);
    expect(answersIn(received()).map(({ head }) => Number(/x-request-id: (\d+)/.exec(head)?.[1]))).toEqual(
      Array.from({ length: count }, (_, n) => n + 1),
    );
    socket.destroy();
  });
});

describe.runIf(POSTGRES !== '')('pipelined requests to a service with a heap of 256 MB', () => {
  const started: Udg[] = [];
  afterEach(() => {
    for (const { process } of started.splice(0)) process.kill('SIGKILL');
  });

  it.each(['1', '2'])('4 MB of requests without a key crash no process, with WEB_CONCURRENCY=%s', async (workers) => {
    const faulty = await startFaulty();
    try {
      const env = {
        ...{ DATABASE_URL: faulty.url, WEB_CONCURRENCY: workers, LOG_LEVEL: 'silent' },
        NODE_OPTIONS: '--max-old-space-size=256',
      };
      const service = startUdg(['serve'], env);
      started.push(service);
      const port = Number(new URL(await service.url()).port);
      const connections = await Promise.all(Array.from({ length: 3 }, () => openRaw(port)));
      for (const { socket } of connections) socket.write(PAGE.repeat((4 * KILOBYTE * KILOBYTE) / PAGE.length));
      await Promise.all(connections.map((raw) => readUntil(raw, 500)));
      expect(service.said()).not.toMatch(/Worker \d+ ended/);
      const pids = workers === '1' ? [Number(service.process.pid)] : workersOf(service);
      for (const pid of pids) printMemory(`3 connections with 4 MB of requests each, ${workers} processes`, pid);
      service.process.kill('SIGTERM');
      expect(await service.ended).toMatchObject({ status: 0, signal: null });
    } finally {
      await faulty.close();
    }
  });
});
