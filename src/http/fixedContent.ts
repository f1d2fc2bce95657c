import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import fresh from 'fresh';

/** The codings in which content is sent, the smaller one first. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** Content in one coding. */
interface Form {
  readonly bytes: Buffer;
  readonly etag: string;
}

/**
 * Content that is the same for everybody while the process runs, such as a page. It is read and compressed once for each
 * coding, and sent from memory: clients without a key can ask for it as often as they like. It has no ranges.
 */
export class FixedContent {
  readonly #forms = new Map<Coding | null, Form | null>();

  /**
   * @param type its media type, or the extension of its file
   * @param read its bytes in a coding, null: as they are; returns null where it does not come in that coding
   */
  constructor(
    readonly type: string,
    readonly read: (coding: Coding | null) => Buffer | null,
  ) {}

  /** Sends it in the coding that the client likes best, or 304 where the client has it. */
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
    const known = this.#forms.get(coding);
    if (known !== undefined) return known;
    const bytes = this.read(coding);
    const form = bytes && { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` };
    this.#forms.set(coding, form);
    return form;
  }
}

function markFixed({ locals }: Response): void {
  locals.isFixed = true;
}

/** Whether it is fixed content that is sent, which is not compressed each time. */
export function isFixed({ locals }: Response): boolean {
  return locals.isFixed === true;
}
