import type { ServerResponse } from 'node:http';

/** Ends an answer with its body; a text is ASCII most often, for which Node reserves a third of what it does for UTF-8. */
export function sendBody(response: ServerResponse, body: string | Buffer, contentType: string): void {
  const length = Buffer.byteLength(body);
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', length);
  if (typeof body === 'string') response.end(body, length === body.length ? 'latin1' : 'utf8');
  else response.end(body);
}
