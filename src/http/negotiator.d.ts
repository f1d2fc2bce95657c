declare module 'negotiator' {
  import type { IncomingHttpHeaders } from 'node:http';

  /** Reads the `Accept` headers of a request. */
  export default class Negotiator {
    constructor(request: { readonly headers: IncomingHttpHeaders });
    /**
     * Returns the content coding that the client likes best of those available; undefined: it accepts none of them.
     * @param preferred decides between codings that the client likes equally
     */
    encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
  }
}
