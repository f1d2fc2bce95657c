import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import fresh from 'fresh';

/** The supported content codings, in order of preference. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** Content in one coding. */
interface Form {
  readonly bytes: Buffer;
  readonly etag: string;
}

/**
 * Content that never changes while the process runs, such as a page. It is read and compressed once per coding and sent
 * from memory, because clients without a key can request it without limit. It does not support ranges.
 */
export class FixedContent {
  readonly #forms = new Map<Coding | null, Form | null>();

  /**
   * @param type the media type, or the file extension
   * @param read returns the bytes in a coding (null: uncompressed), or null if the coding is not available
   */
  constructor(
    readonly type: string,
    readonly read: (coding: Coding | null) => Buffer | null,
  ) {}

  /** Sends the content in the coding that the client prefers, or 304 if the client has it. */
  send(request: Request, response: Response, status = 200): void {
    markFixed(response);
    response.vary('Accept-Encoding');
    const accepted = CODINGS.find((one) => one === request.acceptsEncodings(...CODINGS));
    const coded = accepted === undefined ? null : this.#form(accepted);
    const form = coded ?? this.#form(null);
    if (!form) throw new Error('the content cannot be read');
    response.status(status).type(this.type);
    if (accepted !== undefined && coded) response.set('Content-Encoding', accepted);
    if (status === 200) {
      response.set({ ETag: form.etag, 'Accept-Ranges': 'none' });
      if (fresh(request.headers, { etag: form.etag })) {
        response.status(304).end();
        return;
      }
    }
    response.set('Content-Length', String(form.bytes.length));
    if (request.method === 'HEAD') response.end();
    else response.end(form.bytes);
  }

  #form(coding: Coding | null): Form | null {
    const cached = this.#forms.get(coding);
    if (cached !== undefined) return cached;
    const bytes = this.read(coding);
    const form = bytes && { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` };
    this.#forms.set(coding, form);
    return form;
  }
}

function markFixed({ locals }: Response): void {
  locals.isFixed = true;
}

/** Whether the response sends fixed content, which is already compressed. */
export function isFixed({ locals }: Response): boolean {
  return locals.isFixed === true;
}
