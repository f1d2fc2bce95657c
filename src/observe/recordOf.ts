import { RequestRecord } from './requestRecord.js';

/** A response of Express, with what belongs to its request. */
interface Watched {
  readonly locals: Record<string, unknown>;
}

/** Keeps the record of a request with its response, whatever the asynchronous context. */
export function noteRecord({ locals }: Watched, record: RequestRecord): void {
  locals.record = record;
}

/** The record of the request that is being answered. */
export function recordOf({ locals }: Watched): RequestRecord {
  const record: unknown = locals.record;
  if (!(record instanceof RequestRecord)) throw new Error('the request is not watched');
  return record;
}
