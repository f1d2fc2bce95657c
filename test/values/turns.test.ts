import { beforeEach, describe, expect, it } from 'vitest';
import { createTurns, FairQueue, TURN_MS, type Turns } from '../../src/values/turns.js';

describe('turns of the event loop', () => {
  let turns: Turns;
  /** The clock, milliseconds. */
  let now = 0;
  beforeEach(() => {
    turns = createTurns(() => now);
  });
  /** Works for longer than a turn may take. */
  const workLong = (): void => {
    now += TURN_MS + 1;
  };

  it('short work runs in one turn', async () => {
    let rounds = 0;
    setImmediate(() => (rounds += 1));
    const seen: number[] = [];
    await turns.inTurns([1, 2, 3], (one) => {
      turns.isTurnOver();
      // All three together take as long as a turn may.
      now += TURN_MS / 3;
      seen.push(one);
    });
    expect(seen).toEqual([1, 2, 3]);
    expect(rounds).toBe(0);
  });

  it('long work yields to the event loop', async () => {
    let rounds = 0;
    let isDone = false;
    const count = (): void => {
      rounds += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const seen: number[] = [];
    await turns.inTurns([1, 2, 3], (one) => {
      // The first look begins the turn.
      turns.isTurnOver();
      workLong();
      seen.push(one);
    });
    isDone = true;
    expect(seen).toEqual([1, 2, 3]);
    expect(rounds).toBeGreaterThanOrEqual(3);
  });

  it('each waiting task gets its own turn, in order, with the event loop in between', async () => {
    const seen: string[] = [];
    const work = async (name: string): Promise<void> => {
      await turns.nextTurn();
      seen.push(name);
      expect(turns.isTurnOver()).toBe(false);
      workLong();
      expect(turns.isTurnOver()).toBe(true);
      setImmediate(() => seen.push(`round after ${name}`));
    };
    await Promise.all(['first', 'second', 'third'].map(work));
    expect(seen.filter((name) => !name.startsWith('round'))).toEqual(['first', 'second', 'third']);
    expect(seen.indexOf('round after first')).toBeLessThan(seen.indexOf('third'));
  });

  it('a new turn begins after the event loop has run', async () => {
    turns.isTurnOver();
    workLong();
    expect(turns.isTurnOver()).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(turns.isTurnOver()).toBe(false);
  });
});

describe('the fair queue', () => {
  it('rejects a client that had disconnected before it waited', async () => {
    const queue = new FairQueue(() => 'waits');
    const gone = (): Error => new Error('gone');
    const client = { isGone: true, whenGone: () => () => undefined };
    await expect(queue.wait('user', 1, { client, goneError: gone })).rejects.toThrow('gone');
    expect(queue.length).toBe(0);
  });
});
