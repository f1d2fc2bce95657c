import { describe, expect, it } from 'vitest';
import { shareRead } from '../../src/data/shareRead.js';

/** Reads that end when the test calls `end`, numbered by their start. */
function reads(): { read: () => Promise<number>; begun: () => number; end: (error?: Error) => void } {
  const open: { resolve: (value: number) => void; reject: (error: Error) => void; number: number }[] = [];
  let begun = 0;
  return {
    read: () =>
      new Promise((resolve, reject) => {
        begun += 1;
        open.push({ resolve, reject, number: begun });
      }),
    begun: () => begun,
    end(error) {
      const first = open.shift();
      if (error) first?.reject(error);
      else first?.resolve(first.number);
    },
  };
}
/** Waits for a turn of the event loop. A read that waits for another one begins a turn after its end. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a shared read', () => {
  it('starts at the end of the turn, for all its callers', async () => {
    const { read, begun, end } = reads();
    const ask = shareRead(read);
    for (const number of [1, 2, 3]) {
      const answers = [ask(), ask()];
      expect(begun()).toBe(number - 1);
      await turn();
      expect(begun()).toBe(number);
      end();
      expect(await Promise.all(answers)).toEqual([number, number]);
    }
  });

  it('starts after the call: callers that arrive during a read share the next one', async () => {
    const { read, begun, end } = reads();
    const ask = shareRead(read);
    const first = ask();
    await turn();
    const others = [ask(), ask(), ask()];
    await turn();
    expect(begun()).toBe(1);
    end();
    expect(await first).toBe(1);
    await expect.poll(begun).toBe(2);
    const later = ask();
    end();
    expect(await Promise.all(others)).toEqual([2, 2, 2]);
    await expect.poll(begun).toBe(3);
    end();
    expect(await later).toBe(3);
    await turn();
    expect(begun()).toBe(3);
  });

  it('does not delay later callers if it takes long', async () => {
    const { read, begun, end } = reads();
    const ask = shareRead(read);
    const first = ask();
    await turn();
    const second = ask();
    await expect.poll(begun).toBe(2);
    end();
    end();
    expect(await Promise.all([first, second])).toEqual([1, 2]);
  });

  it('fails only for its own callers; the next call reads again', async () => {
    const { read, begun, end } = reads();
    const ask = shareRead(read);
    const first = ask();
    await turn();
    const second = ask();
    end(new Error('no connection'));
    await expect(first).rejects.toThrow('no connection');
    await expect.poll(begun).toBe(2);
    end();
    expect(await second).toBe(2);
  });
});
