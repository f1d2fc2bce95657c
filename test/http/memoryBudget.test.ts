import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { RequestRecord, traceOf } from '../../src/observe/requestRecord.js';
import { createMemoryBudget, type MemoryBudget, type Reservation } from '../../src/admit/memoryBudget.js';

const LONG_MS = 60_000;

interface Asked {
  readonly reservation: Promise<Reservation>;
  /** Whether its turn has come. */
  readonly begun: () => boolean;
  /** Ends its response. */
  readonly end: () => Promise<void>;
  readonly leave: () => void;
}

/** Asks for the turn of an answer that is periods alone. */
function ask(memory: MemoryBudget, user: string, periods: number): Asked {
  const socket = new Socket();
  const response = new ServerResponse(new IncomingMessage(socket));
  response.assignSocket(socket);
  const client = clientOf();
  let begun = false;
  const reservation = memory.reserve(user, { cost: periods, periods }, response, client);
  reservation.then(
    () => (begun = true),
    () => undefined,
  );
  return {
    reservation,
    begun: () => begun,
    async end() {
      const closed = new Promise((resolve) => response.once('close', resolve));
      socket.destroy();
      await closed;
    },
    leave() {
      client.abandon();
    },
  };
}

/** The request of a client. */
function clientOf(): RequestRecord {
  return new RequestRecord({}, 'request', traceOf(undefined));
}

/** Whatever is due has happened then. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const budgetOf = (maxCostAtOnce: number, maxWaitMs = LONG_MS): MemoryBudget =>
  createMemoryBudget({ maxCostAtOnce, maxWaitMs });

describe('the memory budget for large responses', () => {
  it('starts requests at once while their total cost fits the budget', async () => {
    const memory = budgetOf(10_000);
    const all = ['a', 'b', 'c'].map((user) => ask(memory, user, 3_000));
    await settled();
    expect(all.map(({ begun }) => begun())).toEqual([true, true, true]);
  });

  it('queues a large request until earlier ones end, and never queues a small one', async () => {
    const memory = budgetOf(10_000);
    const first = ask(memory, 'a', 7_000);
    const second = ask(memory, 'b', 7_000);
    const small = ask(memory, 'c', 1_000);
    await settled();
    expect([first.begun(), second.begun(), small.begun()]).toEqual([true, false, true]);
    await first.end();
    await second.reservation;
  });

  it('reserves a part of the budget for users other than the heaviest', async () => {
    const memory = budgetOf(10_000);
    const greedy = Array.from({ length: 5 }, () => ask(memory, 'a', 2_500));
    await settled();
    expect(greedy.filter(({ begun }) => begun())).toHaveLength(3);
    await ask(memory, 'b', 2_500).reservation;
  });

  it('serves users in turn, however many requests each has', async () => {
    const memory = budgetOf(10_000);
    const first = ask(memory, 'a', 10_000);
    const many = Array.from({ length: 3 }, () => ask(memory, 'a', 10_000));
    const other = ask(memory, 'b', 10_000);
    await first.end();
    await many[0]?.reservation;
    await many[0]?.end();
    await other.reservation;
    expect(many.map(({ begun }) => begun())).toEqual([true, false, false]);
  });

  it('runs a request that exceeds the whole budget on its own', async () => {
    const memory = budgetOf(10_000);
    const first = ask(memory, 'a', 2_000);
    const large = ask(memory, 'b', 50_000);
    await settled();
    expect(large.begun()).toBe(false);
    const after = ask(memory, 'c', 2_000);
    await first.end();
    await large.reservation;
    expect(after.begun()).toBe(false);
    await large.end();
    await after.reservation;
  });

  it('starts the next request once a running one has shrunk its reservation', async () => {
    const memory = budgetOf(10_000);
    const first = ask(memory, 'a', 9_000);
    const second = ask(memory, 'b', 9_000);
    const reserved = await first.reservation;
    await settled();
    expect(second.begun()).toBe(false);
    reserved.shrink();
    await second.reservation;
  });

  it('counts a row as more expensive than a period', async () => {
    const memory = budgetOf(10_000);
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    await memory.reserve('a', { cost: 2_500, periods: 0 }, response, clientOf());
    const second = ask(memory, 'b', 2_500);
    await settled();
    expect(second.begun()).toBe(false);
  });

  it('rejects a request that waits too long with 503, and does not delay the next one', async () => {
    const memory = budgetOf(10_000, 5);
    const first = ask(memory, 'a', 10_000);
    await expect(ask(memory, 'b', 10_000).reservation).rejects.toMatchObject({
      code: 'overloaded',
      status: 503,
      headers: { 'Retry-After': '1' },
    });
    await first.end();
    await ask(memory, 'c', 10_000).reservation;
  });

  it('removes a waiting request when its client disconnects', async () => {
    const memory = budgetOf(10_000);
    const first = ask(memory, 'a', 10_000);
    const gone = ask(memory, 'b', 10_000);
    const last = ask(memory, 'c', 10_000);
    gone.leave();
    await expect(gone.reservation).rejects.toMatchObject({ code: 'client-gone' });
    await first.end();
    await last.reservation;
  });

  it('frees the reservation of a request that ended while it waited', async () => {
    const memory = budgetOf(10_000);
    const first = ask(memory, 'a', 10_000);
    const gone = ask(memory, 'b', 10_000);
    await gone.end();
    await first.end();
    await gone.reservation;
    await ask(memory, 'c', 10_000).reservation;
  });
});

describe('pages of exports', () => {
  /** A page that is made until its end is called for. */
  const makePage = (memory: MemoryBudget, user: string, begun: string[], name: string, client = clientOf()) => {
    let end: (error?: Error) => void = () => undefined;
    const made = memory.page(user, client, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        end = (error) => {
          if (error) reject(error);
          else resolve(name);
        };
      });
    });
    return {
      made,
      end: (error?: Error) => {
        end(error);
      },
    };
  };

  it('run one at a time for each user, in parallel for different users, and continue after a failure', async () => {
    const memory = budgetOf(10_000);
    const begun: string[] = [];
    const first = makePage(memory, 'a', begun, 'first');
    const second = makePage(memory, 'a', begun, 'second');
    const other = makePage(memory, 'b', begun, 'other');
    await settled();
    expect(begun).toEqual(['first', 'other']);
    first.end(new Error('the database is away'));
    await expect(first.made).rejects.toThrow('the database is away');
    await settled();
    expect(begun).toEqual(['first', 'other', 'second']);
    second.end();
    other.end();
    expect(await Promise.all([second.made, other.made])).toEqual(['second', 'other']);
  });

  it('do not run if the client has disconnected', async () => {
    const memory = budgetOf(10_000);
    const begun: string[] = [];
    const client = clientOf();
    const first = makePage(memory, 'a', begun, 'first');
    const gone = makePage(memory, 'a', begun, 'gone', client);
    client.abandon();
    await expect(gone.made).rejects.toMatchObject({ code: 'client-gone' });
    first.end();
    expect(await first.made).toBe('first');
    expect(begun).toEqual(['first']);
  });
});
