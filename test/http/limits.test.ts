import { afterEach, expect, it, vi } from 'vitest';
import { memoryStore } from '../../src/admit/limits.js';

afterEach(() => {
  vi.restoreAllMocks();
});

it('a window never lasts longer than its length, whenever it begins', async () => {
  const counter = memoryStore().counter('points', 60_000);
  const longest = { unbegun: 0, begun: 0 };
  for (let n = 0; n < 1_000; n += 1) {
    // Moments of which many, with a minute added and taken again, give a little more than a minute.
    vi.spyOn(performance, 'now').mockReturnValue(30_000.123457 + n * 1.000037);
    longest.unbegun = Math.max(longest.unbegun, (await counter.count('nobody', 0, 30)).ms);
    longest.begun = Math.max(longest.begun, (await counter.count(`user ${n}`, 1, 30)).ms);
  }
  expect(longest).toEqual({ unbegun: 60_000, begun: 60_000 });
});
