import { describe, expect, it } from 'vitest';
import { serveAttacked, type Attacked } from '../support/attacked.js';
import { ENGINES } from '../support/engines.js';
import { answersIn, openRaw, type Raw } from '../support/raw.js';
import { until } from '../support/until.js';

/** The limits of src/server/limits.ts with shorter timeouts. */
const IMPATIENT = {
  headersTimeout: 1_000,
  requestTimeout: 2_000,
  connectionsCheckingInterval: 200,
  answerTimeout: 2_000,
};
const CLIENTS = 100;
/** Requests that a client pipelines. */
const BEHIND = 40;
/** The most bytes that one client sends if the server reads all of them. */
const MAX_SENT = 64 * 1024 * 1024;
/** How many of them the server reads before it has answered (docs/limits.md). */
const MAX_UNANSWERED = 16;
/** One engine is enough for requests that the server answers without the database. */
const NO_SQL = ENGINES.slice(-1);
/** A large response that needs no work of the database. */
const TYPE = 'name kind description';
const LARGE = `{ __schema { types { ${TYPE} fields { name description type { ${TYPE} } args { name description type { ${TYPE} } } } inputFields { name description type { ${TYPE} } } } } }`;

/** Writes requests with the key. */
const getOf =
  (attacked: Attacked) =>
  (path: string, id: number | string = 'x'): string =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nx-api-key: ${attacked.key()}\r\nx-request-id: ${id}\r\n\r\n`;

describe.each(NO_SQL)('hostile connections on %s', (engine) => {
  const attacked = serveAttacked(engine, { MAX_IN_FLIGHT: '2000' }, IMPATIENT);
  const { unharmed, sample } = attacked;
  const many = (count: number): Promise<Raw[]> =>
    Promise.all(Array.from({ length: count }, () => openRaw(attacked.port())));
  const get = getOf(attacked);
  const post = (body: string, length = Buffer.byteLength(body)): string =>
    `POST /graphql HTTP/1.1\r\nHost: a\r\nx-api-key: ${attacked.key()}\r\ncontent-type: application/json\r\n` +
    `Content-Length: ${length}\r\n\r\n${body}`;

  /** Writes a byte now and then until the connection is closed. */
  const drip = async ({ socket, closed }: Raw): Promise<void> => {
    const timer = setInterval(() => socket.write('a'), 300);
    await closed;
    clearInterval(timer);
  };
  const expectTimeout = ({ received }: Raw): void => {
    const [answer] = answersIn(received());
    expect(answer?.status).toBe(408);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({
      code: 'request-timeout',
      detail: 'The header must arrive within 1 seconds, the whole request within 2.',
    });
  };

  it.each([
    ['that send nothing', ''],
    ['whose header comes slowly', 'GET / HTTP/1.1\r\nHost: a\r\nX: '],
  ])(`answer 408 to ${CLIENTS} clients %s, then are closed and counted`, async (_, start) => {
    const counted = 'http_requests_total{route="unknown",method="unknown",status="408"}';
    const before = (await sample(counted)) ?? 0;
    const clients = await unharmed(async () => {
      const opened = await many(CLIENTS);
      if (start === '') await Promise.all(opened.map(({ closed }) => closed));
      else {
        for (const { socket } of opened) socket.write(start);
        await Promise.all(opened.map(drip));
      }
      return opened;
    });
    clients.forEach(expectTimeout);
    await expect.poll(() => sample(counted)).toBe(before + CLIENTS);
  });

  it(`answer each of ${CLIENTS} clients that send their body slowly with 408, with the log line of the request`, async () => {
    const clients = await unharmed(async () => {
      const opened = await many(CLIENTS);
      for (const { socket } of opened) socket.write(post('{"query": "', 1_000));
      await Promise.all(opened.map(drip));
      return opened;
    });
    clients.forEach(expectTimeout);
    const counted = 'http_requests_total{route="/graphql",method="POST",status="408"}';
    await expect.poll(() => sample(counted)).toBe(CLIENTS);
    await expect.poll(() => sample('http_requests_in_flight')).toBe(0);
  });

  it('are closed when clients do not read their responses, and their buffers are freed', async () => {
    await unharmed(async () => {
      const clients = await many(2);
      const body = post(JSON.stringify({ query: LARGE }));
      for (const { socket } of clients) {
        socket.pause();
        // More bytes than the kernel's buffers hold.
        socket.write(body.repeat(BEHIND));
      }
      await expect.poll(() => sample('http_requests_in_flight')).toBeGreaterThan(1);
      await expect.poll(() => sample('http_requests_in_flight')).toBe(0);
      for (const { socket, closed } of clients) {
        socket.resume();
        await closed;
      }
      for (const { received } of clients) expect(answersIn(received()).length).toBeLessThan(BEHIND);
    });
  });

  it(
    'are not read further, then closed, when the client sends endlessly and reads nothing',
    { timeout: 180_000 },
    async () => {
      const { socket, closed } = await openRaw(attacked.port());
      // The response repeats the path.
      const burst = get(`/2.0/${'x'.repeat(8_000)}`).repeat(10);
      let sent = 0;
      socket.pause();
      const send = (): void => {
        while (!socket.destroyed) {
          sent += burst.length;
          if (sent >= MAX_SENT) socket.destroy();
          else if (!socket.write(burst)) return;
        }
      };
      // Sends more as soon as the server reads something.
      socket.on('drain', send);
      await unharmed(async () => {
        send();
        await closed;
        await until(
          'nothing of it is left',
          () => sample('http_requests_in_flight'),
          (count) => count === 0,
        );
      });
      expect(sent).toBeLessThan(MAX_SENT);
    },
  );

  it('get no more responses after a rejection, and are closed even if the client stays', async () => {
    const { socket, received, closed } = await openRaw(attacked.port());
    const aborted = 'http_requests_total{route="unknown",method="GET",status="404"}';
    const before = (await sample(aborted)) ?? 0;
    socket.write('GARBAGE\r\n\r\n');
    socket.write(get('/2.0/nothing').repeat(20));
    await closed;
    expect(answersIn(received()).map(({ status }) => status)).toEqual([400]);
    await expect.poll(() => sample('http_requests_in_flight')).toBe(0);
    expect((await sample(aborted)) ?? 0).toBe(before);
  });
});

describe.each(ENGINES)('pipelined requests, on %s', (engine) => {
  const attacked = serveAttacked(engine, { MAX_IN_FLIGHT: '2000' }, IMPATIENT);
  const { unharmed, sample } = attacked;
  const get = getOf(attacked);

  it('are answered in order', async () => {
    await unharmed(async () => {
      const { socket, received } = await openRaw(attacked.port());
      const paths = ['/2.0/accounts?limit=1000', '/2.0/nothing', '/2.0/assets?limit=2', '/2.0/accounts?x=1', '/livez'];
      const count = 100;
      socket.write(Array.from({ length: count }, (_, n) => get(paths[n % 5] ?? '', n)).join(''));
      await expect.poll(() => answersIn(received()).length).toBe(count);
      const answers = answersIn(received());
      expect(answers.map(({ head }) => Number(/x-request-id: (\d+)/.exec(head)?.[1]))).toEqual(
        Array.from({ length: count }, (_, n) => n),
      );
      expect(answers.slice(0, 5).map(({ status }) => status)).toEqual([200, 404, 200, 400, 200]);
      socket.destroy();
    });
  });

  it('are answered, and then garbage after them is rejected', async () => {
    const { socket, received, closed } = await openRaw(attacked.port());
    socket.write(`${get('/2.0/accounts?limit=1')}GARBAGE\r\n\r\n`);
    await closed;
    const [first, second, ...others] = answersIn(received());
    expect([first?.status, second?.status, others]).toEqual([200, 400, []]);
    expect(JSON.parse(second?.body ?? '')).toMatchObject({ code: 'invalid-request' });
  });

  it('no longer count for their user after their client disconnects', async () => {
    const { socket } = await openRaw(attacked.port());
    // Meanwhile, nobody can read accounts, because the embedded database has one session.
    const trx = await attacked.database().knex.transaction();
    if (engine !== 'pglite') await trx.raw('lock table accounts in access exclusive mode');
    // Requests that were not sent before, so that no response is cached.
    socket.write(get('/2.0/accounts?limit=999').repeat(MAX_UNANSWERED));
    await expect.poll(() => sample('http_requests_in_flight')).toBe(MAX_UNANSWERED);
    socket.destroy();
    await expect.poll(() => sample('http_requests_in_flight')).toBe(0);
    await trx.rollback();
  });
});

describe.each(NO_SQL)('very many connections on %s', (engine) => {
  const attacked = serveAttacked(engine, {}, { maxConnections: 1_100 });
  const { unharmed, sample } = attacked;

  it(
    'cause no failure: 1,000 are open at a time, and those over the limit are closed and counted',
    { timeout: 300_000 },
    async () => {
      const held = await unharmed(async () => {
        const asked = async (): Promise<Raw> => {
          const raw = await openRaw(attacked.port());
          raw.socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
          await until('it is answered or cut', () => raw.received().includes('"ok"') || raw.socket.destroyed);
          return raw;
        };
        const opened: Raw[] = [];
        while (opened.length < 1_000) opened.push(...(await Promise.all(Array.from({ length: 50 }, asked))));
        return opened;
      });
      expect(held.every(({ received }) => received().startsWith('HTTP/1.1 200 OK'))).toBe(true);
      const beyond = await Promise.all(Array.from({ length: 300 }, () => openRaw(attacked.port())));
      await expect.poll(() => sample('http_connections_dropped_total')).toBeGreaterThan(50);
      for (const { socket } of [...held, ...beyond]) socket.destroy();
      await unharmed(() => Promise.resolve());
    },
  );
});
