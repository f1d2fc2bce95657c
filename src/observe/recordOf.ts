import type { ServerResponse } from 'node:http';
import type { RequestRecord } from './requestRecord.js';

const records = new WeakMap<ServerResponse, RequestRecord>();

/** Keeps the record of a request with its answer, whatever the asynchronous context. */
export function noteRecord(response: ServerResponse, record: RequestRecord): void {
  records.set(response, record);
}

/** The record of the request that is being answered. */
export function recordOf(response: ServerResponse): RequestRecord {
  const record = records.get(response);
  if (!record) throw new Error('the request is not watched');
  return record;
}
