import { describe, expect, it } from 'vitest';
import { bytesOf, createAnswerCache, type KeptAnswer } from '../../src/core/answerCache.js';

const KILOBYTE = 1024;
const answer = (bytes: number, version = 1) => ({ version, body: Buffer.alloc(bytes) });

describe('the space for answers', () => {
  it('is never exceeded; what was asked for longest ago goes first', () => {
    const cache = createAnswerCache(100 * KILOBYTE);
    for (let index = 0; index < 50; index += 1) {
      cache.keep(`question ${index}`, answer(10 * KILOBYTE));
      expect(cache.find('question 0')?.version).toBe(1);
    }
    const kept = Array.from({ length: 50 }, (_, index) => index).filter((index) => cache.find(`question ${index}`));
    expect(kept).toEqual([0, ...kept.slice(1)]);
    expect(kept.slice(1)).toEqual([42, 43, 44, 45, 46, 47, 48, 49]);
  });

  it('is not given to one answer that takes more than a quarter of it', () => {
    const cache = createAnswerCache(100 * KILOBYTE);
    cache.keep('small', answer(KILOBYTE));
    cache.keep('large', answer(30 * KILOBYTE));
    expect([cache.find('small')?.body.length, cache.find('large')]).toEqual([KILOBYTE, undefined]);
  });

  it('counts the texts that go with a body', () => {
    const cache = createAnswerCache<KeptAnswer & { readonly links: string }>(100 * KILOBYTE);
    cache.keep('long', { ...answer(KILOBYTE), links: 'x'.repeat(30 * KILOBYTE) });
    expect(cache.find('long')).toBeUndefined();
  });

  it('is for questions that come again', () => {
    const cache = createAnswerCache(KILOBYTE);
    expect([cache.comesAgain('a'), cache.comesAgain('b'), cache.comesAgain('a')]).toEqual([false, false, true]);
  });

  it('of no bytes keeps nothing', () => {
    const cache = createAnswerCache(0);
    expect([cache.comesAgain('a'), cache.comesAgain('a')]).toEqual([false, false]);
    cache.keep('a', answer(1));
    expect(cache.find('a')).toBeUndefined();
  });

  it.each(['', 'plain', 'Zürich – 50 £', '😀'])('%j is kept as UTF-8', (text) => {
    expect(bytesOf(text).toString('utf8')).toBe(text);
  });
});
