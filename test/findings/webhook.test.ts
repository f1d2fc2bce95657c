import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { decide } from '../../src/findings/stored.js';
import { deliver, type Delivery, type RetryPolicy } from '../../src/findings/webhook/deliver.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';

const COMPANY = 'c00000000000000000000001';
const METER = 'b00000000000000000000001';
const SECRET = 'a secret of the test';
const QUICK: RetryPolicy = { timeoutMs: 1_500, firstWaitMs: 1, attempts: 3, totalMs: 20_000 };

interface Event {
  readonly id: string;
  readonly type: string;
  readonly finding: Readonly<Record<string, unknown>>;
}

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: { readonly id: string; readonly events: readonly Event[] };
}

/** A bill for a year, which makes a separate finding. */
function longBill(number: number, endDate = `${2000 + number}-12-31`): object {
  const values = { startDate: `${2000 + number}-01-01T00:00:00.000Z`, endDate: `${endDate}T00:00:00.000Z` };
  const _id = `e${String(number).padStart(23, '0')}`;
  return { _id, companyId: COMPANY, accountId: METER, status: 'completed', values };
}

/** The responses of a malicious receiver. */
function answer(socket: Socket, does: 'endless' | 'stalled' | 'garbage' | 'headers' | 'slow' | 'redirect'): void {
  const again = (text: string, ms: number): void => {
    const timer = setInterval(() => socket.write(text), ms);
    socket.on('close', () => {
      clearInterval(timer);
    });
  };
  switch (does) {
    case 'endless':
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      again(`10000\r\n${'x'.repeat(65_536)}\r\n`, 1);
      break;
    case 'stalled':
      socket.write('HTTP/1.1 204 No Content\r\ncontent-length: 1000\r\n\r\nx');
      break;
    case 'garbage':
      socket.write('SSH-2.0-OpenSSH_9.2\r\n\r\n');
      break;
    case 'headers':
      socket.write('HTTP/1.1 200 OK\r\n');
      again(`x-more: ${'x'.repeat(8_000)}\r\n`, 1);
      break;
    case 'slow':
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      again('x', 50);
      break;
    case 'redirect':
      socket.end('HTTP/1.1 307 Temporary Redirect\r\nlocation: /\r\ncontent-length: 0\r\n\r\n');
  }
}

/** Matches a text with this pattern. */
const matching = (pattern: RegExp): string => expect.stringMatching(pattern) as string;

describe.each(ENGINES)('the findings webhook, on %s', (engine) => {
  let database: Database;
  let receiver: Server;
  let url: string;
  let received: Received[] = [];
  /** The receiver's responses to each post, in turn; later posts are accepted. */
  let plan: (number | 'hang' | 'hang up')[] = [];

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'accounts', [
      { _id: METER, companyId: COMPANY, type: 'electricity', meterUnits: 'kwh' },
    ]);
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        received.push({ headers: request.headers, text, body: JSON.parse(text) as Received['body'] });
        const next = plan.shift() ?? 204;
        if (next === 'hang') return;
        if (next === 'hang up') request.socket.destroy();
        else response.writeHead(next, next === 302 ? { location: `${url}/elsewhere` } : {}).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/findings?token=x`;
  });
  beforeEach(async () => {
    await database.knex('invoices').delete();
    await database.knex('findings').delete();
    await database.knex('findings_told').delete();
    received = [];
    plan = [];
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    await database.close();
  });

  const send = (policy = QUICK): Promise<Delivery> => deliver(database, { url, secret: SECRET }, policy);
  const bills = (...records: readonly object[]): Promise<unknown> => importPlain(database, 'invoices', records);
  const events = (): readonly Event[] => received.flatMap(({ body }) => body.events);

  it('posts each new finding once, complete, and its resolution once, signed with a timestamp', async () => {
    await bills(longBill(1));
    expect(await send()).toEqual({ delivered: 1, left: 0, failure: null });
    expect(await send()).toEqual({ delivered: 0, left: 0, failure: null });
    const [first] = received;
    expect(received).toHaveLength(1);
    expect(first?.body).toEqual({
      id: matching(/^[0-9a-f]{32}$/),
      events: [
        {
          id: matching(/^[0-9a-f]{32}$/),
          type: 'finding.open',
          finding: {
            ...{ _id: matching(/^[0-9a-f]{24}$/), kind: 'bill-too-long', severity: 'low', status: 'open' },
            ...{ accountId: METER, assetId: null, entityId: null, companyId: COMPANY },
            invoiceIds: ['e00000000000000000000001'],
            ...{ startDate: '2001-01-01T00:00:00.000Z', endDate: '2002-01-01T00:00:00.000Z' },
            ...{ quantity: null, units: null, cost: null, share: null },
            message: 'One bill covers 365 days: 1 Jan–31 Dec 2001.',
            ...{ firstSeenAt: matching(/Z$/), resolvedAt: null },
          },
        },
      ],
    });
    const stamp = String(first?.headers['x-udg-timestamp']);
    expect(Math.abs(Number(stamp) - Date.now() / 1_000)).toBeLessThan(600);
    const signed = createHmac('sha256', SECRET)
      .update(`${stamp}.${first?.text ?? ''}`)
      .digest('hex');
    expect(first?.headers).toMatchObject({
      ...{
        'content-type': 'application/json',
        'x-udg-signature': `sha256=${signed}`,
        'idempotency-key': first?.body.id,
      },
    });
    await bills(longBill(1, '2001-01-31'));
    expect(await send()).toEqual({ delivered: 1, left: 0, failure: null });
    expect(events().map(({ type }) => type)).toEqual(['finding.open', 'finding.resolved']);
    expect(events()[1]?.finding).toMatchObject({ status: 'resolved', resolvedAt: matching(/Z$/) });
    // Once reopened, it is posted again as an event of its own.
    await bills(longBill(1));
    await send();
    expect(new Set(events().map(({ id }) => id)).size).toBe(3);
  });

  it.each([
    ['a failure of the receiver', [500, 503], 3],
    ['a connection that breaks', ['hang up'], 2],
    ['no answer in time', ['hang'], 2],
    ['too many requests', [429], 2],
  ] as const)('repeats a post after %s, with the same id', async (_what, does, posts) => {
    await bills(longBill(1));
    plan = [...does];
    expect(await send()).toEqual({ delivered: 1, left: 0, failure: null });
    expect(received).toHaveLength(posts);
    expect(new Set(received.map(({ text }) => text)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it.each([
    ['it answered 500', [500, 500, 500], 3],
    ['it answered 401', [401], 1],
    ['it answered 302', [302], 1],
    ['it did not answer within 1500 ms', ['hang', 'hang', 'hang'], 3],
    ['it could not be reached (UND_ERR_SOCKET)', ['hang up', 'hang up', 'hang up'], 3],
  ] as const)('waits for the next delivery, under the same ids, if %s', async (failure, does, posts) => {
    await bills(longBill(1), longBill(2));
    plan = [...does];
    expect(await send()).toEqual({ delivered: 0, left: 2, failure });
    expect(received).toHaveLength(posts);
    const first = received[0]?.body;
    await bills(longBill(3));
    expect(await send()).toEqual({ delivered: 3, left: 0, failure: null });
    const ids = received.at(-1)?.body.events.map(({ id }) => id) ?? [];
    for (const { id } of first?.events ?? []) expect(ids).toContain(id);
  });

  it('reports an unreachable receiver', async () => {
    await bills(longBill(1));
    const nowhere = { url: 'http://127.0.0.1:1/', secret: SECRET };
    const told = await deliver(database, nowhere, QUICK);
    expect(told).toMatchObject({ delivered: 0, left: 1 });
    expect(told.failure).toMatch(/^it could not be reached/);
  });

  it.each([
    ['an answer of which there is no end', 'endless', { delivered: 1, left: 0, failure: null }, 1],
    ['an answer that never ends', 'stalled', { delivered: 1, left: 0, failure: null }, 1],
    ['what is no HTTP', 'garbage', { delivered: 0, left: 1, failure: matching(/^it could not be reached \(HPE_/) }, 3],
    [
      'a header without end',
      'headers',
      { delivered: 0, left: 1, failure: matching(/^it could not be reached \(UND_ERR_HEADERS_OVERFLOW\)/) },
      3,
    ],
    ['an answer byte by byte', 'slow', { delivered: 0, left: 1, failure: 'it did not answer within 300 ms' }, 3],
    ['a redirect to itself', 'redirect', { delivered: 0, left: 1, failure: 'it answered 307' }, 1],
  ] as const)('is not delayed or redirected by %s', async (_what, does, outcome, posts) => {
    let count = 0;
    const hostile = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        count += 1;
        answer(socket, does);
      });
    });
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
    const { port } = hostile.address() as AddressInfo;
    await bills(longBill(1));
    const own = { url: `http://127.0.0.1:${port}/`, secret: SECRET };
    expect(await deliver(database, own, { ...QUICK, timeoutMs: 300 })).toEqual(outcome);
    expect(count).toBe(posts);
    expect(received).toEqual([]);
    hostile.close();
  });

  it('posts up to a hundred events at a time, and does not repeat events delivered before a failure', async () => {
    await bills(...Array.from({ length: 130 }, (_, index) => longBill(index + 1)));
    plan = [204, 400];
    expect(await send()).toEqual({ delivered: 100, left: 30, failure: 'it answered 400' });
    expect(await send()).toEqual({ delivered: 30, left: 0, failure: null });
    expect(received.map(({ body }) => body.events.length)).toEqual([100, 30, 30]);
    const taken = [...(received[0]?.body.events ?? []), ...(received[2]?.body.events ?? [])];
    expect(new Set(taken.map(({ id }) => id)).size).toBe(130);
  });

  it('stops after its time limit, and the next delivery posts the rest', async () => {
    await bills(longBill(1));
    expect(await send({ ...QUICK, totalMs: 0 })).toEqual({
      ...{ delivered: 0, left: 1, failure: 'the delivery ran out of time' },
    });
    expect(received).toEqual([]);
  });

  it('skips dismissed findings and those resolved before they were posted', async () => {
    await bills(longBill(1), longBill(2));
    const { rows }: { rows: readonly { id: string }[] } = await database.knex.raw(
      `select encode(_id, 'hex') as id from findings where start_date < '2002-01-01'`,
    );
    await decide(database, rows[0]?.id ?? '', 'known');
    await bills(longBill(2, '2002-01-31'));
    expect(await send()).toEqual({ delivered: 0, left: 0, failure: null });
    expect(received).toEqual([]);
  });

  it('runs only one of two concurrent deliveries', async () => {
    await bills(longBill(1));
    const both = await Promise.all([send(), send()]);
    expect(both.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(1);
    expect(events()).toHaveLength(1);
  });
});
