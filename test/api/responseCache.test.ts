import { describe, expect, it } from 'vitest';
import { createResponseCache } from '../../src/cache/responseCache.js';
import { bytesOf } from '../../src/values/bytes.js';

const KILOBYTE = 1024;
const response = (bytes: number) => ({ version: '1.00000000000000ab', headers: [], body: Buffer.alloc(bytes) });

describe('the response cache', () => {
  it('never exceeds its limit, and drops the least recently used response first', () => {
    const cache = createResponseCache(100 * KILOBYTE);
    for (let index = 0; index < 50; index += 1) {
      cache.store(`question ${index}`, response(10 * KILOBYTE));
      expect(cache.find('question 0')?.version).toBe('1.00000000000000ab');
    }
    const cached = Array.from({ length: 50 }, (_, index) => index).filter((index) => cache.find(`question ${index}`));
    expect(cached).toEqual([0, ...cached.slice(1)]);
    expect(cached.slice(1)).toEqual([42, 43, 44, 45, 46, 47, 48, 49]);
  });

  it('does not store a response that is larger than a quarter of the limit', () => {
    const cache = createResponseCache(100 * KILOBYTE);
    cache.store('small', response(KILOBYTE));
    cache.store('large', response(30 * KILOBYTE));
    expect([cache.find('small')?.body.length, cache.find('large')]).toEqual([KILOBYTE, undefined]);
  });

  it('counts the response headers towards the limit', () => {
    const cache = createResponseCache(100 * KILOBYTE);
    cache.store('long', { ...response(KILOBYTE), headers: [['Link', 'x'.repeat(30 * KILOBYTE)]] });
    expect(cache.find('long')).toBeUndefined();
  });

  it('stores compressed bodies with their response, and counts them', () => {
    const cache = createResponseCache(100 * KILOBYTE);
    const large = response(20 * KILOBYTE);
    for (let index = 0; index < 4; index += 1)
      cache.store(`question ${index}`, index === 3 ? large : response(20 * KILOBYTE));
    const [gzip, br] = [Buffer.alloc(2 * KILOBYTE), Buffer.alloc(1 * KILOBYTE)];
    cache.storeCoded('question 3', large.body, 'gzip', gzip);
    cache.storeCoded('question 3', large.body, 'br', br);
    expect(cache.find('question 3')?.coded).toEqual({ gzip, br });
    // 80 kilobytes of bodies, 3 of compressed ones: 17 more are too much for all to stay.
    cache.store('another', response(17 * KILOBYTE));
    expect(cache.find('question 0')).toBeUndefined();
    expect(cache.find('question 3')?.coded).toEqual({ gzip, br });
  });

  it('rejects a compressed body that makes its response too large, and still has the response', () => {
    const cache = createResponseCache(100 * KILOBYTE);
    const large = response(24 * KILOBYTE);
    cache.store('large', large);
    cache.storeCoded('large', large.body, 'gzip', Buffer.alloc(2 * KILOBYTE));
    expect(cache.find('large')).toBe(large);
  });

  it('rejects the compressed body of a response that it has dropped', () => {
    const cache = createResponseCache(100 * KILOBYTE);
    const old = response(2 * KILOBYTE);
    cache.store('question', old);
    cache.store('question', response(2 * KILOBYTE));
    cache.storeCoded('question', old.body, 'gzip', Buffer.alloc(KILOBYTE));
    cache.storeCoded('another', old.body, 'gzip', Buffer.alloc(KILOBYTE));
    expect([cache.find('question')?.coded, cache.find('another')]).toEqual([undefined, undefined]);
  });

  it('treats a request as repeated from the second time on', () => {
    const cache = createResponseCache(KILOBYTE);
    cache.recordAnswered('a');
    expect([cache.isRepeated('a'), cache.isRepeated('b'), cache.isRepeated('b')]).toEqual([true, false, false]);
  });

  it('stores nothing with a limit of 0 bytes', () => {
    const cache = createResponseCache(0);
    cache.recordAnswered('a');
    expect(cache.isRepeated('a')).toBe(false);
    cache.store('a', response(1));
    expect(cache.find('a')).toBeUndefined();
  });

  it.each(['', 'plain', 'Zürich – 50 £', '😀'])('%j is cached as UTF-8', (text) => {
    expect(bytesOf([text]).toString('utf8')).toBe(text);
  });
});
