import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { digest } from '../values/digest.js';
import { requireUtf8 } from './encoding.js';

const bodies = new WeakMap<IncomingMessage, Buffer>();

/** Checks a body that was read, and keeps it as it came. */
export function noteBody(request: IncomingMessage, response: ServerResponse, body: Buffer, charset: string): void {
  requireUtf8(request, response, body, charset);
  bodies.set(request, body);
}

/** Names what a request asks, whoever asks: all that its answer depends on beside the viewer and the data. */
export function questionOf(request: Request): string {
  const { accept, 'content-type': type } = request.headers;
  return digest([request.method, request.url, accept, type, bodies.get(request)?.toString('utf8')]);
}
