import type { ServerResponse } from 'node:http';
import type { RequestRecord } from './requestRecord.js';

const records = new WeakMap<ServerResponse, RequestRecord>();
const askers = new WeakMap<AbortSignal, RequestRecord>();

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

/** Notes the signal that ends what a request asks of the database, by which its statements are known. */
export function noteAsker(signal: AbortSignal, record: RequestRecord): void {
  askers.set(signal, record);
}

/** The request that a signal ends. */
export function recordOfAsker(signal: AbortSignal): RequestRecord | undefined {
  return askers.get(signal);
}
