import { describe, expect, it } from 'vitest';
import { RequestRecord, traceOf } from '../../src/observe/requestRecord.js';

const record = (): RequestRecord => new RequestRecord({}, 'id', traceOf(undefined));

describe('the signal of a request', () => {
  it('aborts when the client disconnects', () => {
    const one = record();
    const { signal } = one;
    expect(signal.aborted).toBe(false);
    one.abandon();
    expect(signal.aborted).toBe(true);
    expect(one.signal).toBe(signal);
  });

  it('is aborted from the start if the client has already disconnected', () => {
    const one = record();
    one.abandon();
    expect(one.signal.aborted).toBe(true);
  });
});

describe('the disconnect callbacks of a request', () => {
  it('run once, in order, except removed ones', () => {
    const one = record();
    const called: string[] = [];
    one.whenGone(() => called.push('first'));
    const takeBack = one.whenGone(() => called.push('second'));
    one.whenGone(() => called.push('third'));
    takeBack();
    expect(one.isGone).toBe(false);
    one.abandon();
    one.abandon();
    expect([one.isGone, called]).toEqual([true, ['first', 'third']]);
  });
});
