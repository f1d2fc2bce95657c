import { describe, expect, it } from 'vitest';
import { shareRead } from '../../src/data/state.js';

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
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a shared read', () => {
  it('starts at once for a single caller', async () => {
    const { read, begun, end } = reads();
    const ask = shareRead(read);
    for (const number of [1, 2, 3]) {
      const answer = ask();
      expect(begun()).toBe(number);
      end();
      expect(await answer).toBe(number);
    }
  });

  it('starts after the call: callers that arrive during a read share the next one', async () => {
    const { read, begun, end } = reads();
    const ask = shareRead(read);
    const first = ask();
    const others = [ask(), ask(), ask()];
    expect(begun()).toBe(1);
    end();
    expect(await first).toBe(1);
    await settled();
    expect(begun()).toBe(2);
    const later = ask();
    end();
    expect(await Promise.all(others)).toEqual([2, 2, 2]);
    await settled();
    end();
    expect(await later).toBe(3);
    expect(begun()).toBe(3);
  });

  it('does not delay later callers if it takes long', async () => {
    const { read, begun, end } = reads();
    const ask = shareRead(read);
    const first = ask();
    const second = ask();
    await expect.poll(begun).toBe(2);
    end();
    end();
    expect(await Promise.all([first, second])).toEqual([1, 2]);
  });

  it('fails only for its own callers; the next call reads again', async () => {
    const { read, end } = reads();
    const ask = shareRead(read);
    const first = ask();
    const second = ask();
    end(new Error('no connection'));
    await expect(first).rejects.toThrow('no connection');
    await settled();
    end();
    expect(await second).toBe(2);
  });
});
