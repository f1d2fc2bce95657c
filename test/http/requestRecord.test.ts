import { describe, expect, it } from 'vitest';
import { RequestRecord, traceOf } from '../../src/observe/requestRecord.js';

const record = (): RequestRecord => new RequestRecord({}, 'id', traceOf(undefined));

describe('the signal of a request', () => {
  it('aborts when the client goes', () => {
    const one = record();
    const { signal } = one;
    expect(signal.aborted).toBe(false);
    one.abandon();
    expect(signal.aborted).toBe(true);
    expect(one.signal).toBe(signal);
  });

  it('is aborted for those who read it first after the client has gone', () => {
    const one = record();
    one.abandon();
    expect(one.signal.aborted).toBe(true);
  });
});
