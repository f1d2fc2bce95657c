import { RequestRecord } from './requestRecord.js';

/** An answer of Express, with what is kept of its request. */
interface Answer {
  readonly locals: Record<string, unknown>;
}

/** Keeps the record of a request with its answer, whatever the asynchronous context. */
export function noteRecord({ locals }: Answer, record: RequestRecord): void {
  locals.record = record;
}

/** The record of the request that is being answered. */
export function recordOf({ locals }: Answer): RequestRecord {
  const record: unknown = locals.record;
  if (!(record instanceof RequestRecord)) throw new Error('the request is not watched');
  return record;
}
